/** Renders texts that nobody waits for, one after the other, with pauses for those that somebody does. */
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { Line } from '../../workers/line.ts'
import { type MarkdownText, settingsOf } from '../markdown-renderer.ts'

/** Between two texts, so that they take half of a core at most. */
const PAUSE_MS_MIN = 5

interface WarmingDeps {
  /** Once, before the first text. */
  prepare(): Promise<void>
  isRendered(text: MarkdownText): boolean
  /** Whether anything else is being rendered, or may be at any moment. */
  isBusy(): boolean
  render(text: MarkdownText): Promise<unknown>
  log: Log
}

export class Warming {
  readonly #deps: WarmingDeps
  #round = 0
  readonly #line = new Line()
  #prepared: Promise<void> | null = null
  /** Texts that were seen to, by what else their html depends on. */
  #done = new Map<string, string>()

  constructor(deps: WarmingDeps) {
    this.#deps = deps
  }

  /** Sees to these texts in place of those of an earlier call. */
  start(texts: Iterable<MarkdownText>): void {
    this.#round += 1
    const round = this.#round
    this.#line
      .run(() => this.#renderAll(texts, round))
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'Rendering texts ahead stopped')
      })
  }

  /** Ends it, and waits for the text under way. */
  stop(): Promise<void> {
    this.#round += 1
    return this.#line.idle()
  }

  async #renderAll(texts: Iterable<MarkdownText>, round: number): Promise<void> {
    this.#prepared ??= this.#deps.prepare()
    await this.#prepared
    const seen = new Map<string, string>()
    for (const text of texts) {
      seen.set(settingsOf(text), text.markdown)
      // The same text again: after a swap nearly all are, and hashing them all takes too long.
      if (this.#done.get(settingsOf(text)) === text.markdown) continue
      await nextTurn()
      await this.#renderOne(text, round)
      if (round !== this.#round) return
      this.#done.set(settingsOf(text), text.markdown)
    }
    this.#done = seen
  }

  async #renderOne(text: MarkdownText, round: number): Promise<void> {
    const { isRendered, isBusy, render } = this.#deps
    if (round !== this.#round || isRendered(text)) return
    while (isBusy() && round === this.#round) await pause(PAUSE_MS_MIN)
    if (round !== this.#round) return
    const startedAt = performance.now()
    await render(text)
    await pause(Math.max(PAUSE_MS_MIN, performance.now() - startedAt))
  }
}

function pause(ms: number): Promise<void> {
  return delay(ms, undefined, { ref: false })
}
