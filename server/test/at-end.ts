/** What a test leaves behind is cleared away after it. */
const cleanUps: (() => unknown)[] = []

/** Runs after the test, the last one given first. */
export function atEnd(cleanUp: () => unknown): void {
  cleanUps.push(cleanUp)
}

/** Runs all that was given; called after each test of every file by tidy-up.ts. */
export async function runCleanUps(): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
}

/** Takes over what was given so far: gives what clears it away, for the end of a whole file. */
export function takeCleanUps(): () => Promise<void> {
  const taken = cleanUps.splice(0).reverse()
  return async () => {
    for (const cleanUp of taken) await cleanUp()
  }
}
