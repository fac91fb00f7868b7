/**
 * Tells the store what may have changed on disk. Events are hints that may be missing or wrong;
 * the net under them is a look at every file when HEAD moves, when a folder comes or goes, and every
 * minute. While git is at work in the tree both wait for its end, so that a pull is one change.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { Debounce } from '../../workers/debounce.ts'
import type { ContentStore } from '../content-store.ts'
import { WatchedFolders } from './watched-folders.ts'

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
  readonly #folders: WatchedFolders
  readonly #stopListening: () => void
  readonly #timer: NodeJS.Timeout
  #isClosed = false

  /** Resolves when the folders are watched and what changed before that is seen. */
  readonly ready: Promise<void>

  constructor(deps: ContentWatcherDeps) {
    const { contentDir, repository, log } = deps
    this.#deps = deps
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
    const onHint = (path: string) => this.#hints.ask(path)
    this.#folders = new WatchedFolders({ contentDir, onHint, log })
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
    this.#folders.close()
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
    const foldersChanged = await this.#folders.sync()
    // Setting the watches takes a while, in which git may have begun to write the files of a push.
    const deadline = Date.now() + HOLD_MS_MAX
    while (Date.now() < deadline && (await repository.isIndexLocked())) await sleep(QUIET_MS)
    const head = isForced || foldersChanged ? null : await repository.head()
    if (head === null || !store.isOwnCommit(head)) await store.rescan()
  }
}
