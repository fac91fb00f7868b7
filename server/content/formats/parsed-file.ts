/** What every parser of a content file gives: a value, and what the author should know. */
import { isMap, isNode, LineCounter, parseDocument } from 'yaml'
import type { Problem } from '../records.ts'
import { Fault, tolerate, unlessFaulty, type YamlPath } from './fault.ts'
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

/** Bytes of a *.yaml file; a list of projects or resources is far below it. */
export const YAML_BYTES_MAX = 128 * 1024
/** Problems that are listed of one file. */
const PROBLEMS_MAX = 50

/**
 * Reads a content file.
 * @param read gets its text; notes what is wrong and still lets the file be used, throws a Fault for
 *   the rest
 */
export function parseFile<T>(
  file: ContentBytes,
  read: (text: string, faults: Fault[]) => T,
): Parsed<T> {
  const thrown: Fault[] = []
  const noted: Fault[] = []
  const value = tolerate(thrown, () => {
    if (file.path.endsWith('.yaml') && file.bytes.length > YAML_BYTES_MAX) {
      throw new Fault(null, `The file is larger than ${YAML_BYTES_MAX / 1024} KiB.`)
    }
    return read(decodeText(file.bytes), noted)
  })
  const faults = thrown.length > 0 ? thrown : noted
  return { value, problems: faults.length === 0 ? [] : problemsOf(file, faults) }
}

/** Reading has its own fast parser without positions; only a problem asks for a line. */
function problemsOf({ path, bytes }: ContentBytes, faults: readonly Fault[]): Problem[] {
  const text = unlessFaulty(() => decodeText(bytes)) ?? ''
  // Of a post the front matter, with the dashes above it, which YAML knows.
  const yaml = path.endsWith('.md') ? text.slice(0, text.indexOf('\n---', 3) + 1) : text
  const find = lineFinder(yaml)
  return faults.slice(0, PROBLEMS_MAX).map(({ place, message }) => {
    const line = place === null || typeof place === 'number' ? place : find(place)
    return { file: path, line, reason: message }
  })
}

function lineFinder(yaml: string): (path: YamlPath) => number | null {
  const lines = new LineCounter()
  const document = parseDocument(yaml, {
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
