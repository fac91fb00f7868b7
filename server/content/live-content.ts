/**
 * The content as it is now: reads files into records, swaps in the next snapshot, and makes the
 * admin's changes (commit, read the files again, then answer). Refreshes run one after another, so
 * however many files a refresh names, with however many pauses between them, visitors see all of it
 * at once or nothing of it.
 */
import type { CommitId, LogCommit, Repository, WorkTree, WritePlan } from '../git/repository.ts'
import type { Log } from '../log.ts'
import { Line } from '../workers/line.ts'
import type { ContentFiles } from './files/content-files.ts'
import { DEFAULT_ABOUT } from './formats/page-file.ts'
import { defaultSite } from './formats/site-file.ts'
import { HistoryReader } from './history/history-reader.ts'
import { buildSnapshot, type ContentHistoryFacts, NO_HISTORY } from './index/build-snapshot.ts'
import { checkFreeIds } from './index/ids.ts'
import type { RecordKeeper } from './index/record-keeper.ts'
import { byPlace, type PostRecord, type Problem, type Saved, type Snapshot } from './records.ts'

/** How late a scheduled post may appear. */
const LOOK_EVERY_MS = 500

export interface LiveContentOptions {
  files: ContentFiles
  repository: Repository
  /** Milliseconds since 1970. */
  now: () => number
  /** The content as `loadContent` read it. */
  loaded: RecordKeeper
  log: Log
}

/** What one write changes; its value is what the admin is answered. */
export interface ContentPlan<T> extends WritePlan<T> {
  /** True when the file had moved on and both changes fitted together. */
  merged?: boolean
}

export class LiveContent {
  readonly contentFiles: ContentFiles
  readonly repository: Repository
  readonly now: () => number
  readonly log: Log
  /** The files as they were read last, which may not be in a snapshot yet. */
  readonly records: RecordKeeper
  readonly historyReader: HistoryReader
  /** Of the problems in the snapshot, so that each is logged once. */
  #logged: ReadonlySet<string> = new Set()
  #history: ContentHistoryFacts = NO_HISTORY
  readonly #line = new Line()
  readonly #timer: NodeJS.Timeout
  #snapshot: Snapshot
  /** The version of the records that the snapshot is of. */
  #built = 0
  /** The newest commit that was made here. */
  #newest: CommitId | null = null
  readonly #stopFollowing: () => void

  /** The content is all there when it returns; nothing is rendered or looked up in git. */
  constructor({ files, repository, now, loaded, log }: LiveContentOptions) {
    this.contentFiles = files
    this.repository = repository
    this.now = now
    this.log = log
    this.records = loaded
    this.#snapshot = this.#build(1)
    this.#timer = setInterval(() => {
      if (this.#isDue()) this.#soon(() => this.#swap())
    }, LOOK_EVERY_MS)
    this.#timer.unref()
    this.historyReader = new HistoryReader({
      ...{ repository, records: loaded, log },
      onChange: (history) =>
        this.#soon(async () => {
          const { reading } = this.historyReader
          await loaded.applyFirstCommits((path) => reading.postLine(path)?.firstAt ?? null)
          this.#history = history
          this.#swap()
        }),
    })
    this.#stopFollowing = repository.onChange(() => this.historyReader.ask())
    this.historyReader.ask()
  }

  snapshot(): Snapshot {
    return this.#snapshot
  }

  /** Reads these paths again (relative to the content folder) and swaps when they changed. */
  refresh(paths: readonly string[]): Promise<void> {
    return this.#line.run(() => this.#apply(paths, []))
  }

  /** Compares every file with what was read of it: the net under the watcher's hints. */
  async rescan(): Promise<void> {
    await this.#line.run(async () => {
      if (this.repository.exists()) await this.#apply(await this.records.changed(), [])
    })
    // HEAD may have moved there and back between two looks at it.
    this.historyReader.ask()
  }

  /**
   * Commits what `plan` returns, then reads the written files again: the answer, and everyone after
   * it, sees them and the commit. @throws what `plan` throws, and RepositoryError
   */
  async write<T>(plan: (tree: WorkTree) => Promise<ContentPlan<T>>): Promise<Saved<T>> {
    let paths: string[] = []
    let merged = false
    const { commit, made, value } = await this.repository.write(async (tree) => {
      const planned = await plan(tree)
      paths = planned.changes.map(({ path }) => path)
      merged = planned.merged ?? false
      await checkFreeIds(planned.changes, { tree, records: this.records })
      return planned
    })
    if (commit !== null) {
      this.#newest = commit
      this.log.info({ commit, files: paths }, 'Committed')
    }
    await this.#line.run(() => this.#apply(paths, made))
    return { value, commit, merged }
  }

  /** Whether the commit is the newest that was made here. */
  isOwnCommit(commit: CommitId): boolean {
    return commit === this.#newest
  }

  /** Notes why this version of a text cannot be rendered; null when it can. */
  noteRendering(revision: PostRecord['revision'], reason: string | null): void {
    this.records.noteRendering(revision, reason)
    if (this.records.version !== this.#built) this.#soon(() => this.#swap())
  }

  close(): void {
    this.#stopFollowing()
    this.historyReader.close()
    clearInterval(this.#timer)
  }

  /** @param made commits of a save, whose news are one change with the files */
  async #apply(paths: readonly string[], made: readonly LogCommit[]): Promise<void> {
    if (!this.repository.exists()) return
    await this.records.refresh(paths)
    this.#history = (await this.historyReader.readOwn(made)) ?? this.#history
    this.#swap()
  }

  #build(version: number): Snapshot {
    const { records } = this
    this.#built = records.version
    const site = records.records('site')[0] ?? defaultSite(records.zone())
    const pages = [DEFAULT_ABOUT, ...records.records('page')]
    const parts = {
      ...this.#history,
      site: { ...site, time_zone: records.zone() },
      pages: new Map(pages.map((page) => [page.id, page])),
      listedTags: records.records('tags')[0] ?? [],
      projects: records.records('project'),
      problems: this.#problems(),
    }
    return buildSnapshot({ version, now: this.now(), posts: records.records('post'), parts })
  }

  /** All problems by file and line; new ones are logged. */
  #problems(): Problem[] {
    const list = this.records.problems().sort(byPlace)
    const logged = new Set<string>()
    for (const { file, line, reason } of list) {
      const key = `${file}\0${reason}`
      if (!this.#logged.has(key) && !logged.has(key)) this.log.warn({ file, line }, reason)
      logged.add(key)
    }
    this.#logged = logged
    return list
  }

  #swap(): void {
    // A missing folder is not an empty one: keep the last content.
    if (!this.repository.exists()) return
    const { version, facts } = this.#snapshot
    const hasNews = this.records.version !== this.#built || this.#history.facts !== facts
    if (this.#isDue() || hasNews) this.#snapshot = this.#build(version + 1)
  }

  /** Whether a scheduled post has become public since the last swap. */
  #isDue(): boolean {
    const { nextPublication } = this.#snapshot
    return nextPublication !== null && nextPublication <= this.now()
  }

  /** Work that takes its turn, so that it never swaps in half of a refresh. */
  #soon(work: () => void | Promise<void>): void {
    this.#line
      .run(async () => work())
      .catch((err) => this.log.error({ err }, 'The snapshot could not be replaced'))
  }
}
