/**
 * Tells the store which files may have changed. Events may be missing or wrong, so all files are
 * compared when HEAD moves, when a folder appears or disappears, and every minute. While git
 * changes the work tree, events and rescans wait, so that a pull is one change.
 */
import { realpathSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import type { Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { Debounce } from '../../workers/debounce.ts'
import type { ContentStore } from '../content-store.ts'
import { classifyPath, contentFileAt, isContentFolder, isIgnoredName } from './content-paths.ts'

/** Debounce of events, with a maximum for a file that is written all the time. */
const QUIET_MS = 12
const WAIT_MS_MAX = 150
/**
 * Chokidar drops a change that follows another of the same file within 50 ms, unless it waits until
 * the file stops growing.
 */
const WRITE_FINISH = { stabilityThreshold: 30, pollInterval: 10 }
/** While `index.lock` is there, events wait at most 10 s after the first. */
const EVENTS_HOLD_MS_MAX = 10_000
/** Maximum wait of a rescan for the index lock, and of events after the last one. */
const HOLD_MS_MAX = 2_000
/** Above this number the changes come from git, and more events may follow: rescan. */
const EVENTS_MAX = 32
/** After a move of HEAD events usually come first, so the rescan can wait. */
const RESCAN_AFTER_MS = 250
const RESCAN_EVERY_MS = 500
const MINUTE_MS = 60_000
/**
 * The first readers of a new server do not wait while thousands of files begin to be watched; with
 * the quiet time of a rescan a change by hand still shows within a second.
 */
const FIRST_SCAN_MS = 300
const WATCH_FAILURE = 'Not every folder can be watched; changes there show within a minute'

interface ContentWatcherDeps {
  contentDir: string
  store: Pick<ContentStore, 'refresh' | 'rescan' | 'isOwnCommit'>
  repository: Pick<Repository, 'isIndexLocked' | 'checkFolders' | 'onChange' | 'head'>
  log: Log
}

/** Starts watching when created; create it after the server listens. */
export class ContentWatcher {
  readonly #deps: ContentWatcherDeps
  readonly #events: Debounce<string>
  /** With 'all files' a rescan runs even if our own commit moved HEAD. */
  readonly #rescans: Debounce<'all files'>
  /** Null while the content folder is missing. */
  #watcher: FSWatcher | null = null
  readonly #stopListening: () => void
  readonly #timers: readonly NodeJS.Timeout[]
  #isClosed = false

  constructor(deps: ContentWatcherDeps) {
    const { repository, log } = deps
    this.#deps = deps
    this.#events = new Debounce((paths) => this.#applyEvents(paths), {
      quietMs: QUIET_MS,
      waitMsMax: WAIT_MS_MAX,
      // A stale lock delays little.
      shouldDelay: async ({ sinceFirst, sinceLast }) =>
        sinceFirst < EVENTS_HOLD_MS_MAX && sinceLast < HOLD_MS_MAX && repository.isIndexLocked(),
      failure: 'A change of the content could not be read',
      log,
    })
    this.#rescans = new Debounce((requests) => this.#rescan(requests.size > 0), {
      quietMs: RESCAN_AFTER_MS,
      everyMs: RESCAN_EVERY_MS,
      // Git may be writing the files of a push.
      shouldDelay: async ({ sinceFirst }) => sinceFirst < HOLD_MS_MAX && repository.isIndexLocked(),
      failure: 'The content could not be compared with the disk',
      log,
    })
    this.#stopListening = repository.onChange(() => {
      // Other folders may come back than those that are missing now.
      if (repository.checkFolders()) return this.#rescans.schedule()
      void this.#watcher?.close()
      this.#watcher = null
      this.#rescans.schedule('all files')
    })
    const scan = () => this.#rescans.schedule('all files')
    this.#timers = [setTimeout(scan, FIRST_SCAN_MS).unref(), setInterval(scan, MINUTE_MS).unref()]
  }

  close(): void {
    this.#isClosed = true
    this.#events.close()
    this.#rescans.close()
    void this.#watcher?.close()
    this.#stopListening()
    for (const timer of this.#timers) clearTimeout(timer)
  }

  /** For the files of a new, removed or moved folder events are incomplete. */
  async #applyEvents(paths: ReadonlySet<string>): Promise<void> {
    if (paths.has('') || paths.size > EVENTS_MAX) await this.#rescan(true)
    else await this.#deps.store.refresh([...paths])
  }

  /** Our own commits refresh their files themselves. */
  async #rescan(isForced: boolean): Promise<void> {
    const { store, repository } = this.#deps
    // Repeat until the content folder and its repository are back.
    if (!repository.checkFolders()) return this.#rescans.schedule('all files')
    const head = isForced ? null : await repository.head()
    if (head !== null && store.isOwnCommit(head)) return
    if (this.#isClosed) return
    this.#watcher ??= this.#watch()
    await store.rescan()
  }

  #watch(): FSWatcher {
    const root = realpathSync(this.#deps.contentDir)
    const watcher = watch(root, {
      followSymlinks: false,
      ignoreInitial: true,
      awaitWriteFinish: WRITE_FINISH,
      ignored: (absolute, stats) => {
        const path = relative(root, absolute)
        if (path === '') return false
        if (stats === undefined) return isIgnoredName(basename(path))
        return stats.isDirectory() ? !isContentFolder(path) : classifyPath(path) === null
      },
    })
    // An event of a folder, or of a file whose name is a problem, has no path to refresh.
    watcher.on('all', (_, absolute) => {
      const path = relative(root, absolute)
      this.#events.schedule(contentFileAt(path) === null ? '' : path)
    })
    // Files may have changed before they were watched.
    watcher.on('ready', () => this.#rescans.schedule('all files'))
    watcher.once('error', (err) => this.#deps.log.warn({ err }, WATCH_FAILURE))
    // A missing listener would throw.
    return watcher.on('error', () => {})
  }
}
