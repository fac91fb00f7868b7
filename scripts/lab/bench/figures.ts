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
  unit: '×' | 'ms' | 'MiB' | 'kB'
  /** What it was compared with, or how it came about. */
  beside: string
  wanted: { most: number } | { least: number }
}

/** The share of the rounds that must say the same. */
const AGREE_MIN = 0.75

/** Met or not; too noisy: the rounds do not agree. */
function verdictOf({ rounds, wanted }: Result, value: number): string {
  const isMet = (figure: number) =>
    'most' in wanted ? figure <= wanted.most : figure >= wanted.least
  const agreeing = rounds.filter((round) => isMet(round) === isMet(value)).length
  if (agreeing < rounds.length * AGREE_MIN) return 'too noisy'
  return isMet(value) ? 'met' : 'not met'
}

/** A line of the table: row, name, figure, spread, target, verdict, what it stands beside. */
export function resultLine(result: Result): string {
  const { row, name, rounds, unit, beside, wanted } = result
  const value = result.value ?? percentile(rounds, 0.5)
  const spread = [Math.min(...rounds), Math.max(...rounds)].map(written).join('–')
  return [
    String(row).padStart(2),
    name.padEnd(38),
    `${written(value)} ${unit}`.padStart(10),
    (rounds.length < 2 ? '' : spread).padStart(14),
    ('most' in wanted ? `≤ ${written(wanted.most)}` : `≥ ${written(wanted.least)}`).padStart(8),
    verdictOf(result, value).padEnd(9),
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

/** What so many calls of `work` give, one after another. */
export async function repeated<T>(times: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let at = 0; at < times; at += 1) all.push(await work(at))
  return all
}

/**
 * Ratios of ours to theirs, one for each round. The two take turns, so a slow minute of the machine
 * hits both.
 * @param middle samples of each in one round, of which the median counts
 */
export function inTurns(
  { rounds, middle = 1 }: { rounds: number; middle?: number },
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<number[]> {
  return repeated(rounds, async () => {
    const turns = await repeated(middle, async () => ({ own: await ours(), other: await theirs() }))
    const half = (side: 'own' | 'other') =>
      percentile(
        turns.map((turn) => turn[side]),
        0.5,
      )
    return half('own') / half('other')
  })
}
