/** What every parser of a content file gives: a value, and what the author should know. */

import type { Problem } from '../records.ts'
import type { Fault, YamlMap } from './yaml/load-yaml.ts'

export interface Parsed<T> {
  /** Null when the file cannot be used; then there is exactly one problem. */
  value: T | null
  problems: readonly Problem[]
}

/** Shared by all files without problems. */
export const NO_PROBLEMS: readonly Problem[] = []

/** The result for a file that cannot be used. */
export function unusable(file: string, { line, reason }: Fault): Parsed<never> {
  return { value: null, problems: [{ file, line, reason }] }
}

/** A text for a sentence: in one line, not longer than 60 characters. */
export function quoted(value: YamlMap[string] | undefined): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ')
  return line.length <= 60 ? `'${line}'` : `'${line.slice(0, 59)}…'`
}
