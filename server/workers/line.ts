/** A line of jobs: one runs, the others wait in the order in which they came. */
export class Line {
  readonly #lengthMax: number
  #length = 0
  #last: Promise<unknown> = Promise.resolve()

  /** @param lengthMax jobs, running and waiting, from which on the line is full */
  constructor({ lengthMax = Number.POSITIVE_INFINITY } = {}) {
    this.#lengthMax = lengthMax
  }

  /** Whether the next job is to be refused. */
  get isFull(): boolean {
    return this.#length >= this.#lengthMax
  }

  /** Runs the job when its turn comes, whether those before it failed or not. */
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

  /** Resolves when every job so far is over. */
  async idle(): Promise<void> {
    await this.#last
  }
}
