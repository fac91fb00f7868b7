/** A line of jobs: one runs, the others wait; the caller refuses more when the line is full. */
export class Line {
  readonly #lengthMax: number
  #length = 0
  #last: Promise<unknown> = Promise.resolve()

  /** At most `lengthMax` jobs, with the one that runs. */
  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax
  }

  /** Whether the next job is to be refused. */
  get isFull(): boolean {
    return this.#length >= this.#lengthMax
  }

  /** Runs the job after those before it. Ask `isFull` first. */
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
}
