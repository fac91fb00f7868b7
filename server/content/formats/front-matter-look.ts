/**
 * Whether the first lines of a text without front matter were meant as some. A draft whose fence is
 * mistyped must not be published with its front matter as text, so whatever looks like a block
 * (an odd fence, something before it, no fence at all) is refused; prose is not.
 */
import { POST_KEYS, UNSEEN } from './post-fields.ts'

/** As much of a text as is looked at: no block that is read is longer. */
const LOOK_LENGTH = 20 * 1024
/** Lines below which a flag is one of prose. */
const FLAG_LINES_MAX = 20
/** Dashes of any kind, and what other tools or editors make of three of them; a comment may follow. */
const FENCE =
  /^(?:-{2,}|[\p{Pd}\u02d7\u2043\u2212\u2500\u2501\u2796\u30fc\uff70]{2,}|\p{Pd}$|\+{2,}|;{2,}|[-_*=.]{2,}$)/u
const CODE = /^(?:`{3}|~{3}.| {4}|\t)/
const COMMENT = /^(?:$|#|%|\/\/|\/\*)/
const KEY = /^[{?"'\s]*([\p{L}_][\p{L}\p{N}_ -]{0,40}?)["'\s]*[:\uff1a=](?=$|[\s"'[{\p{L}\p{N}])/u
/** Says who may read the text. */
const FLAG = /^[{?"'\s]*(?:draft|published)["'\s]*[:\uff1a=]["'\s]*(?:true|false|yes|no|on|off|\d)/i
/** Beside keys a block has items, brackets and values of several lines. */
const INSIDE = /^(?:[-[\]{}"'|>]|\s)/

const KNOWN_KEYS = new Set(
  [...POST_KEYS, 'layout', 'slug', 'author', 'permalink'].map((key) => key.toLowerCase()),
)

/** Whether a text looks as if it began with front matter. Any kind of newline. */
export function looksLikeFrontMatter(text: string): boolean {
  const lines = firstLines(text)
  const [first, ...below] = lines
  // What is not looked at might be front matter.
  const isCut = text.length > LOOK_LENGTH
  if (first === undefined) return isCut
  if (lines.slice(0, FLAG_LINES_MAX).some((line) => FLAG.test(line))) return true
  const fence = FENCE.exec(first)
  if (fence === null) {
    const { known, isClosed } = blockOf(lines)
    return isClosed && known > 1
  }
  const beside = first.slice(fence[0].length).trim()
  const inside = COMMENT.test(beside) ? below : [beside, ...below]
  if (inside[0] === undefined) return isCut
  const { known, isClosed } = blockOf(inside)
  return KEY.test(inside[0]) && (known > 0 || isClosed)
}

/** Lines above the first code, without comments and with what nobody sees as a blank. */
function firstLines(text: string): string[] {
  const start = text.slice(0, LOOK_LENGTH).replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  const lines = start.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
  const code = lines.findIndex((line) => line.trim() !== '' && CODE.test(line))
  return lines
    .slice(0, code === -1 ? lines.length : code)
    .map((line) => line.replace(UNSEEN, ' ').trim())
    .filter((line) => !COMMENT.test(line))
}

/** How many known keys the lines of a block have, and whether a fence ends them. */
function blockOf(lines: readonly string[]): { known: number; isClosed: boolean } {
  let known = 0
  for (const line of lines) {
    const key = KEY.exec(line)?.[1]?.toLowerCase()
    if (key !== undefined) known += KNOWN_KEYS.has(key) ? 1 : 0
    else if (FENCE.test(line)) return { known, isClosed: true }
    else if (!INSIDE.test(line)) break
  }
  return { known, isClosed: false }
}
