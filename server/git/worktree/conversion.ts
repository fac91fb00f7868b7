/**
 * Converts between work tree bytes and blobs: by git, with the author's settings (line ends,
 * encodings, filters).
 */
import { dirname, join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { mapConcurrently } from '../../workers/turns.ts'
import { refusedWrite } from '../objects/failures.ts'
import { GitFailure } from '../objects/git-process.ts'
import { blobId } from '../objects/object-id.ts'
import { gitStep, type RepositoryAccess } from '../objects/repository-access.ts'
import { foldersAbove } from '../objects/repository-paths.ts'
import { modeOf, permissionsOf, type TreeEntry } from '../objects/tree.ts'

const CRLF = Buffer.from('\r\n')
/** Irreversible line end conversions are fine: the work tree keeps the bytes. */
const SAFE_CRLF = 'core.safecrlf=false'
const ATTRIBUTES = '.gitattributes'

interface NewFile {
  /** From the top of the work tree. */
  path: string
  bytes: Buffer
  /** Entry in the parent commit. */
  committed: TreeEntry | null
}

/**
 * Writes files into a folder laid out like the work tree, unflushed. Where attributes, filters or
 * carriage returns may change a blob, git writes it.
 * @returns by path the entry for the commit and the content of a blob that is still to be written;
 *   null if git wrote it
 * @throws RepositoryError when a filter fails
 */
export async function writeNewFiles(
  access: RepositoryAccess,
  folder: string,
  files: readonly NewFile[],
) {
  const { io } = access
  const entries = await mapConcurrently(files, async ({ path, bytes, committed }) => {
    const mode = modeOf(committed)
    await io.makeFolder(dirname(join(folder, path)))
    await io.writeNew(join(folder, path), bytes, permissionsOf(mode))
    const isConverted = bytes.includes('\r') || (await hasAttributes(access, path))
    const id = isConverted
      ? await writeBlob(access, path, bytes, committed?.id ?? null)
      : blobId(bytes)
    return [path, { entry: { mode, id }, blob: isConverted ? null : bytes }] as const
  })
  return new Map(entries)
}

/**
 * The blob that git would commit for one file.
 * @param committed the blob that HEAD has there, null for none @throws as `writeNewFiles`
 */
export async function writeBlob(
  access: RepositoryAccess,
  path: string,
  bytes: Buffer,
  committed: string | null,
): Promise<string> {
  const isKept = await isKeptCrlf(access, path, bytes, committed)
  const conversion = isKept ? '--no-filters' : `--path=${path}`
  const args = ['-c', SAFE_CRLF, 'hash-object', '-w', '--stdin', conversion]
  return (await withReason(path, () => gitStep(access, args, { input: bytes }))).trim()
}

/** The bytes that git would check out for a blob. @throws RepositoryError when a filter fails */
export function checkedOut(
  access: Pick<RepositoryAccess, 'io' | 'git'>,
  path: string,
  blob: string,
): Promise<Buffer> {
  const args = ['cat-file', '--filters', `--path=${path}`, blob]
  access.io.step('git cat-file')
  return withReason(path, () => access.git.run(args))
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

/** Whether attributes or filters may apply to a file. */
async function hasAttributes(
  { io, paths }: Pick<RepositoryAccess, 'io' | 'paths'>,
  path: string,
): Promise<boolean> {
  const inFolders = foldersAbove(path).map((folder) => join(paths.top, folder, ATTRIBUTES))
  for (const file of [...paths.attributeFiles, ...inFolders]) {
    if ((await io.kind(file)) !== null) return true
  }
  return false
}

/**
 * Whether `git add` would keep the CRLF of a file: text is only detected, not set, and the
 * committed blob has CRLF. `git hash-object` ignores the committed blob.
 */
async function isKeptCrlf(
  { git, reader }: RepositoryAccess,
  path: string,
  bytes: Buffer,
  committed: string | null,
): Promise<boolean> {
  if (committed === null || !bytes.includes(CRLF)) return false
  if ((await reader.blob(committed))?.includes(CRLF) !== true) return false
  const output = await git.text(['check-attr', '-z', 'text', 'eol', 'filter', '--', path])
  const [, , text, , , eol, , , filter] = output.split('\0')
  const isGuess = text === 'auto' || (text === 'unspecified' && eol === 'unspecified')
  return isGuess && filter === 'unspecified'
}

async function withReason<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const error = refusedWrite(cause)
    const isFull = error instanceof RepositoryError && error.code === 'storage_full'
    if (!(cause instanceof GitFailure) || isFull) throw error
    // Not git's failure itself: a filter's words could be taken for those of a missing object.
    throw new RepositoryError(
      'read_only',
      `Git could not convert “${path}” with the filters and attributes that are set for it in the repository, so it was not saved.`,
      new Error(cause.message),
    )
  }
}
