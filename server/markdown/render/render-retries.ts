/**
 * Texts whose rendering ran out of time, or whose thread was lost: each is tried again by itself
 * after seconds, then after minutes, and after that only when it has changed.
 */
import type { MarkdownText } from '../markdown-renderer.ts'

export const RENDER_RETRY_DELAYS_MS: readonly number[] = [5_000, 120_000]

interface Failure {
  markdown: string
  /** What is wrong with the text, as far as that is known. */
  problem: string | null
  tries: number
  timer: NodeJS.Timeout
}

export class RenderRetries {
  readonly #delaysMs: readonly number[]
  readonly #retry: (text: MarkdownText) => void
  /** By prefix, so no more than there are texts; of one that was changed the last version matters. */
  readonly #failures = new Map<string, Failure>()

  constructor({
    delaysMs,
    retry,
  }: { delaysMs: readonly number[]; retry(text: MarkdownText): void }) {
    this.#delaysMs = delaysMs
    this.#retry = retry
  }

  /** The failure of a text that is yet to be tried again. */
  waiting({ markdown, idPrefix }: MarkdownText): Pick<Failure, 'problem'> | undefined {
    const failure = this.#failures.get(idPrefix)
    return failure?.markdown === markdown ? failure : undefined
  }

  /** Notes that a text has failed. @returns whether it is tried again. */
  failed(text: MarkdownText, problem: string | null): boolean {
    const { markdown, idPrefix } = text
    const before = this.#failures.get(idPrefix)
    const tries = before?.markdown === markdown ? before.tries + 1 : 0
    this.forget(idPrefix)
    const delay = this.#delaysMs[tries]
    if (delay === undefined) return false
    const timer = setTimeout(() => this.#retry(text), delay).unref()
    this.#failures.set(idPrefix, { markdown, problem, tries, timer })
    return true
  }

  /** Ends what is planned for a text, whichever version. */
  forget(idPrefix: string): void {
    clearTimeout(this.#failures.get(idPrefix)?.timer)
    this.#failures.delete(idPrefix)
  }

  close(): void {
    for (const idPrefix of [...this.#failures.keys()]) this.forget(idPrefix)
  }
}
