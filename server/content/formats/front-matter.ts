/**
 * A markdown file's front matter and body, read by gray-matter. Its only engine is the strict
 * reader: by default it runs the code of `---js` blocks.
 */
import matter from 'gray-matter'
import { ContentError } from './content-error.ts'
import { isYamlMap, loadYaml, type YamlMap, type YamlValue } from './load-yaml.ts'
import { POST_KEYS } from './post-fields.ts'
import { lineAt } from './text-bytes.ts'

/** The parts of a text, in order, with the lines of the fences; empty strings where missing. */
interface FrontMatter {
  open: string
  /** The YAML between the fences; it begins in line 2. */
  yaml: string
  close: string
  body: string
  data: YamlMap
}

/** Maximum characters of front matter; more is refused unread. */
export const FRONT_MATTER_LENGTH_MAX = 16 * 1024

const UNREADABLE =
  'This looks like front matter and cannot be read as such: it must begin in the first line, with three dashes and nothing else.'
export const CONFLICT =
  'There is a conflict marker here. In an example, begin such lines with a space.'
const FENCE_LINE = /^---[ \t]*(?:\r?\n|$)/

const STRICT = {
  // The block starts right after the opening dashes, so its line numbers are those of the file.
  parse: (block: string) => ({ value: loadYaml(`${block}\n`) }),
}
/** Passed with each call: without options gray-matter caches and shares its results. */
const OPTIONS = { engines: { yaml: STRICT, javascript: STRICT } }

/**
 * Splits a text without byte order mark and parses its front matter; newlines are `\n` or `\r\n`.
 * @throws ContentError with a line of the text
 */
export function splitFrontMatter(text: string): FrontMatter {
  const conflict = conflictIn(text)
  if (conflict !== null) throw new ContentError(lineAt(text, conflict), CONFLICT)
  const open = FENCE_LINE.exec(text)?.[0]
  if (open === undefined) return withoutFrontMatter(text)
  const length = text.indexOf('\n---', 3)
  if (length === -1)
    throw new ContentError(1, 'The front matter has no closing line of three dashes.')
  if (length > FRONT_MATTER_LENGTH_MAX) {
    const reason = `The front matter is longer than ${FRONT_MATTER_LENGTH_MAX / 1024} KiB.`
    throw new ContentError(1, reason)
  }
  // Without the body: gray-matter copies its text, and makes it the key of a cache.
  const { data, matter: block } = matter(text.slice(0, length + 4), OPTIONS)
  const end = 3 + block.length + 1
  const close = FENCE_LINE.exec(text.slice(end))?.[0]
  if (close === undefined) {
    throw new ContentError(lineAt(text, end), 'A line of front matter begins with dashes.')
  }
  // gray-matter does not parse a block of only comments.
  const { value = {} }: { value?: YamlValue } = data
  if (!isYamlMap(value)) {
    throw new ContentError(2, 'The front matter must be a list of `key: value` lines.')
  }
  const body = text.slice(end + close.length)
  // If the first block is empty, the author means the block below it.
  if (Object.keys(value).length === 0 && looksLikeFrontMatter(body)) {
    throw new ContentError(lineAt(text, end + close.length), UNREADABLE)
  }
  return { open, yaml: text.slice(open.length, end), close, body, data: value }
}

/** Index of the first marker of a conflict; null without all three. */
export function conflictIn(text: string): number | null {
  const start = text.search(/^<{7} /m)
  const ours = text.slice(start)
  // Without the others it underlines a heading.
  const middle = ours.search(/^={7}\r?$/m)
  return start >= 0 && middle >= 0 && /^>{7} /m.test(ours.slice(middle)) ? start : null
}

function withoutFrontMatter(text: string): FrontMatter {
  const [first = ''] = text.slice(0, 200).split('\n', 1)
  if (/^(?:---+[ \t]*[a-z]+\s*$|\+\+\+\s*$|\{\s*(?:"|\}|$))/i.test(first)) {
    throw new ContentError(1, 'Only YAML is read as front matter, after a line of three dashes.')
  }
  if (looksLikeFrontMatter(text)) throw new ContentError(1, UNREADABLE)
  return { open: '', yaml: '', close: '', body: text, data: {} }
}

/** Control characters, blanks and characters without width. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu
/** Characters to examine; longer front matter is refused anyway. */
const EXAMINED_LENGTH = 20 * 1024
/** Keys in a later line are prose. */
const LINES_MAX = 20
/** What authors and editors make of three dashes, and fences of other tools. */
const FENCE = /^(?:[-+;\p{Pd}\u2212\u2500\u2501]{2,}|\p{Pd}$|[_*=.]{2,}$)/u
const CODE = /^(?:`{3}|~{3}.| {4}|\t)/
const COMMENT = /^(?:$|#|%|\/\/|\/\*)/
const KEY_NAMES = [...POST_KEYS, 'layout', 'slug', 'author', 'permalink'].join('|')
const KEY = new RegExp(`^[{?"'\\s]*(?:${KEY_NAMES})["'\\s]*[:=]`, 'i')
/** Decides who may read the text. */
const FLAG = /^[{?"'\s]*(?:draft|published)["'\s]*[:\uff1a=]["'\s]*(?:true|false|yes|no|on|off|\d)/i

/**
 * Whether the first lines of a text were meant as front matter (an odd fence, a line before it, no
 * fence): a draft with a mistyped fence must not be published with its front matter as text.
 */
function looksLikeFrontMatter(text: string): boolean {
  const lines = firstLines(text)
  if (lines.some((line) => FLAG.test(line))) return true
  const [first = '', second = ''] = lines
  const fence = FENCE.exec(first)?.[0] ?? ''
  // The part not examined might be front matter.
  if (first === fence && second === '') return text.length > EXAMINED_LENGTH
  if (fence !== '') return KEY.test(first.slice(fence.length).trim()) || KEY.test(second)
  return KEY.test(first) && KEY.test(second) && lines.some((line) => FENCE.test(line))
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
    .slice(0, LINES_MAX)
}
