/**
 * Splits long work on the main thread, so that other requests are answered in between. Every loop
 * over thousands of files pauses here.
 */

/** Time between pauses. The current item may exceed it, and such loops may run concurrently. */
const WORK_MS_MAX = 5
/** Maximal number of concurrent items, for files the number of open ones. */
const AT_ONCE_MAX = 20

/** The pauses of one long loop. */
export class Turns {
  #since = performance.now()

  /** Yields to other work if the last pause was a while ago; else resolves at once. */
  async pause(): Promise<void> {
    if (!this.isDue()) return
    await new Promise(setImmediate)
    this.#since = performance.now()
  }

  /** Whether `pause` would yield. For loops in which a promise a step is too slow. */
  isDue(): boolean {
    return performance.now() - this.#since >= WORK_MS_MAX
  }
}

/**
 * Maps items with limited concurrency and with pauses. Like Promise.all, but after a failure it
 * starts no further items, and rejects only when none is running any more.
 * @returns the results in the order of the items
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const turns = new Turns()
  const results: Result[] = []
  for (let at = 0; at < items.length; at += AT_ONCE_MAX) {
    await turns.pause()
    const begun = items.slice(at, at + AT_ONCE_MAX).map((item, index) => work(item, at + index))
    await Promise.allSettled(begun)
    results.push(...(await Promise.all(begun)))
  }
  return results
}
