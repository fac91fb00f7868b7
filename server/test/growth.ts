/** How the processor time of a piece of work grows with its input: a busy machine changes little of it. */

/** Times below it are the machine's, or a bounded effort that the smaller input did not use up. */
const NOISE_MS = 60
const GROWTH_MAX = 3
/** A busy machine slows down some rounds; the fastest one says what the work takes. */
const ROUNDS = 3
const ROUNDS_MAX = 9

export interface Growth {
  /** Milliseconds for the input and for twice as much. */
  half: number
  whole: number
  /** Whether twice the input took at most three times as long. */
  isBounded: boolean
}

/** Measures the work for both inputs; more often where it looks slow, which may be the machine's. */
export async function growthOf<Input>(
  work: (input: Input) => unknown,
  half: Input,
  whole: Input,
): Promise<Growth> {
  const growth = {
    half: Number.POSITIVE_INFINITY,
    whole: Number.POSITIVE_INFINITY,
    isBounded: false,
  }
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    growth.half = Math.min(growth.half, await timeOf(work, half))
    growth.whole = Math.min(growth.whole, await timeOf(work, whole))
    growth.isBounded = growth.whole <= Math.max(growth.half, NOISE_MS) * GROWTH_MAX
    // A short time only gets shorter.
    if (growth.whole <= NOISE_MS * GROWTH_MAX || (growth.isBounded && round >= ROUNDS)) break
  }
  return growth
}

async function timeOf<Input>(work: (input: Input) => unknown, input: Input): Promise<number> {
  const start = process.cpuUsage()
  await work(input)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
