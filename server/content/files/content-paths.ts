/**
 * Classifies paths of the content folder by name. Names that could mislead a terminal, a URL or git
 * are problems; temporary files of editors are ignored.
 */
import { isSiteWord } from '#domain/addresses.ts'
import { RESOURCE_PAGE_TITLES } from '#domain/site.ts'
import type { BlobId } from '../../git/repository.ts'
import type { Problem } from '../problem.ts'

export interface ContentPath {
  /** As on disk, relative to the content folder, with `/`. */
  path: string
  kind: ContentKind
  /** File name without its extension, in NFC. */
  id: string
}

interface ContentFolder<Kind = ContentKind> {
  folder: string
  kind: Kind
  ending: keyof typeof ENDINGS
  /** Whether subfolders are allowed. */
  isDeep: boolean
  /** Ids of the site's own files; in the content folder the only ones. */
  ids?: readonly string[]
}

const RESOURCE_IDS = Object.keys(RESOURCE_PAGE_TITLES)

/** The folders with content, one row each; '' is the content folder. */
const ROWS = [
  { folder: 'posts', kind: 'post', ending: '.md', isDeep: true },
  { folder: 'projects', kind: 'project', ending: '.yaml', isDeep: false },
  { folder: '', kind: 'page', ending: '.md', isDeep: false, ids: ['about'] },
  { folder: '', kind: 'site', ending: '.yaml', isDeep: false, ids: ['site'] },
  { folder: '', kind: 'tags', ending: '.yaml', isDeep: false, ids: ['tags'] },
  { folder: '', kind: 'icon', ending: '.png', isDeep: false, ids: ['icon'] },
  { folder: '', kind: 'style', ending: '.css', isDeep: false, ids: ['style'] },
  { folder: 'pages', kind: 'page', ending: '.md', isDeep: false },
  { folder: 'resources', kind: 'list', ending: '.yaml', isDeep: false, ids: RESOURCE_IDS },
  { folder: 'proof', kind: 'proof', ending: '.tsr', isDeep: true },
] as const satisfies readonly ContentFolder<string>[]
export type ContentKind = (typeof ROWS)[number]['kind']
const CONTENT_FOLDERS: readonly ContentFolder[] = ROWS

/** Files with fixed paths, which need not exist. */
const FIXED_PATHS: readonly string[] = CONTENT_FOLDERS.flatMap(({ folder, ending, ids }) =>
  (ids ?? []).map((id) => `${folder}/${id}${ending}`.replace(/^\//, '')),
)

/** Those that the panel edits as text. */
export const SITE_PATHS = FIXED_PATHS.filter((path) => /\.(?:md|yaml)$/.test(path))

/** Names in the content folder that are read. */
const TOP_NAMES = [
  ...new Set([...CONTENT_FOLDERS.map(({ folder }) => folder), ...FIXED_PATHS]),
].filter((name) => name !== '' && !name.includes('/'))

/** The folders that hold files of a kind. */
export function foldersOf(kind: ContentKind): string[] {
  return CONTENT_FOLDERS.filter((row) => row.kind === kind).map(({ folder }) => folder)
}

/** Maximum length of a file's id; ids of new files are shorter (POST_ID_LENGTH_MAX). */
const FILE_ID_LENGTH_MAX = 100

// Control characters, line separators, bidi marks, backslash, replacement of invalid UTF-8.
const UNSAFE_NAME = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\\\ufffd]/u
const BAD_START = /^[\s:-]/
/** Names of the copies that other programs put beside a file. */
const COPIES: readonly (readonly [RegExp, string])[] = [
  [/\.sync-conflict-\d{8}-\d{6}(?:-\w+)?\./, 'Syncthing'],
  [/\([^)]*conflicted copy[^)]*\)/i, 'a sync program'],
  [/_(?:BACKUP|BASE|LOCAL|REMOTE)_\d+\./, "'git mergetool'"],
]
/** Extensions that an author may confuse with the right one. */
const ENDINGS = {
  '.md': /\.(?:md|markdown|mdown|mdx)$/i,
  '.yaml': /\.ya?ml$/i,
  '.png': /\.png$/i,
  '.css': /\.css$/i,
  '.tsr': /\.tsr$/i,
}

