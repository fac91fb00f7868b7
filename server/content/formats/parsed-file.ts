/** Shared by all parsers of content files: their result is a value and problems. */
import { isMap, isNode, LineCounter, parseDocument } from 'yaml'
import type { Problem } from '../problem.ts'
import { ContentError, collect, orNull, type YamlPath } from './content-error.ts'
import { decodeText } from './text-bytes.ts'

/** A content file and its path, relative to the content folder. */
export interface ContentBytes {
  path: string
  bytes: Uint8Array
}

export interface Parsed<T> {
  /** Null for an unusable file, which has exactly one problem. */
  value: T | null
  problems: readonly Problem[]
}

export const YAML_BYTES_MAX = 128 * 1024
const PROBLEMS_MAX = 50

/** @param read parses the text; adds tolerable faults to the list, throws for an unusable file */
export function parseFile<T>(
  file: ContentBytes,
  read: (text: string, faults: ContentError[]) => T,
): Parsed<T> {
  const thrown: ContentError[] = []
  const tolerable: ContentError[] = []
  const value = collect(thrown, () => {
    if (file.path.endsWith('.yaml') && file.bytes.length > YAML_BYTES_MAX) {
      throw new ContentError(null, `The file is larger than ${YAML_BYTES_MAX / 1024} KiB.`)
    }
    return read(decodeText(file.bytes), tolerable)
  })
  return { value, problems: problemsOf(file, thrown.length > 0 ? thrown : tolerable) }
}

/** Faults of a file with their lines. js-yaml has no positions of values, so `yaml` parses again. */
export function problemsOf(
  { path, bytes }: ContentBytes,
  faults: readonly ContentError[],
): Problem[] {
  if (faults.length === 0) return []
  const text = orNull(() => decodeText(bytes)) ?? ''
  // For markdown the front matter with its opening dashes, which are YAML too.
  const yaml = path.endsWith('.md') ? text.slice(0, text.indexOf('\n---', 3) + 1) : text
  const find = lineFinder(yaml)
  return faults.slice(0, PROBLEMS_MAX).map(({ position, message, isWarning }) => {
    const line = position === null || typeof position === 'number' ? position : find(position)
    return { file: path, line, reason: message, ...(isWarning && { warning: true }) }
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
    // A missing key concerns the whole file.
    if (path.length > 0 && isMap(document.contents) && !document.has(path[0])) return null
    for (let depth = path.length; depth >= 0; depth -= 1) {
      const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true)
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
    }
    return null
  }
}
