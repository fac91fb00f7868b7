/**
 * Between the bytes of a file in the work tree and those of its blob. Git makes every step that
 * makes a difference, with the author's own settings; here is told where none can. Above this folder
 * a file is always what stands in the work tree.
 */

import { RepositoryError } from '../../errors.ts'
import { refusedWrite } from '../objects/failures.ts'
import { GitFailure } from '../objects/git-process.ts'
import { EVERY_SIDE, type LogRecord, readLog } from '../objects/log-records.ts'
import { blobId } from '../objects/objects.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { Attributes, type Conversion } from './attributes.ts'

/** Versions of a file that are looked through for one that was in the work tree. */
const VERSIONS_MAX = 50
const CRLF = Buffer.from('\r\n')

/** The conversions of one work tree; paths are those from its top. */
export class Conversions {
  readonly #deps: RepositoryAccess
  readonly #attributes: Attributes

  constructor(deps: RepositoryAccess) {
    this.#deps = deps
    this.#attributes = new Attributes(deps)
  }

  /**
   * The blob that git would commit for a file of these bytes.
   * @param committed the blob of the file in HEAD, null for none
   * @throws RepositoryError when a filter of the author's fails
   */
  async toGit(path: string, bytes: Buffer, committed: string | null): Promise<Buffer> {
    const found = await this.#attributes.of(path)
    if (found === null || (!found.isForeign && !bytes.includes(CRLF))) return bytes
    // `git add` looks into the index for this, `git hash-object` does not.
    if (!found.isForeign && found.isGuess && (await this.#keepsCrlf(committed))) return bytes
    return this.#withReason(path, () => this.#hash(path, bytes))
  }

  /**
   * The blob that git holds for the bytes of a file or would commit: that of HEAD when they are what
   * it checks out as, since a filter need not hide a text in the same way each time it does.
   * @param committed,throws as `toGit`
   */
  async committedForm(path: string, bytes: Buffer, committed: string | null): Promise<Buffer> {
    if (blobId(bytes) === committed) return bytes
    const head = committed === null ? null : await this.#deps.reader.read(committed)
    const isAsInHead = head && bytes.equals(await this.toWorkTree(path, head.body))
    return isAsInHead ? head.body : this.toGit(path, bytes, committed)
  }

  /** The bytes that git would check out for a blob. @throws RepositoryError as `toGit` */
  async toWorkTree(path: string, blob: Buffer): Promise<Buffer> {
    return this.#checkOut(path, blob, await this.#attributes.of(path))
  }

  /** As `toWorkTree` where a filter hides the text, else (or when it fails) the blob: for reading. */
  async toText(path: string, blob: Buffer): Promise<Buffer> {
    const found = await this.#attributes.of(path)
    if (!found?.isFiltered) return blob
    try {
      return await this.#checkOut(path, blob, found)
    } catch (error) {
      if (error instanceof RepositoryError) return blob
      throw error
    }
  }

  /** A version of the file whose bytes had this id in the work tree; null when none is found. */
  async findVersion(path: string, id: string): Promise<Buffer | null> {
    const { reader, git } = this.#deps
    const found = await this.#attributes.of(path)
    if (found === null || (await reader.info('HEAD')) === null) return null
    const versions: LogRecord[] = []
    const options = [EVERY_SIDE, '--no-renames', `-${VERSIONS_MAX}`, 'HEAD', '--', path]
    await readLog(git, options, (record) => versions.push(record))
    for (const { files } of versions) {
      const blob = files[0]?.after ?? null
      if (blob === null) continue
      const stored = await reader.read(blob)
      const bytes = stored && (await this.#checkOut(path, stored.body, found))
      if (bytes && blobId(bytes) === id) return bytes
    }
    return null
  }

  async #withReason<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      const error = refusedWrite(cause)
      const isFull = error instanceof RepositoryError && error.code === 'storage_full'
      throw cause instanceof GitFailure && !isFull ? unconverted(path, cause) : error
    }
  }

  /** Git's answer, kept as an object that `git cat-file` can be asked about. */
  async #hash(path: string, bytes: Buffer): Promise<Buffer> {
    const { io, reader, git } = this.#deps
    io.step('git hash-object')
    // What stands in the work tree is written again, so that no line end is lost for good.
    const options = ['-c', 'core.safecrlf=false', 'hash-object', '-w', '--stdin', `--path=${path}`]
    const blob = await reader.read(await git.text(options, { input: bytes }))
    if (blob === null) throw new Error('the object that git has just made cannot be read')
    return blob.body
  }

  async #keepsCrlf(committed: string | null): Promise<boolean> {
    const blob = committed === null ? null : await this.#deps.reader.read(committed)
    return blob?.body.includes(CRLF) ?? false
  }

  async #checkOut(path: string, blob: Buffer, found: Conversion | null): Promise<Buffer> {
    const { reader, git, io } = this.#deps
    if (found === null || !(found.isForeign || found.writesCrlf)) return blob
    return this.#withReason(path, async () => {
      const id = blobId(blob)
      if ((await reader.info(id)) === null) {
        await git.run(['hash-object', '-w', '--stdin', '--no-filters'], { input: blob })
      }
      io.step('git cat-file --filters')
      return git.run(['cat-file', '--filters', `--path=${path}`, id])
    })
  }
}

function unconverted(path: string, cause: GitFailure): RepositoryError {
  const error = new RepositoryError(
    'read_only',
    `Git could not convert “${path}” with the filters and attributes that are set for it in the repository, so it was not saved.`,
  )
  // Not git's failure itself: a filter's words could be taken for those of an object that vanished.
  error.cause = new Error(cause.message)
  return error
}
