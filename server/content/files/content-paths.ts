/**
 * Which paths of the content folder hold what, told from the path alone. Names that
 * could mislead a terminal, a URL or git are problems; what editors leave behind is nobody's.
 */
import { RESOURCE_PAGE_IDS } from '#domain/site.ts'
import type { Problem } from '../records.ts'

export type ContentKind = 'post' | 'project' | 'tags' | 'site' | 'about' | 'resource'

export interface ContentPath {
  /** As on disk, relative to the content folder, with `/`. */
  path: string
  kind: ContentKind
  /** File name without its ending, in NFC: of a post or project its id, of a resource its page. */
  id: string
}

/** Characters of an id that is a file's name; ids we make are shorter (POST_ID_LENGTH_MAX). */
const FILE_ID_LENGTH_MAX = 100
/** Folders inside each other below `posts`. */
export const FOLDER_DEPTH_MAX = 20

const ROOT_FILES: Readonly<Record<string, ContentKind>> = {
  'tags.yaml': 'tags',
  'site.yaml': 'site',
  'about.md': 'about',
}
const MISSPELLED_ROOT_FILES: ReadonlySet<string> = new Set(['tags.yml', 'site.yml'])
const RESOURCE_PAGES: ReadonlySet<string> = new Set(RESOURCE_PAGE_IDS)

// Control characters, line separators, marks that reorder text, backslash, and what stands for
// bytes that are no UTF-8.
const UNSAFE_NAME = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\\\ufffd]/u
const BAD_START = /^[\s:-]/
const OTHER_POST_ENDING = /\.(?:md|markdown|mdown|mdx)$/i
const OTHER_YAML_ENDING = /\.ya?ml$/i

/**
 * What the content folder has at `path`: a content file, a problem with its name, or null for
 * what is none of ours (other files, dotfiles, an editor's temporary files).
 */
export function classifyPath(path: string): ContentPath | Problem | null {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  if (parts.length === 0) return classifyRootFile(name)
  if (parts.some((folder) => isIgnoredName(folder)) || isIgnoredName(name)) return null
  const fault = parts.map(nameFault).find((reason) => reason !== null)
  if (fault) return { file: printablePath(parts.join('/')), line: null, reason: fault }
  const [folder] = parts
  // A folder with the name of a post is a problem itself, so nothing in it is read.
  if (folder === 'posts') {
    const isInside = parts.some((parent) => parent.endsWith('.md'))
    return isInside ? null : classifyPost(path, name, parts.length)
  }
  if (parts.length > 1) return null
  if (folder === 'projects') return classifyYaml(path, name, 'project')
  if (folder === 'resources') return classifyYaml(path, name, 'resource')
  return null
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
 * Keeps one file for each id. Ids are the same without regard to case and Unicode form, because a
 * disk may think so too; the first by path stays, each other one is a problem that names it.
 * @param files in the order of their paths
 */
export function withoutClashes(files: readonly ContentPath[]): {
  files: ContentPath[]
  problems: Problem[]
} {
  const firstByKey = new Map<string, ContentPath>()
  const problems: Problem[] = []
  for (const file of files) {
    const key = clashKey(file)
    const first = firstByKey.get(key)
    if (first === undefined) firstByKey.set(key, file)
    else problems.push(clashProblem(file, first))
  }
  return { files: [...firstByKey.values()], problems }
}

/** The key under which two files claim one id. */
export function clashKey({ kind, id }: Pick<ContentPath, 'kind' | 'id'>): string {
  return `${kind}/${id.normalize('NFC').toLowerCase()}`
}

/** The problem of a file whose id `first` has already. */
export function clashProblem(file: ContentPath, first: ContentPath): Problem {
  // The panel has no names of files, and each post's address.
  const rename =
    file.kind === 'post'
      ? 'rename this file, or give the other post another address in the panel'
      : 'rename one of the two'
  return {
    file: file.path,
    line: null,
    reason: `The id '${file.id}' is already that of ${first.path}; ${rename}.`,
  }
}

/** Whether a value is a problem rather than what was asked for. */
export function isProblem(value: object): value is Problem {
  return 'reason' in value
}

function classifyRootFile(name: string): ContentPath | Problem | null {
  const kind = Object.hasOwn(ROOT_FILES, name) ? ROOT_FILES[name] : undefined
  if (kind) return { path: name, kind, id: name.replace(/\.\w+$/, '') }
  return MISSPELLED_ROOT_FILES.has(name) ? endingProblem(name, '.yaml') : null
}

function classifyPost(path: string, name: string, depth: number): ContentPath | Problem | null {
  if (!OTHER_POST_ENDING.test(name)) return null
  const fault = nameFault(name)
  if (fault) return { file: printablePath(path), line: null, reason: fault }
  if (!name.endsWith('.md')) return endingProblem(path, '.md')
  if (depth > FOLDER_DEPTH_MAX) return tooDeep(path)
  return named({ path, kind: 'post', id: name.slice(0, -'.md'.length).normalize('NFC') })
}

function classifyYaml(
  path: string,
  name: string,
  kind: 'project' | 'resource',
): ContentPath | Problem | null {
  if (!OTHER_YAML_ENDING.test(name)) return null
  const fault = nameFault(name)
  if (fault) return { file: printablePath(path), line: null, reason: fault }
  if (!name.endsWith('.yaml')) return endingProblem(path, '.yaml')
  const id = name.slice(0, -'.yaml'.length).normalize('NFC')
  if (kind === 'resource' && !RESOURCE_PAGES.has(id)) {
    const reason = `There is no resource page '${id}'; there are ${RESOURCE_PAGE_IDS.join(', ')}.`
    return { file: path, line: null, reason }
  }
  return named({ path, kind, id })
}

function named(file: ContentPath): ContentPath | Problem {
  const { id, path } = file
  if (id !== id.trim()) {
    return { file: path, line: null, reason: 'The name must not end with a space.' }
  }
  if (id.length <= FILE_ID_LENGTH_MAX) return file
  const reason = `The name is longer than ${FILE_ID_LENGTH_MAX} characters.`
  return { file: path, line: null, reason }
}

/** The problem of a folder or file that lies too deep. */
export function tooDeep(path: string): Problem {
  return {
    file: printablePath(path),
    line: null,
    reason: `Folders are read to a depth of ${FOLDER_DEPTH_MAX}; move it up.`,
  }
}

function endingProblem(path: string, ending: string): Problem {
  return { file: path, line: null, reason: `The name must end in ${ending} to be read.` }
}
