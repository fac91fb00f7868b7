/** Figures of a measurement: samples, what is wanted of them, and whether it is met. */

/** One figure beside what is wanted of it. */
export interface Result {
  /** Of the table of targets, 1 to 15. */
  row: number
  name: string
  /** What each round gave: a ratio, or a figure in `unit`. */
  rounds: readonly number[]
  /** The figure that counts; the middle of the rounds where it is absent. */
  value?: number
  unit: '×' | 'ms' | 'MiB' | 'kB' | 's'
  /** What it was compared with, or how it came about. */
  beside: string
  wanted: { most: number } | { least: number }
}

type Verdict = 'met' | 'not met' | 'too noisy'

/** The share of the rounds that must say the same. */
const AGREE_MIN = 0.75

/** Too noisy: the rounds do not agree. */
export function verdictOf(result: Result): Verdict {
  const { rounds, wanted } = result
  const value = figureOf(result)
  const isMet = (figure: number) =>
    'most' in wanted ? figure <= wanted.most : figure >= wanted.least
  const agreeing = rounds.filter((round) => isMet(round) === isMet(value)).length
  if (agreeing < rounds.length * AGREE_MIN) return 'too noisy'
  return isMet(value) ? 'met' : 'not met'
}

export function figureOf({ value, rounds }: Result): number {
  return value ?? percentile(rounds, 0.5)
}

/** A line of the table: row, name, figure, spread, target, verdict, what it stands beside. */
export function resultLine(result: Result): string {
  const { row, name, rounds, unit, beside, wanted } = result
  const spread =
    rounds.length < 2 ? '' : `${written(Math.min(...rounds))}–${written(Math.max(...rounds))}`
  const limit = 'most' in wanted ? `≤ ${written(wanted.most)}` : `≥ ${written(wanted.least)}`
  return [
    String(row).padStart(2),
    name.padEnd(38),
    `${written(figureOf(result))} ${unit}`.padStart(10),
    spread.padStart(14),
    limit.padStart(8),
    verdictOf(result).padEnd(9),
    beside,
  ].join('  ')
}

function written(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
}

/** The value below which so much of the samples lie; 0.5 is the median. 0 without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/**
 * Ratios of ours to theirs, one for each round. The two take turns, so a slow minute of the machine
 * hits both.
 * @param middle samples of each in one round, of which the median counts
 */
export async function inTurns(
  { rounds, middle = 1 }: { rounds: number; middle?: number },
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<number[]> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const samples: [number[], number[]] = [[], []]
    for (let turn = 0; turn < middle; turn += 1) {
      samples[0].push(await ours())
      samples[1].push(await theirs())
    }
    ratios.push(percentile(samples[0], 0.5) / percentile(samples[1], 0.5))
  }
  return ratios
}
