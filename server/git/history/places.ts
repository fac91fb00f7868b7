/** Work of which only so much is done at a time; the rest waits in the order in which it came. */
export class Places {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #taken = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Does the work when there is a place for it. */
  async in<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken < this.#most) this.#taken += 1
    // The one that ends passes its place on, so the count stays.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#taken -= 1
    }
  }
}
