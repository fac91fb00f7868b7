/**
 * Reads files into records, replaces the snapshot, and commits changes. Refreshes run one at a time
 * and swap at the end, so visitors see all of a refresh or nothing of it.
 */
import type { CommitId, LogCommit, Repository, WorkTree } from '../git/repository.ts'
import type { Log } from '../log.ts'
import type { MarkdownRenderer } from '../markdown/markdown-renderer.ts'
import { JobQueue } from '../workers/job-queue.ts'
import type { ContentFiles } from './files/content-files.ts'
import { contentFileAt } from './files/content-paths.ts'
import { imprintOf, type ProofRecord } from './formats/time-stamp.ts'
import { HistoryFollower } from './history/history-follower.ts'
import { snapshotOf } from './index/build-snapshot.ts'
import type { ContentIndex } from './index/content-index.ts'
import { checkFreeIds } from './index/ids.ts'
import { byLine, type Problem } from './problem.ts'
import type { ContentPlan, PostRecord, Saved, Snapshot } from './records.ts'
import { Search } from './search/search.ts'

/** Poll interval for scheduled posts. */
const PUBLICATION_POLL_MS = 500
/** How far the clock of an authority may be ahead of ours. */
const CLOCKS_MS = 24 * 60 * 60_000

/** Uploaded images that are not committed yet, by path in the content folder. */
interface PendingImageStore {
  read(path: string): Promise<Buffer | null>
  forget(paths: readonly string[]): Promise<void>
}

type ContentStoreOptions = Pick<
  ContentStore,
  'contentFiles' | 'repository' | 'now' | 'images' | 'renderer' | 'log' | 'records'
>

export class ContentStore {
  readonly contentFiles: ContentFiles
  readonly repository: Repository
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly images: PendingImageStore
  readonly renderer: Pick<MarkdownRenderer, 'render'>
  readonly log: Log
  /** The files as last read, perhaps not in a snapshot yet. */
  readonly records: ContentIndex
  readonly search: Search
  readonly historyFollower: HistoryFollower
  /** Keys of the snapshot's problems, so that each is logged once. */
  #warnedProblems: ReadonlySet<string> = new Set()
  /** The newest time stamp that holds. */
  #proof: ProofRecord | null = null
  readonly #queue = new JobQueue()
  readonly #timer: NodeJS.Timeout
  #snapshot: Snapshot
  /** Version of the records in the snapshot. */
  #builtVersion = 0
  #ownCommit: CommitId | null = null
  readonly #unsubscribe: () => void

  /**
   * Builds the first snapshot, without rendering and without git.
   * @param options.records the content as `loadContent` read it
   */
  constructor(options: ContentStoreOptions) {
    const { repository, records, log } = options
    this.contentFiles = options.contentFiles
    this.repository = repository
    this.now = options.now
    this.images = options.images
    this.renderer = options.renderer
    this.log = log
    this.records = records
    this.historyFollower = new HistoryFollower({
      repository,
      records,
      log,
      history: () => repository.parts().history,
      onChange: () => this.#enqueue(() => this.#applyHistory()),
    })
    this.#snapshot = this.#build(1)
    this.#timer = setInterval(() => {
      if (this.#isPublicationDue()) this.#enqueue(async () => this.#swap())
    }, PUBLICATION_POLL_MS)
    this.#timer.unref()
    this.#unsubscribe = repository.onChange(() => this.historyFollower.schedule())
    this.historyFollower.schedule()
    this.search = new Search(() => this.#snapshot)
  }

  snapshot(): Snapshot {
    return this.#snapshot
  }

  /** Reads these paths again (relative to the content folder) and swaps when they changed. */
  refresh(paths: readonly string[]): Promise<void> {
    return this.#queue.run(() => this.#apply(paths, []))
  }

