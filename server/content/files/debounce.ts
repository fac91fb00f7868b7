/** Work that many hints ask for and that is done once for all of them, beside everything else. */
import type { Log } from '../../log.ts'

interface Later {
  /** Asks for the work: done after a moment, and not again before its time. */
  ask(): void
  close(): void
}

/**
 * @param afterMs from a hint to the work, so that hints that come together are one
 * @param everyMs from the beginning of one round to that of the next, at least
 */
export function createLater(
  work: () => Promise<void>,
  { afterMs, everyMs, log }: { afterMs: number; everyMs: number; log: Log },
): Later {
  let timer: NodeJS.Timeout | null = null
  let begunAt = Number.NEGATIVE_INFINITY
  let isRunning = false
  let isAsked = false
  let isClosed = false

  function plan(): void {
    if (timer !== null || isRunning || isClosed) return
    const wait = Math.max(afterMs, begunAt + everyMs - performance.now())
    timer = setTimeout(run, wait)
    timer.unref()
  }

  async function run(): Promise<void> {
    timer = null
    isRunning = true
    isAsked = false
    begunAt = performance.now()
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, 'Work in the background failed')
    }
    isRunning = false
    if (isAsked) plan()
  }

  return {
    ask() {
      isAsked = true
      plan()
    },
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
