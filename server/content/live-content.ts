/**
 * The content as it is now: reads files into records and swaps in the next snapshot. Refreshes
 * run one after another, so however many files a refresh names, with however many pauses between
 * them, visitors see all of it at once or nothing of it.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Tag } from '#domain/tag.ts'
import type { BlobId, Repository } from '../git/repository.ts'
import type { Log } from '../log.ts'
import { Line } from '../workers/line.ts'
import { Turns } from '../workers/turns.ts'
import type { ContentFiles } from './files/content-files.ts'
import { DEFAULT_ABOUT } from './formats/page-file.ts'
import { defaultSite } from './formats/site-file.ts'
import { buildSnapshot, type ContentHistoryFacts, NO_HISTORY } from './index/build-snapshot.ts'
import type { FirstCommitAt, RecordKeeper } from './index/record-keeper.ts'
import { byPlace, type PostRecord, type Problem, type Snapshot } from './records.ts'

/** Timers count in 32 bits; a later publication waits in steps. */
const TIMER_MS_MAX = 2 ** 31 - 1

export interface LiveContentOptions {
  files: ContentFiles
  repository: Repository
  /** Milliseconds since 1970. */
  now: () => number
  /** The content as `loadContent` read it. */
  loaded: RecordKeeper
  log: Log
}

type ReadNews = () => Promise<ContentHistoryFacts | null>

export class LiveContent {
  readonly #options: LiveContentOptions
  readonly #keeper: RecordKeeper
  /** Versions of files whose text could not be rendered, by path. */
  readonly #unrendered = new Map<string, { revision: string; reason: string }>()
  /** Of the problems in the snapshot, so that each is logged once. */
  #logged: ReadonlySet<string> = new Set()
  #history: ContentHistoryFacts = NO_HISTORY
  readonly #line = new Line()
  #timer: NodeJS.Timeout | null = null
  #snapshot: Snapshot
  /** Whether the history or a rendering has told something new since the last swap. */
  #hasNews = false
  #isClosed = false

  /** The content is all there when it returns; nothing is rendered. */
  constructor(options: LiveContentOptions) {
    this.#options = options
    this.#keeper = options.loaded
    this.#keeper.takeChanged()
    this.#snapshot = this.#build(1)
    this.#schedule()
  }

  snapshot(): Snapshot {
    return this.#snapshot
  }

  /** The tags of tags.yaml, in the author's order. */
  listedTags(): readonly Tag[] {
    return this.#keeper.records('tags')[0] ?? []
  }

