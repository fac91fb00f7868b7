/** Figures of a measurement, one line each. */

interface Figure {
  value: number
  unit: 'ms' | 'MB'
}
export type NamedFigures = Readonly<Record<string, Figure>>

const NAME_WIDTH = 40
const VALUE_WIDTH = 8

/** `name  12.3 ms`, so that lines printed one after another form columns. */
export function figureLine(name: string, { value, unit }: Figure): string {
  const digits = value < 100 ? value.toFixed(1) : value.toFixed(0)
  return `${name.padEnd(NAME_WIDTH)}${digits.padStart(VALUE_WIDTH)} ${unit}`
}

/** The value below which so much of the samples lie; 0.5 is the median. 0 without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** p50 and p99 of milliseconds under one name. */
export function spread(name: string, samples: readonly number[]): NamedFigures {
  return {
    [`${name}, p50`]: { value: percentile(samples, 0.5), unit: 'ms' },
    [`${name}, p99`]: { value: percentile(samples, 0.99), unit: 'ms' },
  }
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The least of several rounds: what the machine can do when nothing else asks for it. */
export async function bestOf(rounds: number, round: () => Promise<number>): Promise<Figure> {
  let best = Number.POSITIVE_INFINITY
  for (let number = 0; number < rounds; number += 1) best = Math.min(best, await round())
  return { value: best, unit: 'ms' }
}
