/** Results of measurements: samples, target, verdict. */

interface Verdict {
  /** The target, one of the two. */
  max?: number
  min?: number
  /** What it is compared with, or how it is measured. */
  note: string
  /** A ratio unless told. */
  unit?: '×' | 'ms' | 'MiB'
  /** The figure to compare with the target; default: the median of the rounds. */
  value?: number
}

export interface Result extends Verdict {
  row: number
  name: string
  /** Value of each round: a ratio, or a figure in `unit`. */
  rounds: readonly number[]
}

/** A result of a row of scripts/lab/README.md. */
export const rowOf = (
  row: number,
  name: string,
  rounds: readonly number[],
  verdict: Verdict,
): Result => ({ row, name, rounds, ...verdict })

/** A line of output: row, name, figure, spread, target, verdict, note. */
export function resultLine({ row, name, rounds, note, unit = '×', ...rest }: Result): string {
  const { max, min = 0, value = percentile(rounds, 0.5) } = rest
  const isMet = max === undefined ? value >= min : value <= max
  const spread = [Math.min(...rounds), Math.max(...rounds)].map(written).join('–')
  return [
    String(row).padStart(2),
    name.padEnd(38),
    `${written(value)} ${unit}`.padStart(10),
    (rounds.length < 2 ? '' : spread).padStart(14),
    (max === undefined ? `≥ ${written(min)}` : `≤ ${written(max)}`).padStart(8),
    isMet ? 'met    ' : 'not met',
    note,
  ].join('  ')
}

function written(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
}

/** Percentile of the samples; `share` 0.5 is the median. 0 without samples. */
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

/** The results of this many calls of `work`, one after another. */
export async function repeated<T>(times: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let at = 0; at < times; at += 1) all.push(await work(at))
  return all
}

/**
 * Ratios of ours to theirs, one for each round. The two alternate, so that a slow minute of the
 * machine affects both.
 * @param samplesPerRound samples of each in one round, of which the median counts
 */
export function inTurns(
  { rounds, samplesPerRound = 1 }: { rounds: number; samplesPerRound?: number },
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<number[]> {
  return repeated(rounds, async () => {
    const turns = await repeated(samplesPerRound, async () => ({
      own: await ours(),
      other: await theirs(),
    }))
    const median = (side: 'own' | 'other') =>
      percentile(
        turns.map((turn) => turn[side]),
        0.5,
      )
    return median('own') / median('other')
  })
}
