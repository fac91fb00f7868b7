/**
 * Tells the store what may have changed on disk. Events are hints that may be missing or wrong;
 * the net under them is a look at every file when HEAD moves, after an error and every minute.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import type { ContentStore } from '../store.ts'
import { createHintBatch } from './batch.ts'
import { Debounce } from './debounce.ts'
import { createFolderWatches } from './folder-watches.ts'

const RESCAN_EVERY_MS = 60_000
const FIRST_RESCAN_AFTER_MS = 50
const HOLD_MS_MAX = 2_000
const HOLD_CHECK_MS = 20
/** After HEAD moved events are usually faster; the look at all files can wait for them. */
const HEAD_RESCAN_AFTER_MS = 250
const HEAD_RESCAN_EVERY_MS = 1_000
/** While the content folder or its repository is missing: how often they are looked for. */
const AWAY_CHECK_MS = 500

export interface ContentWatcher {
  /** Resolves when the folders are watched and what changed before that is seen. */
  ready: Promise<void>
  close(): void
}

interface ContentWatcherOptions {
  contentDir: string
  store: Pick<ContentStore, 'refresh' | 'rescan' | 'isOwnCommit'>
  repository: Pick<Repository, 'isIndexLocked' | 'isThere' | 'onChange' | 'head'>
  log: Log
}

/** Starts watching; to be called once the server listens. */
export function createContentWatcher(options: ContentWatcherOptions): ContentWatcher {
  const { contentDir, store, repository, log } = options
  let isClosed = false
  const batch = createHintBatch({ isHeld: repository.isIndexLocked, flush })
  const watches = createFolderWatches({ contentDir, onHint, log })
  const headRescan = new Debounce(rescanAfterOthers, {
    afterMs: HEAD_RESCAN_AFTER_MS,
    everyMs: HEAD_RESCAN_EVERY_MS,
    log,
  })
  const stopListening = repository.onChange(() => headRescan.ask())
  const timer = setInterval(() => void rescan(), RESCAN_EVERY_MS)
  timer.unref()
  let awayTimer: NodeJS.Timeout | null = null

  function onHint(path: string): void {
    if (path === '') headRescan.ask()
    else batch.add(path)
  }

  function flush(paths: readonly string[]): void {
    store
      .refresh(paths)
      .catch((error) => log.error({ err: error }, 'A change of the content could not be read'))
  }

  /** Waits for a git that is changing the tree, unless its lock is merely left behind. */
  async function untilFree(): Promise<void> {
    const end = performance.now() + HOLD_MS_MAX
    while (performance.now() < end && (await repository.isIndexLocked().catch(() => false))) {
      await sleep(HOLD_CHECK_MS)
    }
  }

  function lookAgain(): void {
    awayTimer ??= setTimeout(() => {
      awayTimer = null
      if (!isClosed) void rescan()
    }, AWAY_CHECK_MS).unref()
  }

  async function rescan(): Promise<void> {
    try {
      if (!repository.isThere()) return lookAgain()
      await untilFree()
      watches.sync()
      await store.rescan()
    } catch (error) {
      log.error({ err: error }, 'The content could not be compared with the disk')
    }
  }

  /** Our own commits come with a refresh of what they changed; other folders may hold anything. */
  async function rescanAfterOthers(): Promise<void> {
    const isOther = watches.sync() || !repository.isThere()
    const head = isOther ? null : await repository.head()
    if (head === null || !store.isOwnCommit(head)) await rescan()
  }

  /** What changed before the folders were watched: after the first answers, which it would delay. */
  async function rescanOnce(): Promise<void> {
    watches.sync()
    await sleep(FIRST_RESCAN_AFTER_MS)
    if (!isClosed) await rescan()
  }

  return {
    ready: rescanOnce(),
    close() {
      isClosed = true
      batch.close()
      headRescan.close()
      watches.close()
      stopListening()
      clearInterval(timer)
      if (awayTimer !== null) clearTimeout(awayTimer)
    },
  }
}
