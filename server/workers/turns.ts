/**
 * Long work on the main thread in pieces, between which others are answered: whatever is done for
 * each of thousands of files pauses here.
 */

/** Work without a pause. A file more may follow, and other work of this kind beside it. */
const WORK_MS_MAX = 5
/** Items that are worked on at once: with files that is how many are open. */
const AT_ONCE_MAX = 20

/** The pauses of one piece of work. */
export class Turns {
  #since = performance.now()

  /** Resolves at once, or after others had their turn when the last pause was a while ago. */
  async pause(): Promise<void> {
    if (!this.isDue()) return
    await new Promise(setImmediate)
    this.#since = performance.now()
  }

  /** Whether `pause` would wait. For loops in which one promise a step would cost too much. */
  isDue(): boolean {
    return performance.now() - this.#since >= WORK_MS_MAX
  }
}

/**
 * Works on each item, some at once, with pauses. As Promise.all, but after a failure no more items
 * are begun, and nothing is still running when it rejects.
 * @returns the results in the order of the items
 */
export async function forEachInTurn<Item, Result>(
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
