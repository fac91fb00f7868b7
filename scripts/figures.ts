/** Figures of a measurement: gathered by name, printed as a table. */

export interface Figure {
  value: number
  unit: 'ms' | 'MB' | '×'
}
export type NamedFigures = Readonly<Record<string, Figure>>

export interface Figures {
  add(name: string, figure: Figure): void
  addAll(figures: NamedFigures): void
  /** One line a figure, names and numbers aligned. */
  table(): string
}

export function createFigures(): Figures {
  const rows: [string, Figure][] = []
  return {
    add: (name, figure) => rows.push([name, figure]),
    addAll: (figures) => rows.push(...Object.entries(figures)),
    table() {
      const width = Math.max(...rows.map(([name]) => name.length))
      return rows
        .map(([name, { value, unit }]) => {
          const digits = value < 100 ? value.toFixed(1) : value.toFixed(0)
          return `${name.padEnd(width)}  ${digits.padStart(8)} ${unit}`
        })
        .join('\n')
    },
  }
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
