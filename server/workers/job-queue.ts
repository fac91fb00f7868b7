/** A first-in-first-out queue of jobs that runs one at a time. */
export class JobQueue {
  readonly #lengthMax: number
  #length = 0
  #last: Promise<unknown> = Promise.resolve()

  /** @param lengthMax maximal number of jobs, running and waiting */
  constructor({ lengthMax = Number.POSITIVE_INFINITY } = {}) {
    this.#lengthMax = lengthMax
  }

  /** Whether the caller should refuse further jobs. */
  get isFull(): boolean {
    return this.#length >= this.#lengthMax
  }

  /** Runs the job after the earlier ones, even if those failed. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    this.#length += 1
    const result = this.#last.then(job)
    this.#last = result.catch(() => {})
    try {
      return await result
    } finally {
      this.#length -= 1
    }
  }

  /** Resolves when all jobs queued so far have settled. */
  async idle(): Promise<void> {
    await this.#last
  }
}
