/**
 * Answers that their readers have yet to take, and the memory that those hold: what many read is
 * held once. Beyond a bound the answers that have waited longest are broken off.
 */
import type { ServerResponse } from 'node:http'

/** Memory of one answer that is streamed: its compressor's window and what waits around it. */
export const STREAM_BYTES = 384 * 1024

export class AnswersUnderWay {
  /** What each answer holds; the one that began first comes first. */
  readonly #held = new Map<ServerResponse, object>()
  readonly #counts = new Map<object, { readers: number; bytes: number }>()
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * Counts an answer until it is sent or broken off.
   * @param held what it holds in memory, the same object for all answers that share it
   */
  add(response: ServerResponse, held: object, bytes: number): void {
    if (response.destroyed || response.writableFinished) return
    const count = this.#counts.get(held) ?? { readers: 0, bytes }
    if (count.readers === 0) this.#bytes += bytes
    count.readers += 1
    this.#counts.set(held, count)
    this.#held.set(response, held)
    response.once('close', () => this.#remove(response))
    for (const [oldest] of this.#held) {
      if (this.#bytes <= this.#bytesMax || oldest === response) return
      // Counted out at once: the close is told later.
      this.#remove(oldest)
      oldest.destroy()
    }
  }

  #remove(response: ServerResponse): void {
    const held = this.#held.get(response)
    const count = held && this.#counts.get(held)
    if (!held || !count) return
    this.#held.delete(response)
    count.readers -= 1
    if (count.readers > 0) return
    this.#counts.delete(held)
    this.#bytes -= count.bytes
  }
}
