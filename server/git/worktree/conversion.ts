/**
 * Between the bytes of a file in the work tree and those of its blob. Git makes every step that
 * makes a difference, with the author's own settings; here is told where none can. Above this folder
 * a file is always what stands in the work tree.
 */
import { RepositoryError } from '../../errors.ts'
import { refusedWrite } from '../objects/failures.ts'
import { type Git, GitFailure } from '../objects/git-process.ts'
import type { Io } from '../objects/io.ts'
import type { ObjectReader } from '../objects/object-reader.ts'
import { blobId } from '../objects/objects.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { type Conversion, createAttributes } from './attributes.ts'

/** Versions of a file that are looked through for one that was in the work tree. */
const VERSIONS_MAX = 50
const CRLF = Buffer.from('\r\n')

export interface Conversions {
  /**
   * The blob that git would commit for a file of these bytes.
   * @param committed the blob of the file in HEAD, null for none
   * @throws RepositoryError when a filter of the author's fails
   */
  toGit(path: string, bytes: Buffer, committed: string | null): Promise<Buffer>
  /** The bytes that git would check out for a blob. @throws RepositoryError as `toGit` */
  toWorkTree(path: string, blob: Buffer): Promise<Buffer>
  /** As `toWorkTree` where a filter hides the text, else (or when it fails) the blob: for reading. */
  toText(path: string, blob: Buffer): Promise<Buffer>
  /** A version of the file whose bytes had this id in the work tree; null when none is found. */
  findVersion(path: string, id: string): Promise<Buffer | null>
}

interface Parts {
  io: Io
  git: Git
  paths: RepositoryPaths
  reader: ObjectReader
}

/** The conversions of one work tree; paths are those from its top. */
export function createConversions(parts: Parts): Conversions {
  const { io, git, reader } = parts
  const attributes = createAttributes(parts)

  async function withReason<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      const error = refusedWrite(cause)
      const isOther = error instanceof RepositoryError && error.code === 'storage_full'
      throw cause instanceof GitFailure && !isOther ? unconverted(path, cause) : error
    }
  }

  /** Git's answer, kept as an object that `git cat-file` can be asked about. */
  async function hash(path: string, bytes: Buffer): Promise<Buffer> {
    io.step('git hash-object')
    // What stands in the work tree is written anew, so that no line end is lost for good.
    const options = ['-c', 'core.safecrlf=false', 'hash-object', '-w', '--stdin', `--path=${path}`]
    const blob = await reader.read(await git.text(options, { input: bytes }))
    if (blob === null) throw new Error('the object that git has just made cannot be read')
    return blob.body
  }

  async function keepsCrlf(committed: string | null): Promise<boolean> {
    const blob = committed === null ? null : await reader.read(committed)
    return blob?.body.includes(CRLF) ?? false
  }

  async function toGit(path: string, bytes: Buffer, committed: string | null): Promise<Buffer> {
    const found = await attributes.of(path)
    if (found === null || (!found.isForeign && !bytes.includes(CRLF))) return bytes
    // `git add` looks into the index for this, `git hash-object` does not.
    if (!found.isForeign && found.isGuess && (await keepsCrlf(committed))) return bytes
    return withReason(path, () => hash(path, bytes))
  }

  async function checkOut(path: string, blob: Buffer, found: Conversion | null): Promise<Buffer> {
    if (found === null || !(found.isForeign || found.writesCrlf)) return blob
    return withReason(path, async () => {
      const id = blobId(blob)
      if ((await reader.info(id)) === null) {
        await git.run(['hash-object', '-w', '--stdin', '--no-filters'], { input: blob })
      }
      io.step('git cat-file --filters')
      return git.run(['cat-file', '--filters', `--path=${path}`, id])
    })
  }

  return {
    toGit,
    toWorkTree: async (path, blob) => checkOut(path, blob, await attributes.of(path)),

    async toText(path, blob) {
      const found = await attributes.of(path)
      if (!found?.isFiltered) return blob
      try {
        return await checkOut(path, blob, found)
      } catch (error) {
        if (error instanceof RepositoryError) return blob
        throw error
      }
    },

    async findVersion(path, id) {
      const found = await attributes.of(path)
      if (found === null || (await reader.info('HEAD')) === null) return null
      const options = ['--format=', '--raw', '--no-abbrev', '--no-renames', `-${VERSIONS_MAX}`]
      const log = await git.text(['log', ...options, 'HEAD', '--', path])
      for (const [, blob = ''] of log.matchAll(/^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) /gm)) {
        const stored = await reader.read(blob)
        const bytes = stored && (await checkOut(path, stored.body, found))
        if (bytes && blobId(bytes) === id) return bytes
      }
      return null
    },
  }
}

function unconverted(path: string, cause: GitFailure): RepositoryError {
  const error = new RepositoryError(
    'read_only',
    `Git could not convert “${path}” with the filters and attributes that are set for it in the repository, so it was not saved.`,
  )
  error.cause = cause
  return error
}