  /**
   * Reads the content files at these paths again; others are passed over.
   * @param readNews what is new of the history, asked for once the files are read, so that both are
   *   one change; null when nothing is
   */
  refresh(paths: readonly string[], readNews?: ReadNews): Promise<void> {
    return this.#line.run(async () => {
      if (!this.#options.repository.exists()) return
      await this.#applyAll(paths, readNews)
    })
  }

  /** Compares every file with what was read of it. */
  rescan(): Promise<void> {
    return this.#line.run(() => this.#scan())
  }

  /** Takes over what the history says. */
  setHistory(history: ContentHistoryFacts, firstCommitAt: FirstCommitAt): void {
    this.#soon(async () => {
      await this.#keeper.applyFirstCommits(firstCommitAt)
      this.#learn(history)
      this.#swap()
    })
  }

  /** Notes why this version of a file's text cannot be rendered; null when it can. */
  noteRendering(
    { path, revision }: Pick<PostRecord, 'path' | 'revision'>,
    reason: string | null,
  ): void {
    const known = this.#unrendered.get(path)
    if ((known?.revision === revision ? known.reason : null) === reason) return
    if (reason === null) this.#unrendered.delete(path)
    else this.#unrendered.set(path, { revision, reason })
    this.#hasNews = true
    this.#soon(() => this.#swap())
  }

  /** The version of a file that was read last; null for one that is not there or unreadable. */
  revisionOf(path: string): BlobId | null {
    return this.#keeper.entry(path)?.revision ?? null
  }

  /** The post of a file as it was read last, which may not be in a snapshot yet. */
  postAt(path: string): PostRecord | null {
    return this.#keeper.postAt(path)
  }

  /** Whether a file has this id already, by clash key. */
  hasId(key: string): boolean {
    return this.#keeper.hasId(key)
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #learn(history: ContentHistoryFacts): void {
    this.#hasNews ||= history !== this.#history
    this.#history = history
  }

  #build(version: number): Snapshot {
    const keeper = this.#keeper
    const site = keeper.records('site')[0] ?? defaultSite(keeper.zone())
    const pages = [DEFAULT_ABOUT, ...keeper.records('page')]
    const parts = {
      ...this.#history,
      site: { ...site, time_zone: keeper.zone() },
      pages: new Map(pages.map((page) => [page.id, page])),
      listedTags: this.listedTags(),
      projects: keeper.records('project'),
      problems: this.#problems(),
    }
    return buildSnapshot({
      version,
      now: this.#options.now(),
      posts: keeper.records('post'),
      parts,
    })
  }

  /** All problems by file and line; new ones are logged. */
  #problems(): Problem[] {
    const list = this.#keeper.problems()
    for (const [file, { revision, reason }] of this.#unrendered) {
      // Problems of versions that are no longer served are over.
      if (this.revisionOf(file) === revision) list.push({ file, line: null, reason })
      else this.#unrendered.delete(file)
    }
    const logged = new Set<string>()
    for (const { file, line, reason } of list.sort(byPlace)) {
      const key = `${file}\0${reason}`
      if (!this.#logged.has(key) && !logged.has(key)) {
        this.#options.log.warn({ file, line }, reason)
      }
      logged.add(key)
    }
    this.#logged = logged
    return list
  }

  #swap(): void {
    // A missing folder is not an empty one: keep the last content.
    if (this.#isClosed || !this.#options.repository.exists()) return
    const { nextPublication, version } = this.#snapshot
    const isDue = nextPublication !== null && nextPublication <= this.#options.now()
    const hasChanged = this.#keeper.takeChanged()
    if (!isDue && !hasChanged && !this.#hasNews) return
    this.#hasNews = false
    this.#snapshot = this.#build(version + 1)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    const { nextPublication } = this.#snapshot
    if (nextPublication === null) return
    const wait = Math.min(Math.max(0, nextPublication - this.#options.now()), TIMER_MS_MAX)
    this.#timer = setTimeout(() => {
      this.#soon(() => {
        this.#swap()
        this.#schedule()
      })
    }, wait)
    this.#timer.unref()
  }

  /** Work that takes its turn, so that it never swaps in half of a refresh. */
  #soon(work: () => void | Promise<void>): void {
    this.#line
      .run(async () => work())
      .catch((error) =>
        this.#options.log.error({ err: error }, 'The snapshot could not be replaced'),
      )
  }

  async #applyAll(paths: readonly string[], readNews?: ReadNews): Promise<void> {
    const turns = new Turns()
    for (const path of paths) {
      await turns.pause()
      this.#keeper.apply(path)
    }
    await this.#keeper.applyDating(turns)
    const history = await readNews?.()
    if (history) this.#learn(history)
    this.#swap()
  }

  async #scan(): Promise<void> {
    const { files, repository } = this.#options
    if (!repository.exists()) return
    const present = this.#keeper.list()
    const isPresent = new Set(present)
    const changed = [...this.#keeper.paths()].filter((path) => !isPresent.has(path))
    const turns = new Turns()
    for (const path of present) {
      await turns.pause()
      const stamp = this.#keeper.entry(path)?.stamp ?? null
      if (stamp === null || !isDeepStrictEqual(stamp, files.stamp(path))) changed.push(path)
    }
    await this.#applyAll(changed)
  }
}
