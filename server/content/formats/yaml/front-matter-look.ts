/**
 * Whether the first lines of a text without front matter were meant as some. A draft whose fence is
 * mistyped must not be published with its front matter as text, so whatever looks like a block
 * (an odd fence, something before it, no fence at all) is refused; prose is not.
 */

/** As much of a text as is looked at: no block that is read is longer. */
const LOOK_LENGTH = 20 * 1024
/** Control characters, blanks and what has no width; an author does not see them. */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu
/** A fence that other tools write or editors make of ours; what follows dashes may be a comment. */
const FENCE =
  /^(?:(?:-{2,}|[^\P{Pd}-](?=\s*$)|(?:(?!-)[\p{Pd}\u02d7\u2043\u2212\u2500\u2501\u2796\u30fc\uff70]){2,})[-\p{Pd}\u02d7\u2043\u2212\u2500\u2501\u2796\u30fc\uff70]*|\+{2,}|;{2,}|[-_*=.]{2,}(?=\s*$))/u
/** Mostly of a block of code. */
const TILDES = /^~{2,}$/
const CODE = /^ {0,3}(?:`{3}|~{3})/
/** Lines that may stand before a block that was meant to be the first. */
const LINES_BEFORE_MAX = 5
/** Lines that other tools allow before the block; html comments are taken off before. */
const BEFORE = /^(?:$|#|%|\/\/|\/\*)/
const KEY = /^[{?"'\s]*([\p{L}_][\p{L}\p{N}_ -]{0,40}?)["'\s]*[:\uff1a=](?=$|[\s"'[{\p{L}\p{N}])/u
/** What stands in a block beside keys: items, comments, brackets, values of several lines. */
const INSIDE = /^(?:[-#[\]{}"'|>]|\s)/

/** Keys that a post's front matter has nearly always; prose begins with some of them too. */
const KNOWN_KEYS = new Set(
  `title type layout date created created_at pubdate publishdate updated updated_at lastmod modified
  tags categories featured url draft published description summary excerpt aliases project slug
  author permalink`.split(/\s+/),
)
const STATE_KEYS = new Set(['draft', 'published'])

/** Whether a text looks as if it began with front matter. Any kind of newline. */
export function looksLikeFrontMatter(text: string): boolean {
  const isCut = text.slice(LOOK_LENGTH).trim() !== ''
  const lines = linesOf(text)
  const first = lines.findIndex((line) => FENCE.test(line.trim()) || !BEFORE.test(line.trim()))
  // What is not looked at might be front matter.
  if (first === -1) return isCut
  const start = lines.slice(first)
  const fence = FENCE.exec((start[0] ?? '').trim())
  if (fence === null) return isBareBlock(start) || isStateBlockBelow(start)
  const tail = (start[0] ?? '').trim().slice(fence[0].length)
  const inside = withoutComments([tail, ...start.slice(1)])
  if (isCut && inside.length === 0) return true
  return isFencedBlock(inside) || isStateBlockBelow(start)
}

function linesOf(text: string): string[] {
  const start = text.slice(0, LOOK_LENGTH).replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  return start.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/).map((line) => {
    const indent = /^(?: {4}|\t)/.test(line) ? '    ' : ''
    return indent + line.replace(UNSEEN, ' ')
  })
}

function withoutComments(lines: readonly string[]): string[] {
  return lines.filter((line) => !BEFORE.test(line.trim()))
}

/** After an opening fence: a known key at once, or any key in a block that is closed. */
function isFencedBlock(lines: readonly string[]): boolean {
  if (keyOf(lines[0] ?? '') === null) return false
  const { keys, end } = blockOf(lines)
  return keys.some((key) => KNOWN_KEYS.has(key)) || FENCE.test((lines[end] ?? '').trim())
}

/** Without one: nothing but keys, of which one says who may read it, or several and a fence. */
function isBareBlock(lines: readonly string[]): boolean {
  const { keys, end } = blockOf(lines)
  const next = (lines[end] ?? '').trim()
  const known = keys.filter((key) => KNOWN_KEYS.has(key))
  if (FENCE.test(next) && known.length > 1) return true
  return (next === '' || FENCE.test(next)) && known.some((key) => STATE_KEYS.has(key))
}

/** A closed block that says who may read the post, below a few lines that are no example's. */
function isStateBlockBelow(lines: readonly string[]): boolean {
  if (TILDES.test((lines[0] ?? '').trim()) && isStateBlock(lines.slice(1))) return true
  for (const [index, line] of lines.slice(0, LINES_BEFORE_MAX + 1).entries()) {
    if (CODE.test(line)) return false
    const isFence = index > 0 && !line.startsWith('    ') && FENCE.test(line.trim())
    if (isFence && !isExample(lines.slice(0, index)) && isStateBlock(lines.slice(index + 1))) {
      return true
    }
  }
  return false
}

/** Whether the lines end in a colon and a blank line. */
function isExample(before: readonly string[]): boolean {
  const text = before.filter((line) => line.trim() !== '').at(-1) ?? ''
  return before.at(-1)?.trim() === '' && /[:\uff1a]$/.test(text.trim())
}

function isStateBlock(lines: readonly string[]): boolean {
  const inside = withoutComments(lines)
  const { keys, end } = blockOf(inside)
  const next = (inside[end] ?? '').trim()
  return keys.some((key) => STATE_KEYS.has(key)) && (FENCE.test(next) || TILDES.test(next))
}

/** The keys of the lines that can be a block's, and where these lines end. */
function blockOf(lines: readonly string[]): { keys: string[]; end: number } {
  const keys: string[] = []
  for (const [index, line] of lines.entries()) {
    const key = keyOf(line)
    if (key !== null) keys.push(key)
    else if (FENCE.test(line.trim()) || !INSIDE.test(line)) return { keys, end: index }
  }
  return { keys, end: lines.length }
}

function keyOf(line: string): string | null {
  return KEY.exec(line)?.[1]?.toLowerCase() ?? null
}