/** A content file, a problem of its name, or null for anything else, such as temporary files. */
export function classifyPath(path: string): ContentPath | Problem | null {
  const parents = path.split('/')
  const name = parents.pop() ?? ''
  if (parents.some(isIgnoredName) || isIgnoredName(name)) return null
  const top = parents[0] ?? name
  const lower = top.toLowerCase()
  if (lower !== top && TOP_NAMES.includes(lower)) {
    return problemAt(top, `The name must be '${lower}', in small letters, to be read.`)
  }
  const fault = parents.map(nameFault).find((reason) => reason !== null)
  if (fault) return problemAt(parents.join('/'), fault)
  const rows = CONTENT_FOLDERS.filter(({ folder }) => folder === (parents[0] ?? ''))
  const original = originalPath(path)
  const isNamed = ({ ids }: ContentFolder) => ids?.includes(fileIdOf(original ?? name))
  const row = parents.length === 0 ? rows.find(isNamed) : rows[0]
  if (row === undefined || (!row.isDeep && parents.length > 1)) return null
  // A folder named like a post is a problem itself, so its files are ignored.
  if (parents.some((parent) => parent.endsWith('.md'))) return null
  if (!ENDINGS[row.ending].test(name)) return null
  // The copy of a post is a draft.
  if (original !== null && row.kind !== 'post') return conflictProblem(path, original)
  const reason = fileFault(name, row)
  if (reason !== null) return problemAt(path, reason)
  return { path, kind: row.kind, id: fileIdOf(name) }
}

/** The content file at a path, by name; null for any other path. */
export function contentFileAt(path: string): ContentPath | null {
  const file = classifyPath(path)
  return file === null || isProblem(file) ? null : file
}

/** Whether a folder may contain content. */
export function isContentFolder(path: string): boolean {
  const row = CONTENT_FOLDERS.find(({ folder }) => folder === path.split('/')[0])
  return row !== undefined && (path === row.folder || (row.isDeep && !path.endsWith('.md')))
}

/** Whether a name is a dotfile or a backup copy of an editor. */
export function isIgnoredName(name: string): boolean {
  return name === '' || name.startsWith('.') || name.endsWith('~') || name.startsWith('~$')
}

/** Why a file or folder of this name cannot be used; null when it can. */
export function nameFault(name: string): string | null {
  if (name.includes('\ufffd')) return 'The name is not valid UTF-8.'
  if (UNSAFE_NAME.test(name)) return 'The name has a control character or a backslash in it.'
  if (BAD_START.test(name)) return 'The name must not begin with a dash, a colon or a space.'
  return null
}

/** Escapes control characters of a path as `\u{a}`. */
export function printablePath(path: string): string {
  return path.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

/** Path of the copy of a version that a merge with the remote leaves to decide. */
export function conflictCopyPath(path: string, revision: BlobId): string {
  return path.replace(/(?<=[^/])(?:\.[^./]*)?$/, `-conflict-${revision.slice(0, 7)}$&`)
}

/** Path of the file of which a conflict copy was made; null for another name. */
export function originalPath(path: string): string | null {
  const original = path.replace(/-conflict-[0-9a-f]{7}(?=\.\w+$)/, '')
  return original === path ? null : original
}

/** The problem of a conflict copy until it is decided. */
export function conflictProblem(copy: string, original: string): Problem {
  return problemAt(
    copy,
    `Two sides changed ${printablePath(original)} at the same place. The text of the remote is there, the other is this copy until one of the two is chosen.`,
  )
}

/** Key of an id, without case and Unicode form, as on some file systems: two of one key clash. */
export function idKey({ kind, id }: Pick<ContentPath, 'kind' | 'id'>): string {
  return `${kind}/${id.normalize('NFC').toLowerCase()}`
}

/** The problem of a file whose id belongs to `first`. */
export function clashProblem({ path, id }: ContentPath, first: ContentPath): Problem {
  return problemAt(path, `The id '${id}' is already that of ${first.path}; rename one of the two.`)
}

export function isProblem(value: object): value is Problem {
  return 'reason' in value
}

/** Why a content folder cannot have a file of this name; null when it can. */
function fileFault(name: string, { folder, ending }: ContentFolder): string | null {
  const fault = nameFault(name)
  if (fault !== null) return fault
  const maker = COPIES.find(([pattern]) => pattern.test(name))?.[1]
  if (maker) return `This is a copy that ${maker} made; rename it to publish it.`
  if (!name.endsWith(ending)) return `The name must end in ${ending} to be read.`
  const id = fileIdOf(name)
  if (folder === 'pages' && isSiteWord(id)) {
    return `The site itself has the address /${id}; give the file another name.`
  }
  if (id !== id.trim()) return 'The name must not end with a space.'
  if (id.length <= FILE_ID_LENGTH_MAX) return null
  return `The name is longer than ${FILE_ID_LENGTH_MAX} characters.`
}

/** The file's id: its name without the extension, in NFC. */
export function fileIdOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w+$/, '')
    .normalize('NFC')
}

/** A problem of a whole file, or of its name. */
export function problemAt(path: string, reason: string): Problem {
  return { file: printablePath(path), line: null, reason }
}
