/** A line of jobs: one runs, or a few, and the others wait in the order in which they came. */
export class Line {
  readonly #runningMax: number
  readonly #lengthMax: number
  /** Those that run and those that wait. */
  readonly #jobs = new Set<Promise<unknown>>()
  readonly #waiting: (() => void)[] = []

  /**
   * @param runningMax jobs that run at a time
   * @param lengthMax jobs, with those that run, after which the caller refuses more
   */
  constructor({ runningMax = 1, lengthMax = Number.POSITIVE_INFINITY } = {}) {
    this.#runningMax = runningMax
    this.#lengthMax = lengthMax
  }

  /** Whether the next job is to be refused. */
  get isFull(): boolean {
    return this.#jobs.size >= this.#lengthMax
  }

  /** Runs the job when its turn comes, whether those before it failed or not. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#turn().then(job)
    this.#jobs.add(result)
    try {
      return await result
    } finally {
      this.#jobs.delete(result)
      this.#waiting.shift()?.()
    }
  }

  /** Resolves when every job so far is over. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#jobs)
  }

  #turn(): Promise<void> {
    // A job that ends leaves the set in the step that wakes the next: below the bound nobody waits.
    if (this.#jobs.size < this.#runningMax) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
