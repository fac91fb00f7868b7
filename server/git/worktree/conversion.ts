/** Converts between work tree bytes and blobs by git, with the author's settings. */
import { join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { mapConcurrently } from '../../workers/turns.ts'
import { refusedWrite } from '../objects/failures.ts'
import { GitFailure } from '../objects/git-process.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { foldersAbove } from '../objects/repository-paths.ts'

/** Irreversible line end conversions are fine: the work tree keeps the bytes. */
const SAFE_CRLF = 'core.safecrlf=false'

/** The id of the blob that git makes of the bytes. @throws RepositoryError when a filter fails */
export function convertedId(
  { io, git }: Pick<RepositoryAccess, 'io' | 'git'>,
  path: string,
  bytes: Buffer,
): Promise<string> {
  const args = ['-c', SAFE_CRLF, 'hash-object', '--stdin', `--path=${path}`]
  io.step('git hash-object')
  return git.text(args, { input: bytes }).catch((error: unknown) => {
    throw conversionError(error, [path])
  })
}

/** The bytes that git would check out for a blob. @throws RepositoryError when a filter fails */
export function checkedOut(
  { io, git }: Pick<RepositoryAccess, 'io' | 'git'>,
  path: string,
  blob: string,
): Promise<Buffer> {
  const args = ['cat-file', '--filters', `--path=${path}`, blob]
  io.step('git cat-file')
  return git.run(args).catch((error: unknown) => {
    throw conversionError(error, [path])
  })
}

/**
 * Content of a blob for reading: after the smudge filters or, if these fail, as stored. Null for no
 * blob.
 */
export async function readableText(
  access: Pick<RepositoryAccess, 'io' | 'git' | 'paths' | 'reader'>,
  path: string,
  blob: string,
): Promise<Buffer | null> {
  const stored = await access.reader.blob(blob)
  if (stored === null || !access.paths.hasFilters) return stored
  if (!(await hasAttributes(access, path))) return stored
  return checkedOut(access, path, blob).catch(() => stored)
}

/** Whether attributes of the repository may apply to a file. */
async function hasAttributes(
  { io, paths }: Pick<RepositoryAccess, 'io' | 'paths'>,
  path: string,
): Promise<boolean> {
  const inFolders = foldersAbove(path).map((folder) => join(paths.top, folder, '.gitattributes'))
  const files = [join(paths.commonFolder, 'info/attributes'), ...inFolders]
  return (await mapConcurrently(files, (file) => io.kind(file))).some(Boolean)
}

/** The error of a git command that converts files: a filter that failed gets a sentence. */
export function conversionError(cause: unknown, paths: readonly string[]): unknown {
  const error = refusedWrite(cause)
  const isFull = error instanceof RepositoryError && error.code === 'storage_full'
  if (!(cause instanceof GitFailure) || isFull || !/filter|encod/.test(cause.stderr)) return error
  const what = paths.length === 1 ? `“${paths[0]}”` : `${paths.length} files`
  return new RepositoryError(
    'read_only',
    `Git could not convert ${what} with the filters and attributes that are set in the repository, so nothing was saved.`,
    // Not git's failure itself: a filter's words could be taken for those of a missing object.
    new Error(cause.message),
  )
}
