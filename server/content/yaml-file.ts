/** A *.yaml file (or the front matter of a page) while it is read: values, and their lines. */
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { decodeText } from './decode-text.ts'
import { type Fault, loadYaml, type YamlValue } from './load-yaml.ts'
import type { Problem } from './records.ts'

/** Bytes of a *.yaml file; a list of projects or resources is far below it. */
export const YAML_BYTES_MAX = 256 * 1024

export type YamlPath = readonly (string | number)[]

export interface YamlFile {
  value: YamlValue
  /** The 1-based line at which the value at `path` begins; null when there is none. */
  lineOf(path: YamlPath): number | null
}

/** Reads a *.yaml file's bytes. A text of nothing but comments has the value null. */
export function readYamlFile(bytes: Uint8Array): YamlFile | Fault {
  if (bytes.length > YAML_BYTES_MAX) {
    return { line: null, reason: `The file is larger than ${YAML_BYTES_MAX / 1024} KiB.` }
  }
  const text = decodeText(bytes)
  return typeof text === 'string' ? readYamlText(text, 0) : text
}

/** Reads YAML text that begins after `linesBefore` lines of its file. */
export function readYamlText(text: string, linesBefore: number): YamlFile | Fault {
  const read = loadYaml(text)
  if ('reason' in read) {
    return { line: read.line === null ? null : read.line + linesBefore, reason: read.reason }
  }
  return {
    value: read.value,
    lineOf: (path) => {
      const line = lineInText(text, path)
      return line === null ? null : line + linesBefore
    },
  }
}

/** Gathers problems of one file, each at the line of the value it is about. */
export class FileProblems {
  readonly list: Problem[] = []
  readonly #file: string
  readonly #yaml: YamlFile

  constructor(file: string, yaml: YamlFile) {
    this.#file = file
    this.#yaml = yaml
  }

  add(path: YamlPath, reason: string): void {
    this.list.push({ file: this.#file, line: this.#yaml.lineOf(path), reason })
  }
}

/** Reading has its own fast parser without positions; only a problem asks for a line. */
function lineInText(text: string, path: YamlPath): number | null {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: false,
    schema: 'failsafe',
    logLevel: 'silent',
  })
  let node: unknown = document.contents
  let start = offsetOf(node)
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step)
      if (pair === undefined) break
      start = offsetOf(pair.key) ?? start
      node = pair.value
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step]
      start = offsetOf(node) ?? start
    } else break
  }
  return start === null ? null : lines.linePos(start).line
}

function offsetOf(node: unknown): number | null {
  const isNode = isScalar(node) || isMap(node) || isSeq(node)
  return isNode ? (node.range?.[0] ?? null) : null
}
