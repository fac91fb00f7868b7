/**
 * Which paths of the content folder hold what, told from the path alone. Names that
 * could mislead a terminal, a URL or git are problems; what editors leave behind is nobody's.
 */
import { RESOURCE_PAGE_IDS } from '#domain/site.ts'
import type { Problem } from '../records.ts'

type ContentKind = 'post' | 'project' | 'page' | 'tags' | 'site'

export interface ContentPath {
  /** As on disk, relative to the content folder, with `/`. */
  path: string
  kind: ContentKind
  /** File name without its ending, in NFC. */
  id: string
}

interface ContentFolder {
  folder: string
  kind: ContentKind
  ending: '.md' | '.yaml'
  /** Whether files may lie in folders inside it. */
  isDeep: boolean
  /** The only ids that it may have. */
  ids?: readonly string[]
}

/** The folders with content; '' is the content folder itself. Reading, watching, history and checks go by these rows. */
const CONTENT_FOLDERS: readonly ContentFolder[] = [
  { folder: 'posts', kind: 'post', ending: '.md', isDeep: true },
  { folder: 'projects', kind: 'project', ending: '.yaml', isDeep: false },
  { folder: '', kind: 'page', ending: '.md', isDeep: false, ids: ['about'] },
  { folder: '', kind: 'site', ending: '.yaml', isDeep: false, ids: ['site'] },
  { folder: '', kind: 'tags', ending: '.yaml', isDeep: false, ids: ['tags'] },
  { folder: 'resources', kind: 'page', ending: '.yaml', isDeep: false, ids: RESOURCE_PAGE_IDS },
]

/** Files that are there once, or may be made. */
export const SITE_PATHS: readonly string[] = CONTENT_FOLDERS.flatMap(({ folder, ending, ids }) =>
  (ids ?? []).map((id) => `${folder}/${id}${ending}`.replace(/^\//, '')),
)

/** The folders that hold files of a kind. */
export function foldersOf(kind: ContentKind): string[] {
  return CONTENT_FOLDERS.filter((row) => row.kind === kind).map(({ folder }) => folder)
}

/** Characters of an id that is a file's name; ids we make are shorter (POST_ID_LENGTH_MAX). */
const FILE_ID_LENGTH_MAX = 100

// Control characters, line separators, marks that reorder text, backslash, and what stands for
// bytes that are no UTF-8.
const UNSAFE_NAME = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\\\ufffd]/u
const BAD_START = /^[\s:-]/
/** Endings that an author may have meant for the one that is read. */
const ENDINGS = { '.md': /\.(?:md|markdown|mdown|mdx)$/i, '.yaml': /\.ya?ml$/i }

/**
 * What the content folder has at `path`: a content file, a problem with its name, or null for
 * what is none of ours (other files, dotfiles, an editor's temporary files).
 */
export function classifyPath(path: string): ContentPath | Problem | null {
  const parents = path.split('/')
  const name = parents.pop() ?? ''
  if (parents.some(isIgnoredName) || isIgnoredName(name)) return null
  const fault = parents.map(nameFault).find((reason) => reason !== null)
  if (fault) return problemAt(parents.join('/'), fault)
  const rows = CONTENT_FOLDERS.filter(({ folder }) => folder === (parents[0] ?? ''))
  const isNamed = ({ ids }: ContentFolder) => ids?.includes(fileIdOf(name))
  const row = parents.length === 0 ? rows.find(isNamed) : rows[0]
  if (row === undefined || (!row.isDeep && parents.length > 1)) return null
  // A folder with the name of a post is a problem itself, so nothing in it is read.
  if (parents.some((parent) => parent.endsWith('.md'))) return null
  if (!ENDINGS[row.ending].test(name)) return null
  const reason = fileFault(name, row)
  if (reason !== null) return problemAt(path, reason)
  return { path, kind: row.kind, id: fileIdOf(name) }
}

/** The content file that a path is, told from its names; null for any other. */
export function contentFileAt(path: string): ContentPath | null {
  const file = classifyPath(path)
  return file === null || isProblem(file) ? null : file
}

/** Whether content may lie in a folder at the path: folders may have any name but that of a post. */
export function isContentFolder(path: string): boolean {
  const row = CONTENT_FOLDERS.find(({ folder }) => folder === path.split('/')[0])
  return row !== undefined && (path === row.folder || (row.isDeep && !path.endsWith('.md')))
}

/** Whether a name is nobody's content: a dotfile, or a copy that an editor keeps. */
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

/** A path that can be shown: control characters and their like as `\u{a}`. */
export function printablePath(path: string): string {
  return path.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

/**
 * The key under which two files claim one id: ids are the same without regard to case and Unicode
 * form, because a disk may think so too.
 */
export function clashKey({ kind, id }: Pick<ContentPath, 'kind' | 'id'>): string {
  return `${kind}/${id.normalize('NFC').toLowerCase()}`
}

/** The problem of a file whose id `first` has already. */
export function clashProblem({ path, id }: ContentPath, first: ContentPath): Problem {
  return problemAt(path, `The id '${id}' is already that of ${first.path}; rename one of the two.`)
}

/** Whether a value is a problem rather than what was asked for. */
export function isProblem(value: object): value is Problem {
  return 'reason' in value
}

/** Why a file of this name in a folder of content cannot be read; null when it can. */
function fileFault(name: string, { ending, ids }: ContentFolder): string | null {
  const fault = nameFault(name)
  if (fault !== null) return fault
  if (!name.endsWith(ending)) return `The name must end in ${ending} to be read.`
  const id = fileIdOf(name)
  if (ids !== undefined && !ids.includes(id)) {
    return `There is no resource page '${id}'; there are ${ids.join(', ')}.`
  }
  if (id !== id.trim()) return 'The name must not end with a space.'
  if (id.length <= FILE_ID_LENGTH_MAX) return null
  return `The name is longer than ${FILE_ID_LENGTH_MAX} characters.`
}

/** The id of the file at a path: its name without the ending, in NFC. */
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
