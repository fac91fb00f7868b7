/**
 * Tells the store which files may have changed. Events may be missing or wrong, so all files are
 * compared when HEAD moves, when a folder appears or disappears, and every minute. While git
 * changes the work tree, events and rescans wait, so that a pull is one change.
 *
 * Folders are watched: an event of one names the file. chokidar would list the whole folder at each
 * change in it, and misses files in a folder that a checkout made again.
 */
import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs'
import { basename, join } from 'node:path'
import type { Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { Debounce } from '../../workers/debounce.ts'
import type { ContentStore } from '../content-store.ts'
import { classifyPath, contentFileAt, isContentFolder, isIgnoredName } from './content-paths.ts'

/** Debounce of events, until a file has stopped growing or for a file that is written all the time. */
const QUIET_MS = 30
const WAIT_MS_MAX = 150
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
 * The first readers of a new server do not wait while thousands of files are compared; with the
 * quiet time of a rescan a change by hand still shows within a second.
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
  /** By path in the content folder. */
  #watchers = new Map<string, FSWatcher>()
  readonly #stopListening: () => void
  readonly #timers: readonly NodeJS.Timeout[]
  #isClosed = false
  #onError = (err: unknown) => {
    this.#deps.log.warn({ err }, WATCH_FAILURE)
    // Once is enough.
    this.#onError = () => {}
  }

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
      if (repository.checkFolders()) this.#rescans.schedule()
      else this.#rescans.schedule('all files')
    })
    const scan = () => this.#rescans.schedule('all files')
    this.#timers = [setTimeout(scan, FIRST_SCAN_MS).unref(), setInterval(scan, MINUTE_MS).unref()]
  }

  close(): void {
    this.#isClosed = true
    this.#events.close()
    this.#rescans.close()
    for (const watcher of this.#watchers.values()) watcher.close()
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
    // Before the files are compared, which may change meanwhile.
    this.#watchFolders()
    await store.rescan()
  }

  /** Watches the folders that are there now, and no longer those that they replaced. */
  #watchFolders(): void {
    const old = this.#watchers
    this.#watchers = new Map()
    this.#watch('')
    for (const watcher of old.values()) watcher.close()
  }

  #watch(folder: string): void {
    const absolute = join(this.#deps.contentDir, folder)
    try {
      const watcher = watch(absolute, (_, name) => this.#onEvent(join(folder, name ?? '')))
      this.#watchers.set(folder, watcher.on('error', this.#onError))
      // Of those that come later the watch tells.
      for (const entry of readdirSync(absolute, { withFileTypes: true })) {
        const path = join(folder, entry.name)
        const isWatched = entry.isDirectory() && !isIgnoredName(entry.name) && isContentFolder(path)
        if (isWatched) this.#watch(path)
      }
    } catch (error) {
      this.#onError(error)
    }
  }

  /** An event of a folder, or of a file whose name is a problem, has no path to refresh. */
  #onEvent(path: string): void {
    if (isIgnoredName(basename(path))) return
    const isFile = contentFileAt(path) !== null
    // Never throws, unlike a stat.
    const isFolder = this.#watchers.has(path) || existsSync(`${this.#deps.contentDir}/${path}/.`)
    const isContent = isFolder ? isContentFolder(path) : classifyPath(path) !== null
    if (isFile || isContent) this.#events.schedule(isFile ? path : '')
  }
}
