/**
 * Gathers hints of changed paths until they pause. While git is at work in the tree it waits for
 * the end, so that a pull is one change; a lock that is merely left behind holds up little.
 */

/** Without a hint for so long, the batch is whole. */
const QUIET_MS = 12
/** A file that is written to all the time shows all the same. */
const WAIT_MS_MAX = 150
/** While git holds the index: how long a batch waits in all, and after its last hint. */
const HOLD_MS_MAX = 2_000
const HOLD_QUIET_MS = 300

interface HintBatch {
  add(path: string): void
  close(): void
}

interface HintBatchOptions {
  /** Whether another git may be changing the tree right now. */
  isHeld: () => Promise<boolean>
  /** Takes the gathered paths, each once. */
  flush: (paths: readonly string[]) => void
}

export function createHintBatch({ isHeld, flush }: HintBatchOptions): HintBatch {
  let paths = new Set<string>()
  let firstAt = 0
  let lastAt = 0
  let timer: NodeJS.Timeout | null = null
  let isLooking = false
  let isClosed = false

  function plan(wait: number): void {
    timer ??= setTimeout(look, wait)
  }

  async function look(): Promise<void> {
    timer = null
    const quiet = performance.now() - lastAt
    const age = performance.now() - firstAt
    if (quiet < QUIET_MS && age < WAIT_MS_MAX) return plan(QUIET_MS - quiet)
    isLooking = true
    const mayWait = age < HOLD_MS_MAX && quiet < HOLD_QUIET_MS
    const held = mayWait && (await isHeld().catch(() => false))
    isLooking = false
    if (isClosed) return
    if (held) return plan(QUIET_MS)
    const gathered = [...paths]
    paths = new Set()
    flush(gathered)
  }

  return {
    add(path) {
      if (isClosed) return
      lastAt = performance.now()
      if (paths.size === 0) firstAt = lastAt
      paths.add(path)
      if (!isLooking) plan(QUIET_MS)
    },
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
