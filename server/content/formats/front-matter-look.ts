/**
 * Whether the first lines of a text without front matter were meant as some. A draft whose fence is
 * mistyped must not be published with its front matter as text, so whatever looks like a block
 * (an odd fence, something before it, no fence at all) is refused; prose is not.
 */
import { POST_KEYS, UNSEEN } from './post-fields.ts'

/** As much of a text as is looked at: no block that is read is longer. */
const LOOK_LENGTH = 20 * 1024
/** Lines of text that may stand before a block that was meant to be the first. */
const LINES_BEFORE_MAX = 5
/** Dashes of any kind, and what other tools or editors make of three of them; a comment may follow. */
const FENCE =
  /^(?:-{2,}|[\p{Pd}\u02d7\u2043\u2212\u2500\u2501\u2796\u30fc\uff70]{2,}|\p{Pd}$|\+{2,}|;{2,}|[-_*=.]{2,}$)/u
/** Mostly of a block of code. */
const TILDES = /^~{2,}$/
const CODE = /^ {0,3}(?:`{3}|~{3})/
const COMMENT = /^(?:$|#|%|\/\/|\/\*)/
const KEY = /^[{?"'\s]*([\p{L}_][\p{L}\p{N}_ -]{0,40}?)["'\s]*[:\uff1a=](?=$|[\s"'[{\p{L}\p{N}])/u
/** Beside keys a block has items, brackets and values of several lines. */
const INSIDE = /^(?:[-[\]{}"'|>]|\s)/

const NO_BLOCK = { keys: [], next: '' }
const KNOWN_KEYS = new Set(
  [...POST_KEYS, 'layout', 'slug', 'author', 'permalink'].map((key) => key.toLowerCase()),
)
const isKnown = (key: string) => KNOWN_KEYS.has(key)
/** Says who may read the text. */
const isState = (key: string) => key === 'draft' || key === 'published'

/** Whether a text looks as if it began with front matter. Any kind of newline. */
export function looksLikeFrontMatter(text: string): boolean {
  const all = linesOf(text)
  const isCut = text.length > LOOK_LENGTH
  const lines = all.filter((line) => !COMMENT.test(line.trim()))
  const [first, ...below] = lines
  // What is not looked at might be front matter.
  if (first === undefined) return isCut
  const fence = FENCE.exec(first)
  if (hasStateBlock(lines)) return true
  if (fence === null) return isBareBlock(all.slice(all.indexOf(first)))
  const beside = first.slice(fence[0].length).trim()
  const inside = COMMENT.test(beside) ? below : [beside, ...below]
  if (inside.length === 0) return isCut
  const { keys, next } = blockOf(inside)
  return KEY.test(inside[0] ?? '') && (keys.some(isKnown) || FENCE.test(next))
}

/** The lines that are looked at, with what nobody sees as a blank. */
function linesOf(text: string): string[] {
  const start = text.slice(0, LOOK_LENGTH).replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  return start.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/).map((line) => {
    const indent = /^(?: {4}|\t)/.test(line) ? '    ' : ''
    return indent + line.replace(UNSEEN, ' ').trim()
  })
}

/** Nothing but keys, of which one says who may read the text, or several and a closing fence. */
function isBareBlock(lines: readonly string[]): boolean {
  const { keys, next } = blockOf(lines)
  if (FENCE.test(next)) return keys.filter(isKnown).length > 1
  return next === '' && keys.some(isState)
}

/** A closed block that says who may read the text, below a few lines that are no code. */
function hasStateBlock(lines: readonly string[]): boolean {
  for (const [index, line] of lines.slice(0, LINES_BEFORE_MAX + 1).entries()) {
    const isFence = FENCE.test(line) || (index === 0 && TILDES.test(line))
    if (CODE.test(line) && !isFence) return false
    const { keys, next } = isFence ? blockOf(lines.slice(index + 1)) : NO_BLOCK
    if (keys.some(isState) && (FENCE.test(next) || TILDES.test(next))) return true
  }
  return false
}

/** The keys of the lines that can be a block's, and the line after them. */
function blockOf(lines: readonly string[]): { keys: string[]; next: string } {
  const keys: string[] = []
  for (const line of lines) {
    const key = KEY.exec(line)?.[1]?.toLowerCase()
    if (key !== undefined) keys.push(key)
    else if (FENCE.test(line) || !INSIDE.test(line)) return { keys, next: line }
  }
  return { keys, next: '' }
}
