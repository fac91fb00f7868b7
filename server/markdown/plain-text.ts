/**
 * What a reader reads of a markdown text, without rendering it: words, excerpts and text to search.
 * It runs for every post, so it is one linear pass; the renderer's parser would take milliseconds.
 */
import { Turns } from '../workers/turns.ts'
import { htmlHeading, htmlText } from './html/html-text.ts'
import { inlineText } from './inline-text.ts'
import { repeatsTitle } from './repeated-title.ts'
import { countWordsOf } from './segments.ts'
import { textBlocks } from './text-blocks.ts'

/** Text beyond this many times the wanted length is not looked at for an excerpt. */
const EXCERPT_SLACK = 8
const DEFINITION = /^[ \t>]*\[([^^[\]\\\n][^[\]\\\n]{0,998})\]:/gm

/** Words of the reading text, code included, at least 1. */
export function countWords(markdown: string, options?: { title: string }): number {
  let words = 0
  for (const text of readingTexts(markdown, options)) words += countWordsOf(text)
  return Math.max(1, words)
}

/** The same with pauses for others, since half a megabyte takes a fifth of a second. */
export async function countWordsInTurns(
  markdown: string,
  options?: { title: string },
): Promise<number> {
  const turns = new Turns()
  let words = 0
  for (const text of readingTexts(markdown, options)) {
    words += countWordsOf(text)
    if (turns.isDue()) await turns.pause()
  }
  return Math.max(1, words)
}

/**
 * All plain text of a markdown text in one line or more: headings, code and footnotes too, but not a
 * first heading that repeats the title.
 */
export function readingText(markdown: string, options?: { title: string }): string {
  let all = ''
  for (const text of readingTexts(markdown, options)) all += all === '' ? text : ` ${text}`
  return all
}

/** The same, block by block. */
function* readingTexts(markdown: string, { title = '' } = {}): Generator<string> {
  const isDefined = definitionsOf(markdown)
  let mayRepeat = title !== ''
  for (const { kind, text: written } of textBlocks(markdown)) {
    const own =
      kind === 'code'
        ? written.trimEnd()
        : kind === 'html'
          ? htmlText(written)
          : inlineText(written, isDefined)
    const isRepeat = mayRepeat && kind === 'heading' && repeatsTitle(own, title)
    if (kind === 'heading') mayRepeat = false
    if (!isRepeat) yield own
  }
}

/** The plain text of the first heading, '' without one. */
export function firstHeading(markdown: string): string {
  for (const { kind, text } of textBlocks(markdown)) {
    if (kind !== 'heading' && kind !== 'html') continue
    const heading = kind === 'html' ? htmlHeading(text) : inlineText(text, () => false)
    if (oneLine(heading) !== '') return oneLine(heading)
  }
  return ''
}

/**
 * The reading text without headings, code blocks, images and footnotes, of the
 * beginning only: enough for `cutText(…, maxChars)` to tell whether something was cut.
 */
export function excerptText(markdown: string, maxChars: number): string {
  const isDefined = definitionsOf(markdown)
  let excerpt = ''
  for (const { kind, text, isFootnote } of textBlocks(markdown)) {
    if ((kind !== 'paragraph' && kind !== 'html') || isFootnote) continue
    const isHtml = kind === 'html'
    const read = (part: string) =>
      oneLine(isHtml ? htmlText(part, { isExcerpt: true }) : inlineText(part, isDefined))
    // A long paragraph is cut before its marks are read, unless they are nearly all of it.
    let own = read(text.slice(0, maxChars * EXCERPT_SLACK))
    if (text.length > maxChars * EXCERPT_SLACK && !isLongEnough(own, maxChars)) {
      own = read(text)
    }
    if (own !== '') excerpt += excerpt === '' ? own : ` ${own}`
    if (isLongEnough(excerpt, maxChars)) break
  }
  return excerpt
}

/** More than `maxChars` characters, though two code units may be one of them. */
function isLongEnough(text: string, maxChars: number): boolean {
  return text.length > maxChars * 2
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Whether a link reference is defined in the text, by its label; most texts define none. */
function definitionsOf(markdown: string): (label: string) => boolean {
  if (!markdown.includes(']:')) return () => false
  const labels = new Set<string>()
  let longest = 0
  for (const [, label = ''] of markdown.matchAll(DEFINITION)) {
    labels.add(labelKey(label))
    longest = Math.max(longest, label.length)
  }
  return (label) => label.length <= longest && labels.has(labelKey(label))
}

function labelKey(label: string): string {
  return oneLine(label).toLowerCase()
}
