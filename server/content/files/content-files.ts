/**
 * Reads the content folder safely: only regular files, no links, bounded size, no wait on a pipe.
 * Synchronous, which for thousands of small files is five times faster than promises.
 */
import * as fs from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '../problem.ts'
import {
  type ContentPath,
  classifyPath,
  isContentFolder,
  isIgnoredName,
  isProblem,
  nameFault,
  problemAt,
} from './content-paths.ts'
import { findImage } from './media-files.ts'

export const FILE_BYTES_MAX = 1024 * 1024

export interface FileContent {
  bytes: Buffer
  stamp: string
  /** In milliseconds since 1970. */
  mtimeMs: number
  ctimeMs: number
}

export type ContentFiles = ReturnType<typeof createContentFiles>

const NOT_A_FILE_REASON = 'This is not a regular file; only regular files are read.'
const LINK_REASON = 'This is a link; links are not followed.'
export const TOO_LARGE_REASON = `The file is larger than ${FILE_BYTES_MAX / 1024 / 1024} MiB.`
const NO_PERMISSION_REASON = 'The server has no permission to read this.'
const READ_REASONS: Readonly<Record<string, string>> = {
  ELOOP: LINK_REASON,
  ENXIO: NOT_A_FILE_REASON,
  EACCES: NO_PERMISSION_REASON,
  EPERM: NO_PERMISSION_REASON,
  ENAMETOOLONG: 'The name is too long.',
}

/** Content of the folder, by names and types alone. */
interface Listing {
  files: ContentPath[]
  problems: Problem[]
}

/** @param contentDir may be a link and need not exist yet */
export function createContentFiles(contentDir: string) {
  return {
    list(): Listing {
      const listing: Listing = { files: [], problems: [] }
      walk(contentDir, '', listing)
      listing.files.sort((a, b) => (a.path < b.path ? -1 : 1))
      return listing
    },

    /**
     * The file at the path of a content file, the problem that makes it unreadable, or null for no
     * file. Never blocks, never throws.
     */
    read(path: string): FileContent | Problem | null {
      try {
        const content = folderFault(contentDir, path) ?? readRegularFile(join(contentDir, path))
        return typeof content === 'string' ? problemAt(path, content) : content
      } catch (error) {
        return readProblem(path, error)
      }
    },

    findImage: (path: string) => findImage(contentDir, path),

    /** Fingerprint of a file's stats, which changes when the file does; null for no file. */
    stamp(path: string): string | null {
      const stats = fs.lstatSync(join(contentDir, path), { throwIfNoEntry: false })
      return stats ? stampOf(stats) : null
    },
  }
}

function stampOf({ ino, size, mtimeMs, ctimeMs }: fs.Stats): string {
  return [ino, size, mtimeMs, ctimeMs].join(' ')
}

function walk(root: string, folder: string, listing: Listing): void {
  const note = (result: ContentPath | Problem | null) => {
    if (result !== null && isProblem(result)) listing.problems.push(result)
    else if (result !== null) listing.files.push(result)
  }
  let entries: fs.Dirent[]
  try {
    entries = fs.readdirSync(join(root, folder), { withFileTypes: true })
  } catch (error) {
    note(readProblem(folder, error))
    return
  }
  for (const entry of entries) {
    if (isIgnoredName(entry.name)) continue
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    const isFolder = entry.isDirectory() && isContentFolder(path)
    const fault = isFolder ? nameFault(entry.name) : null
    if (fault !== null) note(problemAt(path, fault))
    else if (isFolder) walk(root, path, listing)
    else note(classifyEntry(path, entry))
  }
}

function classifyEntry(path: string, entry: fs.Dirent): ContentPath | Problem | null {
  // A link without an extension may point to a folder of posts, so its absence is explained.
  if (entry.isSymbolicLink() && isContentFolder(path) && !/\.\w+$/.test(entry.name)) {
    return problemAt(path, LINK_REASON)
  }
  const result = classifyPath(path)
  if (result === null || isProblem(result) || entry.isFile()) return result
  return problemAt(path, entry.isSymbolicLink() ? LINK_REASON : NOT_A_FILE_REASON)
}

/** O_NOFOLLOW covers only the last name, so each parent folder is checked. */
function folderFault(root: string, path: string): string | null {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    const stats = fs.lstatSync(join(root, path.slice(0, end)))
    if (stats.isSymbolicLink()) return LINK_REASON
  }
  return null
}

// Without O_NONBLOCK a pipe without a writer would block for ever.
const OPEN_FLAGS = fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK

/** The file's content, or the reason why it is not read. */
function readRegularFile(path: string): FileContent | string {
  const descriptor = fs.openSync(path, OPEN_FLAGS)
  try {
    const stats = fs.fstatSync(descriptor)
    if (!stats.isFile()) return NOT_A_FILE_REASON
    if (stats.size > FILE_BYTES_MAX) return TOO_LARGE_REASON
    const bytes = fs.readFileSync(descriptor)
    if (bytes.length > FILE_BYTES_MAX) return TOO_LARGE_REASON
    return { bytes, stamp: stampOf(stats), mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs }
  } finally {
    fs.closeSync(descriptor)
  }
}

/** The problem of an unreadable path; null when nothing is there. */
function readProblem(path: string, error: unknown): Problem | null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return null
  if (typeof code !== 'string') throw error
  return problemAt(path, READ_REASONS[code] ?? `This cannot be read (${code}).`)
}
