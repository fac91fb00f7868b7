/**
 * A markdown file's front matter and body. gray-matter takes the file apart, once its fences are
 * checked; its only engine is the strict reader, since by default it runs the code of `---js` blocks.
 */
import matter from 'gray-matter'
import { looksLikeFrontMatter } from './front-matter-look.ts'
import { type Fault, isYamlMap, loadYaml, type YamlMap, type YamlValue } from './load-yaml.ts'

interface FrontMatter {
  data: YamlMap
  /** The YAML between the fences, empty when there is none. It begins in line 2. */
  yaml: string
  /** Everything after the line of the closing fence. */
  body: string
}

/** Where the parts of a file with front matter begin and end, in characters. */
export interface Fences {
  yamlStart: number
  /** Also where the closing fence's line begins. */
  yamlEnd: number
  /** After the closing fence's newline. */
  bodyStart: number
}

/** Characters of front matter; more is refused unread. */
export const FRONT_MATTER_LENGTH_MAX = 16 * 1024

/** As much of a first line as tells what it is. */
const FIRST_LINE_LENGTH = 200

const UNREADABLE =
  'This looks like front matter and cannot be read as such: it must begin in the first line, with three dashes and nothing else.'
const CONFLICT = 'There is a conflict marker here.'
const CONFLICT_MARKER = /^(?:(?:<{7}|>{7}|\|{7})(?: |$)|={7}$)/m

/**
 * Splits and reads a text with `\n` newlines and no byte order mark (see `decodeText`). Lines of
 * a fault count from the first line of the text.
 */
export function splitFrontMatter(text: string): FrontMatter | Fault {
  const fences = findFences(text)
  if (fences === null) return withoutFrontMatter(text)
  if ('reason' in fences) return fences
  const yaml = text.slice(fences.yamlStart, fences.yamlEnd)
  const conflict = CONFLICT_MARKER.exec(yaml)
  if (conflict !== null) {
    return { line: lineAt(yaml, conflict.index) + 1, reason: CONFLICT }
  }
  const { data: read, matter: found, content } = matter(text, MATTER_OPTIONS)
  // It ends a block at any line that begins with three dashes, whatever follows them.
  if (found.trim() !== yaml.trim()) {
    const reason = 'A line of front matter begins with dashes.'
    return { line: lineAt(yaml, found.length) + 1, reason }
  }
  if (isFault(read)) return { ...read, line: (read.line ?? 0) + 1 }
  // A block of nothing but comments does not get to the reader.
  const data: YamlValue = read.value ?? {}
  if (!isYamlMap(data)) {
    return { line: 2, reason: 'The front matter must be a list of `key: value` lines.' }
  }
  // Blanks after the closing fence belong to its line.
  const body = content.replace(/^[ \t]+(?:\n|$)/, '')
  // An empty block before the one that the author means hides nothing.
  if (Object.keys(data).length === 0 && looksLikeFrontMatter(body)) {
    return { line: lineAt(text, fences.bodyStart), reason: UNREADABLE }
  }
  return { data, yaml, body }
}

/** gray-matter leaves the newline of the opening fence and takes that of the last line. */
function readYaml(block: string): ReturnType<typeof loadYaml> {
  return loadYaml(`${block.replace(/^[ \t]*\n/, '')}\n`)
}

function isFault(read: object): read is Fault {
  return 'reason' in read
}

function refuseEngine(): never {
  throw new Error('Only YAML is read as front matter.')
}

/** Options in one object, always given: without any, gray-matter keeps what it read and shares it. */
const MATTER_OPTIONS = {
  language: 'yaml',
  delimiters: '---',
  engines: {
    yaml: { parse: readYaml, stringify: refuseEngine },
    javascript: refuseEngine,
    json: refuseEngine,
  },
}

/** Where front matter stands in a text with any kind of newline; null when it has none. */
export function findFences(text: string): Fences | Fault | null {
  const opening = /^---[ \t]*(?:\r\n?|\n|$)/.exec(text)
  if (opening === null) return null
  const yamlStart = opening[0].length
  const closing = /(?<=[\r\n])---[ \t]*(?:\r\n?|\n|$)/g
  closing.lastIndex = yamlStart
  const match = closing.exec(text)
  if (match === null) {
    return { line: 1, reason: 'The front matter has no closing line of three dashes.' }
  }
  if (match.index - yamlStart > FRONT_MATTER_LENGTH_MAX) {
    const reason = `The front matter is longer than ${FRONT_MATTER_LENGTH_MAX / 1024} KiB.`
    return { line: 1, reason }
  }
  return { yamlStart, yamlEnd: match.index, bodyStart: match.index + match[0].length }
}

/** The 1-based line of the character at `index`. */
export function lineAt(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) {
    line += 1
  }
  return line
}

function withoutFrontMatter(text: string): FrontMatter | Fault {
  const first = text.slice(0, FIRST_LINE_LENGTH).split('\n', 1)[0] ?? ''
  if (/^---+[ \t]*[a-z]+[ \t]*$/i.test(first)) {
    return { line: 1, reason: 'Only YAML is read as front matter, after a line of three dashes.' }
  }
  if (/^(?:\+\+\+[ \t]*$|\{\s*(?:"|\}|$))/.test(first)) {
    return { line: 1, reason: 'TOML and JSON front matter is not read; write it as YAML.' }
  }
  if (first.startsWith('<<<<<<< ')) return { line: 1, reason: CONFLICT }
  if (looksLikeFrontMatter(text)) return { line: 1, reason: UNREADABLE }
  return { data: {}, yaml: '', body: text }
}
