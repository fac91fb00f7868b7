/**
 * Tells the store what may have changed on disk. Events are hints that may be missing or wrong;
 * the net under them is a look at every file when HEAD moves, when a folder comes or goes, and every
 * minute. While git is at work in the tree both wait for its end, so that a pull is one change.
 *
 * chokidar watches the folders of the content and none of their files: the raw events of a folder
 * name the file, so ten thousand posts need as many watches as ten, and what git writes at once is
 * heard at once. It does not follow a folder that is replaced by another of the same name, so it
 * starts again whenever the folders have changed.
 */
import { lstatSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type FSWatcher, watch } from 'chokidar'
import type { Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { Debounce } from '../../workers/debounce.ts'
import type { ContentStore } from '../content-store.ts'
import { createContentFiles } from './content-files.ts'
import { classifyPath, contentFileAt, isIgnoredName } from './content-paths.ts'

/**
 * A change counts as complete after this pause. A file written to all the time is read after
 * WAIT_MS_MAX.
 */
const QUIET_MS = 12
const WAIT_MS_MAX = 150
/** While git holds the index: how long hints wait in all, and after the last of them. */
const HINTS_HOLD_MS_MAX = 10_000
const HOLD_QUIET_MS = 300
/** And how long a rescan waits. */
const HOLD_MS_MAX = 2_000
/** More files than these at once come from git: hints of the last may be still on their way. */
const HINTS_MAX = 32
/** After HEAD moved events are usually faster; the look at all files can wait for them. */
const RESCAN_AFTER_MS = 250
const RESCAN_EVERY_MS = 500
const FIRST_RESCAN_AFTER_MS = 50
const MINUTE_MS = 60_000
const RESCAN_FAILURE = 'The content could not be compared with the disk'
/** Setting watches that takes longer has failed somewhere; the rescans go on. */
const START_MS_MAX = 10_000
const WATCH_FAILURE = 'Not every folder can be watched; changes there show within a minute'

interface ContentWatcherDeps {
  contentDir: string
  store: Pick<ContentStore, 'refresh' | 'rescan' | 'isOwnCommit'>
  repository: Pick<Repository, 'isIndexLocked' | 'exists' | 'onChange' | 'head'>
  log: Log
}

/** Starts watching when created; create it after the server listens. */
export class ContentWatcher {
  readonly #deps: ContentWatcherDeps
  readonly #hints: Debounce<string>
  /** With 'all files' the rescan runs even if our own commit moved HEAD. */
  readonly #rescans: Debounce<'all files'>
  readonly #root: string
  #watcher: FSWatcher | null = null
  /** The folders being watched, by path, each with its identity. */
  #watched: ReadonlyMap<string, string> = new Map()
  readonly #stopListening: () => void
  readonly #timer: NodeJS.Timeout
  #isClosed = false

  /** Resolves when the folders are watched and what changed before that is seen. */
  readonly ready: Promise<void>

  constructor(deps: ContentWatcherDeps) {
    const { contentDir, repository, log } = deps
    this.#deps = deps
    this.#root = resolve(contentDir)
    this.#hints = new Debounce((paths) => this.#look(paths), {
      quietMs: QUIET_MS,
      waitMsMax: WAIT_MS_MAX,
      // A lock that is merely left behind holds up little.
      mustWait: async ({ sinceFirst, sinceLast }) =>
        sinceFirst < HINTS_HOLD_MS_MAX && sinceLast < HOLD_QUIET_MS && repository.isIndexLocked(),
      failure: 'A change of the content could not be read',
      log,
    })
    this.#rescans = new Debounce((asked) => this.#rescan(asked.size > 0), {
      quietMs: RESCAN_AFTER_MS,
      everyMs: RESCAN_EVERY_MS,
      failure: RESCAN_FAILURE,
      log,
    })
    this.#stopListening = repository.onChange(() => this.#rescans.ask())
    this.#timer = setInterval(() => this.#rescans.ask('all files'), MINUTE_MS)
    this.#timer.unref()
    // After the first answers, which it would delay.
    this.ready = sleep(FIRST_RESCAN_AFTER_MS)
      .then(() => this.#rescan(true))
      .catch((error) => log.error({ err: error }, RESCAN_FAILURE))
  }

  close(): void {
    this.#isClosed = true
    this.#hints.close()
    this.#rescans.close()
    void this.#watcher?.close()
    this.#stopListening()
    clearInterval(this.#timer)
  }

  /** What is in a folder that comes, goes or moves is told by no hints, or by some. */
  async #look(paths: ReadonlySet<string>): Promise<void> {
    if (paths.has('') || paths.size > HINTS_MAX) await this.#rescan(true)
    else await this.#deps.store.refresh([...paths])
  }

  /** Our own commits come with a refresh of what they changed; other folders may hold anything. */
  async #rescan(isForced: boolean): Promise<void> {
    const { store, repository } = this.#deps
    if (this.#isClosed) return
    // Until the content folder and its repository are back.
    if (!repository.exists()) return this.#rescans.ask('all files')
    const foldersChanged = await this.#watchFolders()
    // Setting the watches takes a while, in which git may have begun to write the files of a push.
    const deadline = Date.now() + HOLD_MS_MAX
    while (Date.now() < deadline && (await repository.isIndexLocked())) await sleep(QUIET_MS)
    const head = isForced || foldersChanged ? null : await repository.head()
    if (head === null || !store.isOwnCommit(head)) await store.rescan()
  }

  /** Watches the folders that are there now. @returns whether they have changed */
  async #watchFolders(): Promise<boolean> {
    const before = this.#watched
    // A folder may come or go while the watches are being set.
    while (!this.#isClosed) {
      const folders = foldersNow(this.#root)
      if (isDeepStrictEqual(folders, this.#watched)) break
      this.#watched = folders
      await this.#startWatching([...folders.keys()])
    }
    return this.#watched !== before
  }

  async #startWatching(folders: string[]): Promise<void> {
    await this.#watcher?.close()
    if (folders.length === 0 || this.#isClosed) return
    const ignored = (_path: string, stats?: { isFile(): boolean }) => stats?.isFile() ?? false
    const options = { depth: 0, ignoreInitial: true, atomic: false, ignored }
    const watcher = watch(folders, options)
    this.#watcher = watcher
    watcher.on('raw', (_, name: string | null, details) =>
      this.#hear(join(watchedPathOf(details), name ?? '')),
    )
    watcher.on('error', (error) => this.#deps.log.warn({ err: error }, WATCH_FAILURE))
    const ready = new Promise<void>((done) => watcher.once('ready', done))
    await Promise.race([ready, sleep(START_MS_MAX, undefined, { ref: false })])
  }

  /** Hints at a content file; at '' for a folder, and for a file whose name is a problem. */
  #hear(place: string): void {
    if (this.#isClosed || isIgnoredName(basename(place))) return
    const path = relative(this.#root, place)
    if (contentFileAt(path) !== null) this.#hints.ask(path)
    else {
      const isFolder = lstatSync(place, { throwIfNoEntry: false })?.isDirectory()
      if (isFolder || classifyPath(path) !== null || this.#watched.has(place)) this.#hints.ask('')
    }
  }
}

/** The folders to watch, by path, each with its identity. */
function foldersNow(root: string): Map<string, string> {
  const identities = new Map<string, string>()
  for (const folder of createContentFiles(root).list().folders) {
    const path = join(root, folder)
    const stats = statSync(path, { throwIfNoEntry: false })
    // Inode numbers are reused soon after a folder is deleted.
    if (stats) identities.set(path, `${stats.dev} ${stats.ino} ${stats.birthtimeMs}`)
  }
  return identities
}

/** The folder of a raw event; empty where chokidar polls, which names the whole path instead. */
function watchedPathOf(details: unknown): string {
  const isWatch = typeof details === 'object' && details !== null && 'watchedPath' in details
  return isWatch ? String(details.watchedPath) : ''
}
