/** What every parser of a content file gives: a value, and what the author should know. */
import { isMap, isNode, LineCounter, parseDocument } from 'yaml'
import type { Problem } from '../records.ts'
import { FieldFault, type YamlPath } from './fields.ts'
import { type Fault, loadYaml, type YamlValue } from './load-yaml.ts'
import { decodeText } from './text-bytes.ts'

/** A content file: its path relative to the content folder, and what is in it. */
export interface ContentBytes {
  path: string
  bytes: Uint8Array
}

export interface Parsed<T> {
  /** Null when the file cannot be used; then there is exactly one problem. */
  value: T | null
  problems: readonly Problem[]
}

/** Shared by all files without problems. */
export const NO_PROBLEMS: readonly Problem[] = []

/** Bytes of a *.yaml file; a list of projects or resources is far below it. */
export const YAML_BYTES_MAX = 128 * 1024
/** Problems that are listed of one file. */
const PROBLEMS_MAX = 50

/** The result for a file that cannot be used. */
export function unusable(file: string, { line, reason }: Fault): Parsed<never> {
  return { value: null, problems: [{ file, line, reason }] }
}

/**
 * A *.yaml file. Its top is null for a text of nothing but comments.
 * @param read notes what is wrong and still lets the file be used; throws a FieldFault for the rest
 */
export function parseYamlFile<T>(
  { path, bytes }: ContentBytes,
  read: (top: YamlValue, faults: FieldFault[]) => T,
): Parsed<T> {
  if (bytes.length > YAML_BYTES_MAX) {
    const reason = `The file is larger than ${YAML_BYTES_MAX / 1024} KiB.`
    return unusable(path, { line: null, reason })
  }
  const text = decodeText(bytes)
  const top = typeof text === 'string' ? loadYaml(text) : text
  if (typeof text !== 'string' || 'reason' in top) return unusable(path, top as Fault) // one of both
  return parseFields({ path, yaml: text, linesBefore: 0 }, (faults) => read(top.value, faults))
}

/** What `read` makes of YAML that begins after `linesBefore` lines of its file. */
export function parseFields<T>(
  { path, yaml, linesBefore }: { path: string; yaml: string; linesBefore: number },
  read: (faults: FieldFault[]) => T,
): Parsed<T> {
  const faults: FieldFault[] = []
  const problemsOf = (found: readonly FieldFault[]) => {
    const find = lineFinder(yaml)
    return found.slice(0, PROBLEMS_MAX).map((fault) => {
      const line = find(fault.path)
      return { file: path, line: line && line + linesBefore, reason: fault.message }
    })
  }
  try {
    const value = read(faults)
    return { value, problems: faults.length === 0 ? NO_PROBLEMS : problemsOf(faults) }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { value: null, problems: problemsOf([error]) }
  }
}

/** Reading has its own fast parser without positions; only a problem asks for a line. */
function lineFinder(text: string): (path: YamlPath) => number | null {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: false,
    schema: 'failsafe',
    logLevel: 'silent',
  })
  return (path) => {
    // A key that is missing concerns the whole file.
    if (path.length > 0 && isMap(document.contents) && !document.has(path[0])) return null
    for (let depth = path.length; depth >= 0; depth -= 1) {
      const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true)
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
    }
    return null
  }
}
