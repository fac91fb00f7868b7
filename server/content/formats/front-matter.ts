/**
 * A markdown file's front matter and body, read by gray-matter. Its only engine is the strict
 * reader: by default it runs the code of `---js` blocks.
 */
import matter from 'gray-matter'
import { Fault } from './fault.ts'
import { isYamlMap, loadYaml, type YamlMap, type YamlValue } from './load-yaml.ts'
import { POST_KEYS } from './post-fields.ts'
import { lineAt } from './text-bytes.ts'

/** The parts of a text, in order; empty strings where missing. */
interface FrontMatter {
  /** The line of the opening fence. */
  open: string
  /** The YAML between the fences; it begins in line 2. */
  yaml: string
  /** The line of the closing fence. */
  close: string
  body: string
  /** The parsed YAML. */
  data: YamlMap
}

/** Maximum characters of front matter; more is refused unread. */
export const FRONT_MATTER_LENGTH_MAX = 16 * 1024

const UNREADABLE =
  'This looks like front matter and cannot be read as such: it must begin in the first line, with three dashes and nothing else.'
const CONFLICT = 'There is a conflict marker here. In an example, begin such lines with a space.'
const CONFLICT_MARKER = /^(?:(?:<{7}|>{7}|\|{7})(?: |\r?$)|={7}\r?$)/m
/** The markers of a conflict in a text; a line of seven equals signs alone underlines a heading. */
const CONFLICT_IN_TEXT = [/^<{7} /m, /^={7}\r?$/m, /^>{7} /m]
const FENCE_LINE = /^---[ \t]*(?:\r?\n|$)/

/**
 * Splits a text without byte order mark and parses its front matter; newlines are `\n` or `\r\n`.
 * @throws Fault with a line of the text
 */
export function splitFrontMatter(text: string): FrontMatter {
  const conflict = conflictIn(text)
  if (conflict !== null) throw new Fault(lineAt(text, conflict), CONFLICT)
  const open = FENCE_LINE.exec(text)?.[0]
  if (open === undefined) return withoutFrontMatter(text)
  const end = text.indexOf('\n---', 3) + 1
  if (end === 0) throw new Fault(1, 'The front matter has no closing line of three dashes.')
  if (end - open.length > FRONT_MATTER_LENGTH_MAX) {
    throw new Fault(1, `The front matter is longer than ${FRONT_MATTER_LENGTH_MAX / 1024} KiB.`)
  }
  const close = FENCE_LINE.exec(text.slice(end))?.[0]
  if (close === undefined) {
    throw new Fault(lineAt(text, end), 'A line of front matter begins with dashes.')
  }
  const yaml = text.slice(open.length, end)
  const body = text.slice(end + close.length)
  const marker = CONFLICT_MARKER.exec(yaml)
  if (marker !== null) throw new Fault(lineAt(yaml, marker.index) + 1, CONFLICT)
  // Without the body, which gray-matter copies. It does not parse a block of only comments.
  const data: YamlValue = matter(text.slice(0, end + 3), MATTER_OPTIONS).data.value ?? {}
  if (!isYamlMap(data)) {
    throw new Fault(2, 'The front matter must be a list of `key: value` lines.')
  }
  // If the first block is empty, the author means the block below it.
  if (Object.keys(data).length === 0 && looksLikeFrontMatter(body)) {
    throw new Fault(lineAt(text, end + close.length), UNREADABLE)
  }
  return { open, yaml, close, body, data }
}

/** Index of the first marker of a conflict; null without all three. */
function conflictIn(text: string): number | null {
  let start: number | null = null
  let at = 0
  for (const marker of CONFLICT_IN_TEXT) {
    const match = marker.exec(text.slice(at))
    if (match === null) return null
    start ??= match.index
    at += match.index + match[0].length
  }
  return start
}

function refuseCode(): never {
  throw new Error('Only YAML is read as front matter.')
}

/** Passed with each call: without options gray-matter caches and shares its results. */
const MATTER_OPTIONS = {
  language: 'yaml',
  engines: {
    // The block starts right after the opening dashes, so its line numbers are those of the file.
    yaml: { parse: (block: string) => ({ value: loadYaml(`${block}\n`) }) },
    javascript: refuseCode,
  },
}

