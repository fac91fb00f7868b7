/**
 * Work that many calls ask for and that is done once for all of them, in the background: after a
 * pause, not too often, and with everything that was named in between. Two rounds never overlap.
 */
import type { Log } from '../log.ts'

interface DebounceOptions {
  /** The work starts after this pause without calls. */
  quietMs: number
  /** And no later than this after the first call (default: `quietMs`). */
  waitMsMax?: number
  /** From the beginning of one round to that of the next, at least. */
  everyMs?: number
  /** Whether the round has to wait; asked again and again. @param waited milliseconds so far */
  mustWait?: (waited: { sinceFirst: number; sinceLast: number }) => Promise<boolean>
  /** What the log says when the work fails. */
  failure: string
  log: Log
}

export class Debounce<Item = never> {
  readonly #work: (items: ReadonlySet<Item>) => Promise<void>
  readonly #options: DebounceOptions
  #items = new Set<Item>()
  #timer: NodeJS.Timeout | undefined
  /** Of the calls that the next round serves; null when there are none. */
  #firstAt: number | null = null
  #lastAt = 0
  #begunAt = Number.NEGATIVE_INFINITY
  #isBusy = false
  #isClosed = false

  constructor(work: (items: ReadonlySet<Item>) => Promise<void>, options: DebounceOptions) {
    this.#work = work
    this.#options = options
  }

  /** Asks for the work, soon. The next round gets what it names, each once. */
  ask(...items: Item[]): void {
    this.#lastAt = performance.now()
    this.#firstAt ??= this.#lastAt
    for (const item of items) this.#items.add(item)
    this.#plan(0)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #plan(waitMsMin: number): void {
    if (this.#firstAt === null || this.#isBusy || this.#isClosed) return
    const { quietMs, waitMsMax = quietMs, everyMs = 0 } = this.#options
    const dueAt = Math.max(
      Math.min(this.#lastAt + quietMs, this.#firstAt + waitMsMax),
      this.#begunAt + everyMs,
    )
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#wake(), Math.max(waitMsMin, dueAt - performance.now()))
    this.#timer.unref()
  }

  async #wake(): Promise<void> {
    const { quietMs, mustWait, failure, log } = this.#options
    const now = performance.now()
    const waited = { sinceFirst: now - (this.#firstAt ?? now), sinceLast: now - this.#lastAt }
    this.#isBusy = true
    const isHeld = (await mustWait?.(waited).catch(() => false)) ?? false
    if (!isHeld && !this.#isClosed) {
      const items = this.#items
      this.#items = new Set()
      this.#firstAt = null
      this.#begunAt = performance.now()
      await this.#work(items).catch((error) => log.error({ err: error }, failure))
    }
    this.#isBusy = false
    this.#plan(isHeld ? quietMs : 0)
  }
}
