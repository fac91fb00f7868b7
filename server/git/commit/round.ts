/**
 * One round of the write queue: from the wait until the repository takes writes to the moment when
 * the commits of all its writers stand.
 */
import type { IndexLock } from '../locks/index-lock.ts'
import type { RefLocks } from '../locks/ref-locks.ts'
import type { RefMove, RefMover } from '../locks/ref-mover.ts'
import type { CommitAuthor } from '../objects/commit-object.ts'
import { flushFileSystem } from '../objects/disk.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type {
  CommitId,
  Integrated,
  MergeRules,
  Planner,
  WorkTree,
  WriteResult,
} from '../repository.ts'
import type { Conversions } from '../worktree/conversion.ts'
import { type Base, Chain } from './chain.ts'
import type { HeadWatcher } from './head-watcher.ts'
import type { IndexStore } from './index-store.ts'
import type { PlannedPublication } from './publication.ts'
import type { Publisher } from './publisher.ts'
import type { PushMark } from './push-hook.ts'
import type { Recovery } from './recovery.ts'
import { waitForForeignGit, waitUntilWritable } from './wait-until-writable.ts'

interface Deps extends RepositoryAccess {
  author: CommitAuthor
  conversions: Conversions
  indexes: IndexStore
  headWatcher: HeadWatcher
  pushes: PushMark
  recovery: Recovery
  refLocks: RefLocks
  refs: RefMover
  lock: IndexLock
  publisher: Publisher
  /** The refs to move so that a write on `base` leaves no acknowledged commit without a ref. */
  keepDisplaced(base: CommitId | null): Promise<RefMove[]>
  /** How a fetched commit comes in; without a publication when nothing has to be written. */
  planIntegration(
    base: Base,
    theirs: CommitId,
    rules: MergeRules,
  ): Promise<Integrated & { publication: PlannedPublication | null }>
  /** How long a merge, or another branch, is waited out. */
  busyWaitMs: number
}

/** Begins the rounds of one repository; two never overlap. */
export class Rounds {
  readonly #deps: Deps
  /** Our newest commit. If it is still HEAD, there is nothing by others to check or flush. */
  #ownTip: CommitId | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * @param deadline epoch ms at which the round has to be over
   * @throws RepositoryError when the repository takes no writes
   */
  async begin(deadline: number): Promise<Round> {
    const { headWatcher, refLocks, recovery, lock, refs, paths, busyWaitMs } = this.#deps
    await waitUntilWritable(headWatcher, { deadline, busyWaitMs })
    if (refLocks.isDue()) await refLocks.clear()
    // Rounds do not overlap, so a lock that is still held is one whose release failed.
    if (recovery.isDue()) await recovery.complete()
    else await lock.release()
    const branch = headWatcher.branch() ?? 'HEAD'
    await waitForForeignGit(this.#deps, branch, deadline)
    refs.warmUp()
    const base = await this.#baseOf(branch)
    const isOwn = base.commit === this.#ownTip
    const flushed = isOwn ? Promise.resolve() : flushFileSystem(paths.objects)
    const moves = isOwn ? [] : await this.#deps.keepDisplaced(base.commit)
    const published = (tip: CommitId) => {
      this.#ownTip = tip
      // Not awaited: the commit is made, whatever this check finds.
      headWatcher.check().catch(() => {})
    }
    return new Round(this.#deps, { base, moves, flushed, deadline, published })
  }

  /** The content as a round that began now would find it. */
  async workTree(): Promise<WorkTree> {
    const base = await this.#baseOf(this.#deps.headWatcher.branch() ?? 'HEAD')
    return new Chain(this.#deps, base).view()
  }

  async #baseOf(branch: string): Promise<Base> {
    const { reader } = this.#deps
    const commit = await reader.idOf(branch)
    const tree = commit && (await reader.treeOf(commit))
    return { commit, tree }
  }
}

interface RoundStart {
  base: Base
  moves: RefMove[]
  /** Resolves when what others wrote before is on the disk. */
  flushed: Promise<void>
  deadline: number
  /** Called with our commit once it stands. */
  published(tip: CommitId): void
}

export class Round {
  readonly #deps: Deps
  readonly #start: RoundStart
  readonly #chain: Chain
  #flushed: Promise<void>
  /** What an integration has planned. */
  #integration: PlannedPublication | null = null

  constructor(deps: Deps, start: RoundStart) {
    this.#deps = deps
    this.#start = start
    this.#flushed = start.flushed
    this.#chain = new Chain(deps, start.base)
  }

  /** Plans one writer's commit on top of the others'. @throws what the planner throws */
  add(plan: Planner<unknown>): Promise<WriteResult<unknown>> {
    return this.#chain.add(plan)
  }

  /** Plans how a fetched commit comes in; for a round without other writers. */
  async integrate(theirs: CommitId, rules: MergeRules): Promise<Integrated> {
    const { paths, planIntegration } = this.#deps
    const { publication, ...integrated } = await planIntegration(this.#start.base, theirs, rules)
    this.#integration = publication
    // What was fetched has to be on the disk before a ref of ours names it.
    if (publication !== null) this.#flushed = flushFileSystem(paths.objects)
    return integrated
  }

  /** False when the round has to be planned again. */
  async publish(): Promise<boolean> {
    const planned = this.#integration ?? this.#chain.result()
    if (planned === null) return true
    await this.#flushed
    const { moves, deadline, published } = this.#start
    const isDone = await this.#deps.publisher.publish({ ...planned, moves }, deadline)
    if (!isDone) return false
    for (const object of planned.objects) this.#deps.reader.remember(object)
    published(planned.tip)
    return true
  }
}
