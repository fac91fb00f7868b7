/** A *.yaml file (or the front matter of a page) while it is read: values, and their lines. */
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Problem } from '../records.ts'
import { decodeText } from './decode-text.ts'
import { type Fault, loadYaml, type YamlValue } from './yaml/load-yaml.ts'
import { keyOf, rangeOf } from './yaml/yaml-pairs.ts'

/** Bytes of a *.yaml file; a list of projects or resources is far below it. */
export const YAML_BYTES_MAX = 128 * 1024

/** Problems that are listed of one file. */
const PROBLEMS_MAX = 50

export type YamlPath = readonly (string | number)[]

interface YamlFile {
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
  let find: ((path: YamlPath) => number | null) | null = null
  return {
    value: read.value,
    lineOf: (path) => {
      find ??= lineFinder(text)
      const line = find(path)
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

  /** The first so many are enough to see what is wrong. */
  add(path: YamlPath, reason: string): void {
    if (this.list.length < PROBLEMS_MAX)
      this.list.push({ file: this.#file, line: this.#yaml.lineOf(path), reason })
  }
}

/** Reading has its own fast parser without positions; only a problem asks for a line. */
function lineFinder(text: string): (path: YamlPath) => number | null {
  const lines = new LineCounter()
  const { contents } = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: false,
    schema: 'failsafe',
    logLevel: 'silent',
  })
  return (path) => {
    const start = startOf(contents, path)
    return start === null ? null : lines.linePos(start).line
  }
}

/** Where the value at the path begins, or the last thing on the way to it that is there. */
function startOf(root: unknown, path: YamlPath): number | null {
  let node = root
  let start = rangeOf(root)?.[0] ?? null
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => keyOf(item) === step)
      if (pair === undefined) break
      start = rangeOf(pair.key)?.[0] ?? start
      node = pair.value
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step]
      start = rangeOf(node)?.[0] ?? start
    } else break
  }
  return start
}
