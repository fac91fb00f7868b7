/**
 * Publishes a save: prepares it without a lock, then replaces the index, moves the branch and
 * updates the work tree in one critical section under the author's `index.lock`. The move of the
 * branch is the point of commitment: a fault before it leaves nothing visible, a later one is
 * completed from the intent record.
 */
import { dirname, join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { mapConcurrently } from '../../workers/turns.ts'
import type { IndexLock } from '../locks/index-lock.ts'
import { clearRefLocks, moveRefs, type RefMove } from '../locks/refs.ts'
import type { CommitAuthor } from '../objects/commit-object.ts'
import { refusedWrite } from '../objects/failures.ts'
import { GitFailure } from '../objects/git-process.ts'
import { type FileIdentity, flushFileSystem } from '../objects/io.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { OWN_REFS } from '../objects/repository-paths.ts'
import type { CommitId, LogCommit } from '../repository.ts'
import type { AuthorIndex, Staged } from './author-index.ts'
import type { IntendedFile, IntentRecord } from './intent.ts'
import { type MadeCommits, makeCommits, type NewCommit } from './make-commits.ts'
import type { PushMark } from './push-hook.ts'
import { flushNames, isAsBefore, type Recovery, replaceFile } from './recovery.ts'
import { LOCKED, readRepositoryState } from './repository-state.ts'

const NOT_WRITABLE = 'The server is not allowed to write to the content folder.'
const OUTCOME_UNKNOWN = 'The change may or may not have been saved. Please reload to see.'
/** Above this number of files the whole file system is flushed. */
const FLUSHED_MAX = 50

export interface Publication {
  /** The commit that the branch must still name; null before the first. */
  base: CommitId | null
  /** Commits to make on the base, or an existing commit. */
  commits: readonly NewCommit[] | CommitId
  files: readonly IntendedFile[]
  /** Folder with the new files at their paths. */
  tmpDir: string
}

/** The parts of a save, prepared to be put in place. */
interface Prepared {
  staged: Staged
  /** Our commits, oldest first. */
  newCommits: readonly LogCommit[]
  /** The objects of them. */
  objects: MadeCommits['objects']
  tip: CommitId
}

interface Deps extends RepositoryAccess {
  author: CommitAuthor
  authorIndex: AuthorIndex
  /** Full name of the branch for saves. */
  branch(): string | null
  pushes: PushMark
  intents: IntentRecord
  lock: IndexLock
  recovery: Recovery
}

export class Publisher {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Resolves when the commits are durable, or with null and nothing changed when the repository has
   * changed since the plan.
   * @param options deadline by `performance.now()`; other refs to move in the same transaction; identity of
   *   the author's index when the save began
   * @throws RepositoryError
   */
  async publish(
    publication: Publication,
    options: { deadline: number; moves: readonly RefMove[]; indexIdentity: FileIdentity | null },
  ): Promise<{ newCommits: readonly LogCommit[]; tip: CommitId } | null> {
    const { io, lock, recovery } = this.#deps
    const { deadline, moves, indexIdentity } = options
    const branch = this.#deps.branch()
    if (branch === null) return null
    try {
      const prepared = await this.#prepare(publication, branch, indexIdentity)
      if (!(await lock.take(deadline))) {
        throw new RepositoryError('repository_locked', LOCKED.message)
      }
      if (!(await this.#isUnchanged(publication, branch, indexIdentity))) return null
      const others = [{ ref: OWN_REFS.acked, to: prepared.tip }, ...moves]
      const move = { ref: branch, to: prepared.tip, from: publication.base }
      if (!(await this.#moveRefs(move, others))) return null
      await this.#complete(publication, prepared, [move, ...others])
      return prepared
    } catch (error) {
      throw refusedWrite(error)
    } finally {
      // While a recovery is due the lock is kept: it proves that the index is as the save left it.
      const release = recovery.isDue() ? null : lock.release()
      await release?.catch(() => recovery.completeOrUndo()).catch(() => {})
      await io.removeAll(publication.tmpDir).catch(() => {})
    }
  }

  /** Everything that can be written before the lock is taken, flushed. */
  async #prepare(
    publication: Publication,
    branch: string,
    identity: FileIdentity | null,
  ): Promise<Prepared> {
    const { author, authorIndex, intents, writer } = this.#deps
    const { base, commits, files, tmpDir } = publication
    await this.#makeFolders(files)
    const { newCommits, objects }: MadeCommits =
      typeof commits === 'string'
        ? { newCommits: [], objects: [] }
        : await makeCommits(this.#deps, { base, commits, author })
    const tip = typeof commits === 'string' ? commits : (newCommits.at(-1)?.commit ?? '')
    const work = [
      writer.write(objects),
      authorIndex.prepare(files, { base, identity }),
      intents.save({ branch, tip, files }),
      this.#flushFiles(files, tmpDir),
    ] as const
    // Wait for all, also after a failure: the cleanup removes their files.
    await Promise.allSettled(work)
    const [, staged] = await Promise.all(work)
    return { staged, newCommits, objects, tip }
  }

  async #flushFiles(files: readonly IntendedFile[], tmpDir: string): Promise<void> {
    const { io, paths } = this.#deps
    if (files.length > FLUSHED_MAX) return flushFileSystem(paths.gap)
    await mapConcurrently(files, ({ path }) => io.sync(join(tmpDir, path)))
  }

  async #makeFolders(files: readonly IntendedFile[]): Promise<void> {
    const { paths, io } = this.#deps
    const staying = files.filter(({ after }) => after !== null)
    for (const folder of new Set(staying.map(({ path }) => join(paths.top, dirname(path))))) {
      await io.makeFolder(folder)
      if (!(await io.isWritable(folder))) throw new RepositoryError('read_only', NOT_WRITABLE)
    }
  }

  /** Under the lock: is everything still as it was when the save was planned? */
  async #isUnchanged(
    { files }: Publication,
    branch: string,
    index: FileIdentity | null,
  ): Promise<boolean> {
    const { io, paths, pushes } = this.#deps
    const [{ state }, isPushed, identity, same] = await Promise.all([
      readRepositoryState(this.#deps, branch),
      pushes.isUnderWay(branch),
      io.identity(paths.index),
      mapConcurrently(files, (file) => isAsBefore(this.#deps, file)),
    ])
    return state === 'ok' && !isPushed && identity === index && same.every(Boolean)
  }

  /**
   * Moves the branch and other refs.
   * @returns false when someone else moved or locked the branch
   */
  async #moveRefs(move: RefMove, others: readonly RefMove[]): Promise<boolean> {
    const { ref: branch, to: tip, from: base = null } = move
    try {
      await moveRefs(this.#deps, [move, ...others], () => this.#deps.authorIndex.swap())
      return true
    } catch (error) {
      const wasKilled = error instanceof GitFailure && error.exitCode === null
      if (wasKilled) await clearRefLocks(this.#deps, { branch, tip })
      // Only the branch itself can tell whether the transaction took place.
      const now = await this.#deps.reader.idOf(branch)
      if (now === tip) {
        await moveRefs(this.#deps, others).catch(() => {})
        return true
      }
      await this.#deps.recovery.completeOrUndo()
      const isHeld = error instanceof GitFailure && /lock|but expected/.test(error.message)
      if (wasKilled || isHeld || now !== base) return false
      throw error
    }
  }

  /**
   * The steps after the point of commitment; after a failure they run once more, from the intent
   * record.
   */
  async #complete(
    publication: Publication,
    prepared: Prepared,
    moves: readonly RefMove[],
  ): Promise<void> {
    const { authorIndex, lock, intents, recovery } = this.#deps
    const { files, tmpDir } = publication
    try {
      await authorIndex.forgetSwap()
      await mapConcurrently(files, (file) => replaceFile(this.#deps, file, join(tmpDir, file.path)))
      await authorIndex.noteSwap(prepared.staged, prepared.tip)
      await lock.release()
      await this.#flush(files, prepared, moves)
      await intents.clear()
    } catch {
      try {
        await recovery.completeOrUndo()
        await this.#flush(files, prepared, moves)
      } catch (error) {
        throw new RepositoryError('outcome_unknown', OUTCOME_UNKNOWN, error)
      }
    }
  }

  /** Flushes the folders of refs, files and objects. */
  async #flush(
    files: readonly IntendedFile[],
    { objects }: Prepared,
    moves: readonly RefMove[],
  ): Promise<void> {
    const { paths } = this.#deps
    if (files.length > FLUSHED_MAX) return flushFileSystem(paths.objects)
    // `objects` lacks the blobs that git converted.
    const blobs = files.flatMap(({ after, replaceable }) => [after, ...replaceable])
    const ids = [...objects, ...blobs].flatMap((object) => object?.id ?? [])
    const refs = moves.map(({ ref }) => ref)
    const folders = new Set(ids.map((id) => join(paths.objects, id.slice(0, 2))))
    await flushNames(this.#deps, files, refs, [...folders])
  }
}
