/**
 * Tells the store which files may have changed. Events may be missing or wrong, so all files are
 * compared when HEAD moves, when a folder appears or disappears, and every minute. While git
 * changes the work tree, events and rescans wait, so that a pull is one change.
 *
 * `fs.watch` watches folders, not files: an event of a folder names the file, so ten thousand posts
 * need no more watches than ten. chokidar would read the whole folder again at each change, which
 * took half of the time of a save.
 */
import { type FSWatcher, lstatSync, statSync, watch } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { Debounce } from '../../workers/debounce.ts'
import type { ContentStore } from '../content-store.ts'
import { createContentFiles } from './content-files.ts'
import { classifyPath, contentFileAt, isIgnoredName } from './content-paths.ts'

/** Debounce of events, with a maximum for a file that is written all the time. */
const QUIET_MS = 12
const WAIT_MS_MAX = 150
/** While `index.lock` is there, events wait at most 10 s after the first and 0.3 s after the last. */
const EVENTS_HOLD_MS_MAX = 10_000
const HOLD_QUIET_MS = 300
/** Maximum wait of a rescan for the index lock. */
const HOLD_MS_MAX = 2_000
/** Above this number the changes come from git, and more events may follow: rescan. */
const EVENTS_MAX = 32
/** After a move of HEAD events usually come first, so the rescan can wait. */
const RESCAN_AFTER_MS = 250
const RESCAN_EVERY_MS = 500
const FIRST_RESCAN_AFTER_MS = 50
const MINUTE_MS = 60_000
const RESCAN_FAILURE = 'The content could not be compared with the disk'
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
  readonly #root: string
  /** The watched folders, by path. */
  readonly #watched = new Map<string, { identity: string; watcher: FSWatcher | null }>()
  readonly #stopListening: () => void
  readonly #timer: NodeJS.Timeout
  #isClosed = false

  /** Resolves when the folders are watched and earlier changes are read. */
  readonly ready: Promise<void>

  constructor(deps: ContentWatcherDeps) {
    const { contentDir, repository, log } = deps
    this.#deps = deps
    this.#root = resolve(contentDir)
    this.#events = new Debounce((paths) => this.#applyEvents(paths), {
      quietMs: QUIET_MS,
      waitMsMax: WAIT_MS_MAX,
      // A stale lock delays little.
      shouldDelay: async ({ sinceFirst, sinceLast }) =>
        sinceFirst < EVENTS_HOLD_MS_MAX && sinceLast < HOLD_QUIET_MS && repository.isIndexLocked(),
      failure: 'A change of the content could not be read',
      log,
    })
    this.#rescans = new Debounce((requests) => this.#rescan(requests.size > 0), {
      quietMs: RESCAN_AFTER_MS,
      everyMs: RESCAN_EVERY_MS,
      failure: RESCAN_FAILURE,
      log,
    })
    this.#stopListening = repository.onChange(() => {
      // Other folders may come back than those that are missing now.
      if (repository.checkFolders()) this.#rescans.schedule()
      else this.#rescans.schedule('all files')
    })
    this.#timer = setInterval(() => this.#rescans.schedule('all files'), MINUTE_MS)
    this.#timer.unref()
    // Delayed, so that the first answers come first.
    this.ready = sleep(FIRST_RESCAN_AFTER_MS)
      .then(() => this.#rescan(true))
      .catch((error) => log.error({ err: error }, RESCAN_FAILURE))
  }

  close(): void {
    this.#isClosed = true
    this.#events.close()
    this.#rescans.close()
    for (const { watcher } of this.#watched.values()) watcher?.close()
    this.#stopListening()
    clearInterval(this.#timer)
  }

  /** For the files of a new, removed or moved folder events are incomplete. */
  async #applyEvents(paths: ReadonlySet<string>): Promise<void> {
    if (paths.has('') || paths.size > EVENTS_MAX) await this.#rescan(true)
    else await this.#deps.store.refresh([...paths])
  }

  /** Our own commits refresh their files themselves. */
  async #rescan(isForced: boolean): Promise<void> {
    const { store, repository } = this.#deps
    if (this.#isClosed) return
    // Repeat until the content folder and its repository are back.
    if (!repository.checkFolders()) return this.#rescans.schedule('all files')
    const head = isForced ? null : await repository.head()
    if (head !== null && store.isOwnCommit(head)) return
    this.#watchFolders()
    // Meanwhile git may have begun to write the files of a push.
    const deadline = Date.now() + HOLD_MS_MAX
    while (Date.now() < deadline && (await repository.isIndexLocked())) await sleep(QUIET_MS)
    await store.rescan()
  }

  /** Watches the present folders, those that were replaced by others of their name anew. */
  #watchFolders(): void {
    // Folders may change while the watches are set.
    for (let hasChanged = true; hasChanged && !this.#isClosed; ) {
      const present = readFolders(this.#root)
      for (const [folder, { identity, watcher }] of this.#watched) {
        if (present.get(folder) === identity) continue
        watcher?.close()
        this.#watched.delete(folder)
      }
      const added = [...present].filter(([folder]) => !this.#watched.has(folder))
      for (const [folder, identity] of added) {
        this.#watched.set(folder, { identity, watcher: this.#watch(folder) })
      }
      hasChanged = added.length > 0
    }
  }

  /** Null when it cannot be watched. */
  #watch(folder: string): FSWatcher | null {
    const onFailure = (err: unknown) => this.#deps.log.warn({ err }, WATCH_FAILURE)
    try {
      const watcher = watch(folder, (_, name) => this.#onEvent(join(folder, name ?? '')))
      return watcher.on('error', onFailure)
    } catch (error) {
      onFailure(error)
      return null
    }
  }

  /** Queues a path: of a content file, or '' for a folder and for a file whose name is a problem. */
  #onEvent(place: string): void {
    if (this.#isClosed || isIgnoredName(basename(place))) return
    const path = relative(this.#root, place)
    if (contentFileAt(path) !== null) this.#events.schedule(path)
    else {
      const isFolder = lstatSync(place, { throwIfNoEntry: false })?.isDirectory()
      if (isFolder || classifyPath(path) !== null || this.#watched.has(place))
        this.#events.schedule('')
    }
  }
}

/** Identities of the folders to watch, by path. */
function readFolders(root: string): Map<string, string> {
  const identities = new Map<string, string>()
  for (const folder of createContentFiles(root).list().folders) {
    const path = join(root, folder)
    const stats = statSync(path, { throwIfNoEntry: false })
    // Inode numbers are reused soon.
    if (stats) identities.set(path, `${stats.dev} ${stats.ino} ${stats.birthtimeMs}`)
  }
  return identities
}
