/**
 * Runs background work once for many calls: after a pause, at a limited rate, with the items of all
 * calls since the last run. Runs never overlap.
 */
import type { Log } from '../log.ts'

interface DebounceOptions {
  /** The work starts after this time without calls. */
  quietMs: number
  /** Latest start after the first call (default: `quietMs`). */
  waitMsMax?: number
  /** Minimal time between the starts of two runs. */
  everyMs?: number
  /** Whether the run has to wait; polled. @param waited milliseconds so far */
  shouldDelay?: (waited: { sinceFirst: number; sinceLast: number }) => Promise<boolean>
  /** Log message if the work fails. */
  failure: string
  log: Log
}

export class Debounce<Item = never> {
  readonly #work: (items: ReadonlySet<Item>) => Promise<void>
  readonly #options: DebounceOptions
  #items = new Set<Item>()
  #timer: NodeJS.Timeout | undefined
  /** Time of the first call since the last run; null without calls. */
  #firstAt: number | null = null
  #lastAt = 0
  #startedAt = Number.NEGATIVE_INFINITY
  #isBusy = false
  #isClosed = false

  constructor(work: (items: ReadonlySet<Item>) => Promise<void>, options: DebounceOptions) {
    this.#work = work
    this.#options = options
  }

  /** Schedules the work. The next run gets each of these items once. */
  schedule(...items: Item[]): void {
    this.#lastAt = performance.now()
    this.#firstAt ??= this.#lastAt
    for (const item of items) this.#items.add(item)
    this.#plan(0)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #plan(delayMsMin: number): void {
    if (this.#firstAt === null || this.#isBusy || this.#isClosed) return
    const { quietMs, waitMsMax = quietMs, everyMs = 0 } = this.#options
    const dueAt = Math.max(
      Math.min(this.#lastAt + quietMs, this.#firstAt + waitMsMax),
      this.#startedAt + everyMs,
    )
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#wake(), Math.max(delayMsMin, dueAt - performance.now()))
    this.#timer.unref()
  }

  async #wake(): Promise<void> {
    const { quietMs, shouldDelay, failure, log } = this.#options
    const now = performance.now()
    const waited = { sinceFirst: now - (this.#firstAt ?? now), sinceLast: now - this.#lastAt }
    this.#isBusy = true
    const isDelayed = (await shouldDelay?.(waited).catch(() => false)) ?? false
    if (!isDelayed && !this.#isClosed) {
      const items = this.#items
      this.#items = new Set()
      this.#firstAt = null
      this.#startedAt = performance.now()
      await this.#work(items).catch((error) => log.error({ err: error }, failure))
    }
    this.#isBusy = false
    this.#plan(isDelayed ? quietMs : 0)
  }
}
