/** Work that many calls ask for and that is done once for all of them, in the background. */
import type { Log } from '../../log.ts'

interface DebounceOptions {
  /** From a call of `ask` to the work, so that calls that come together are one. */
  afterMs: number
  /** From the beginning of one round to that of the next, at least. */
  everyMs: number
  log: Log
}

export class Debounce {
  readonly #work: () => Promise<void>
  readonly #options: DebounceOptions
  #timer: NodeJS.Timeout | null = null
  #begunAt = Number.NEGATIVE_INFINITY
  #isRunning = false
  #isAsked = false
  #isClosed = false

  constructor(work: () => Promise<void>, options: DebounceOptions) {
    this.#work = work
    this.#options = options
  }

  /** Asks for the work: done after a moment, and not again before its time. */
  ask(): void {
    this.#isAsked = true
    this.#plan()
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #plan(): void {
    if (this.#timer !== null || this.#isRunning || this.#isClosed) return
    const { afterMs, everyMs } = this.#options
    const wait = Math.max(afterMs, this.#begunAt + everyMs - performance.now())
    this.#timer = setTimeout(() => void this.#run(), wait)
    this.#timer.unref()
  }

  async #run(): Promise<void> {
    this.#timer = null
    this.#isRunning = true
    this.#isAsked = false
    this.#begunAt = performance.now()
    try {
      await this.#work()
    } catch (error) {
      this.#options.log.error({ err: error }, 'Work in the background failed')
    }
    this.#isRunning = false
    if (this.#isAsked) this.#plan()
  }
}