function withoutFrontMatter(text: string): FrontMatter {
  const [first = ''] = text.slice(0, 200).split('\n', 1)
  if (/^(?:---+[ \t]*[a-z]+\s*$|\+\+\+\s*$|\{\s*(?:"|\}|$))/i.test(first)) {
    throw new Fault(1, 'Only YAML is read as front matter, after a line of three dashes.')
  }
  if (looksLikeFrontMatter(text)) throw new Fault(1, UNREADABLE)
  return { open: '', yaml: '', close: '', body: text, data: {} }
}

/** Control characters, blanks and characters without width. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu
/** Characters to examine; longer front matter is refused anyway. */
const EXAMINED_LENGTH = 20 * 1024
/** `draft:` or `published:` in a later line is prose. */
const FLAG_LINES_MAX = 20
/**
 * Dashes of any kind, fences of other tools, and what editors make of three dashes; a comment may
 * follow.
 */
const FENCE =
  /^(?:-{2,}|[\p{Pd}\u02d7\u2043\u2212\u2500\u2501\u2796\u30fc\uff70]{2,}|\p{Pd}$|\+{2,}|;{2,}|[-_*=.]{2,}$)/u
const CODE = /^(?:`{3}|~{3}.| {4}|\t)/
const COMMENT = /^(?:$|#|%|\/\/|\/\*)/
const KEY = /^[{?"'\s]*([\p{L}_][\p{L}\p{N}_ -]{0,40}?)["'\s]*[:\uff1a=](?=$|[\s"'[{\p{L}\p{N}])/u
/** Decides who may read the text. */
const FLAG = /^[{?"'\s]*(?:draft|published)["'\s]*[:\uff1a=]["'\s]*(?:true|false|yes|no|on|off|\d)/i
/** Lines of a block without a key: items, brackets and values of several lines. */
const INSIDE = /^(?:[-[\]{}"'|>]|\s)/

const KNOWN_KEYS = new Set(
  [...POST_KEYS, 'layout', 'slug', 'author', 'permalink'].map((key) => key.toLowerCase()),
)

/**
 * Whether the first lines of a text were meant as front matter. A draft with a mistyped fence must
 * not be published with its front matter as text, so whatever resembles a block (an odd fence, a
 * line before it, no fence) is refused; prose is not.
 */
function looksLikeFrontMatter(text: string): boolean {
  const lines = firstLines(text)
  if (lines.slice(0, FLAG_LINES_MAX).some((line) => FLAG.test(line))) return true
  const [first = '', ...below] = lines
  const fence = FENCE.exec(first)?.[0] ?? ''
  const beside = first.slice(fence.length).trim()
  const inside = COMMENT.test(beside) ? below : [beside, ...below]
  // The part not examined might be front matter.
  if (inside[0] === undefined) return text.length > EXAMINED_LENGTH
  const isInside = (line: string) => KEY.test(line) || (INSIDE.test(line) && !FENCE.test(line))
  const end = inside.findIndex((line) => !isInside(line))
  const isClosed = FENCE.test(inside[end] ?? '')
  const keys = inside.slice(0, end === -1 ? inside.length : end).map((line) => KEY.exec(line)?.[1])
  const known = keys.filter((key) => KNOWN_KEYS.has(key?.toLowerCase() ?? '')).length
  if (fence === '') return isClosed && known > 1
  return KEY.test(inside[0]) && (known > 0 || isClosed)
}

/** Lines above the first code block, without comments; invisible characters become blanks. */
function firstLines(text: string): string[] {
  const start = text.slice(0, EXAMINED_LENGTH).replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  const lines = start.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
  const code = lines.findIndex((line) => line.trim() !== '' && CODE.test(line))
  return lines
    .slice(0, code === -1 ? lines.length : code)
    .map((line) => line.replace(UNSEEN, ' ').trim())
    .filter((line) => !COMMENT.test(line))
}
