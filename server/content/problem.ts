/** A fault of a content file that its author should see. */
export interface Problem {
  /** Relative to the content folder. */
  file: string
  /** 1-based line; null for the whole file. */
  line: number | null
  reason: string
  /** For a file in order, which no check refuses. */
  warning?: true
}

/** By file, then line. */
export function byLine(a: Problem, b: Problem): number {
  return compareText(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0)
}

/** By code unit, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