  /** Finds the changed files by comparing all: the watcher may miss events. */
  async rescan(): Promise<void> {
    await this.#queue.run(async () => {
      if (this.repository.checkFolders()) await this.#apply(await this.records.changed(), [])
    })
    // HEAD may have moved away and back between two polls.
    this.historyFollower.schedule()
  }

  /**
   * Commits the plan, then reads the written files again, so that the answer and every later one
   * has them. @throws errors of `plan`, RepositoryError
   */
  async write<T>(plan: (tree: WorkTree) => Promise<ContentPlan<T>>): Promise<Saved<T>> {
    let paths: string[] = []
    let merged = false
    const { commit, newCommits, value } = await this.repository
      .parts()
      .saves.write(async (tree) => {
        const planned = await plan(tree)
        paths = planned.changes.map(({ path }) => path)
        merged = planned.merged ?? false
        await checkFreeIds(planned.changes, { tree, records: this.records })
        return planned
      })
    if (commit !== null) {
      this.#ownCommit = commit
      this.log.info({ commit, files: paths }, 'Committed')
    }
    await this.#queue.run(() => this.#apply(paths, newCommits))
    return { value, commit, merged }
  }

  isOwnCommit(commit: CommitId): boolean {
    return commit === this.#ownCommit
  }

  /** Records why a version of a text cannot be rendered; null when it can. */
  noteRendering(revision: PostRecord['revision'], reason: string | null): void {
    this.records.noteRendering(revision, reason)
    if (this.records.version !== this.#builtVersion) this.#enqueue(async () => this.#swap())
  }

  close(): void {
    this.#unsubscribe()
    this.historyFollower.close()
    clearInterval(this.#timer)
  }

  /** @param newCommits commits of a save, applied in the same swap */
  async #apply(paths: readonly string[], newCommits: readonly LogCommit[]): Promise<void> {
    if (!this.repository.checkFolders()) return
    await this.records.refresh(paths)
    if (paths.some((path) => contentFileAt(path)?.kind === 'proof')) await this.#checkProofs()
    await this.historyFollower.readOwn(newCommits)
    this.#swap()
  }

  async #applyHistory(): Promise<void> {
    const { timeline } = this.historyFollower
    await this.records.applyFirstCommits((path) => timeline.postAt(path)?.firstAt ?? null)
    await this.#checkProofs()
    this.#swap()
  }

  /** A stamp counts if it is of its name's commit, in the (readable) history, and not of the future. */
  async #checkProofs(): Promise<void> {
    const latest = this.now() + CLOCKS_MS
    const proofs = this.records.recordsOf('proof').filter(({ at }) => at <= latest)
    this.#proof = null
    for (const proof of proofs.sort((a, b) => b.at - a.at)) {
      const commit = await this.#commitOfBranch(proof.commit).catch(() => null)
      if (commit === null || imprintOf(commit) !== proof.imprint) continue
      this.#proof = proof
      return
    }
  }

  async #commitOfBranch(commit: CommitId): Promise<Buffer | null> {
    return this.repository.parts().history.rawCommitOfBranch(commit)
  }

  #build(version: number): Snapshot {
    this.#builtVersion = this.records.version
    const { facts: history } = this.historyFollower
    const problems = this.#problems()
    const source = { version, now: this.now(), history, proof: this.#proof, problems }
    return snapshotOf(this.records, source)
  }

  /** All problems by file and line; new ones are logged. */
  #problems(): Problem[] {
    const list = this.records.problems().sort(byLine)
    const keys = new Set<string>()
    for (const { file, line, reason } of list) {
      const key = `${file}\0${reason}`
      if (!this.#warnedProblems.has(key) && !keys.has(key)) this.log.warn({ file, line }, reason)
      keys.add(key)
    }
    this.#warnedProblems = keys
    return list
  }

  #swap(): void {
    // A missing folder is not an empty folder: keep the last content.
    if (!this.repository.checkFolders()) return
    const { version, facts } = this.#snapshot
    const hasChanged =
      this.records.version !== this.#builtVersion || this.historyFollower.facts.facts !== facts
    if (this.#isPublicationDue() || hasChanged) this.#snapshot = this.#build(version + 1)
  }

  /** Whether a scheduled post has become public since the last swap. */
  #isPublicationDue(): boolean {
    const { nextPublication } = this.#snapshot
    return nextPublication !== null && nextPublication <= this.now()
  }

  /** Queues work, so that it never swaps in half of a refresh. */
  #enqueue(work: () => Promise<void>): void {
    this.#queue
      .run(work)
      .catch((err) => this.log.error({ err }, 'The snapshot could not be replaced'))
  }
}
