/**
 * What a reader reads of a markdown text, without rendering it: words, excerpts and text to search.
 * It runs for every post at the start, so it is one linear pass of microseconds; the renderer's
 * parser would take milliseconds.
 */
import { type InlineContext, inlineText } from './inline-text.ts'
import { hasSpaceless, SPACELESS, segmentsOf } from './segments.ts'
import { type TextBlock, walkBlocks } from './text-blocks.ts'

/** Text beyond this many times the wanted length is not looked at for an excerpt. */
const EXCERPT_SLACK = 8
/** Runs of scripts without spaces, with their punctuation. */
const SPACELESS_RUN = new RegExp(
  `[${SPACELESS}\\u3000-\\u3004\\uff00-\\uff0f\\uff1a-\\uff20]{1,200}`,
  'gu',
)
/** Characters of such runs that are segmented together, since each call has its price. */
const SEGMENTED_LENGTH = 200

/** Words of the reading text, code included, at least 1. */
export function countWords(markdown: string): number {
  const text = readingText(markdown)
  let words = 0
  let isInside = false
  let isSpaceless = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code <= 32 || code === 160 || code === 0x3000) isInside = false
    else {
      if (!isInside) words += 1
      isInside = true
      if (code >= 0x0e00) isSpaceless = true
    }
  }
  if (isSpaceless && hasSpaceless(text)) words = countSegmentedWords(text)
  return Math.max(1, words)
}

/** All plain text of a markdown text in one line or more: headings, code and footnotes too. */
export function readingText(markdown: string): string {
  const context = contextOf(markdown)
  let text = ''
  walkBlocks(markdown, (block) => {
    const own = block.kind === 'code' ? block.text.trimEnd() : inlineText(block.text, context)
    text += text === '' ? own : ` ${own}`
    return true
  })
  return text
}

/**
 * The reading text without headings, code blocks, images and footnotes, of the
 * beginning only: enough for `cutText(…, maxChars)` to tell whether something was cut.
 */
export function excerptText(markdown: string, maxChars: number): string {
  const context = contextOf(markdown)
  let text = ''
  walkBlocks(markdown, (block) => {
    if (block.kind !== 'paragraph' || block.footnote) return true
    const own = beginningOf(block, maxChars, context)
    if (own !== '') text += text === '' ? own : ` ${own}`
    return !isLongEnough(text, maxChars)
  })
  return text
}

/** A long paragraph is cut before its markers are read, unless they are nearly all of it. */
function beginningOf({ text }: TextBlock, maxChars: number, context: InlineContext): string {
  const length = maxChars * EXCERPT_SLACK
  if (text.length > length) {
    const beginning = oneLine(inlineText(text.slice(0, length), context))
    if (isLongEnough(beginning, maxChars)) return beginning
  }
  return oneLine(inlineText(text, context))
}

/** More than `maxChars` characters, though two code units may be one of them. */
function isLongEnough(text: string, maxChars: number): boolean {
  return text.length > maxChars * 2
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function countSegmentedWords(text: string): number {
  let words = 0
  let runs = ''
  const others = text.replace(SPACELESS_RUN, (run) => {
    runs += `${run}\n`
    if (runs.length >= SEGMENTED_LENGTH) {
      words += wordLikes(runs)
      runs = ''
    }
    return ' '
  })
  return words + wordLikes(runs) + (others.match(/\S+/g) ?? []).length
}

function wordLikes(text: string): number {
  let words = 0
  for (const { isWordLike } of segmentsOf(text)) if (isWordLike) words += 1
  return words
}

const DEFINITION = /^[ \t>]*\[([^^[\]\\\n][^[\]\\\n]{0,998})\]:/gm

/** The link references that the text defines; most texts define none. */
function contextOf(markdown: string): InlineContext {
  if (!markdown.includes(']:')) return { isDefined: () => false }
  const labels = new Set<string>()
  let longest = 0
  for (const [, label = ''] of markdown.matchAll(DEFINITION)) {
    labels.add(labelKey(label))
    longest = Math.max(longest, label.length)
  }
  return { isDefined: (label) => label.length <= longest && labels.has(labelKey(label)) }
}

function labelKey(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase()
}
