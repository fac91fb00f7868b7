/**
 * A line for costly work: one piece runs, a few wait, the rest is turned away at once. Hashes that
 * ran side by side would fill the thread pool that file reads need.
 */

interface Line {
  /** True when another piece of work would be turned away. */
  isFull(): boolean
  /** Runs the work when its turn comes. Ask `isFull` first. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Creates a line in which at most `waitingMax` pieces wait. */
export function createLine({ waitingMax }: { waitingMax: number }): Line {
  let inLine = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    isFull: () => inLine > waitingMax,
    async run(work) {
      inLine += 1
      const turn = last.then(work)
      last = turn.catch(() => {})
      try {
        return await turn
      } finally {
        inLine -= 1
      }
    },
  }
}
