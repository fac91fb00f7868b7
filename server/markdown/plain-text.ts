/**
 * Plain text of markdown without rendering it, for word counts, excerpts and search. It runs for
 * every post, so it is one linear pass over the lines; the renderer's parser takes milliseconds.
 * It knows ordinary markdown; a line whose meaning depends on nesting counts as text.
 */
import { composedAlike } from '#domain/texts/composed.ts'
import { Turns } from '../workers/turns.ts'
import { inlineText } from './inline-text.ts'
import { countWordsOf } from './words.ts'

interface TextBlock {
  kind: 'text' | 'heading' | 'code' | 'footnote'
  /** Markdown; lines of code as they are. */
  text: string
}

/** Marks of quotes and list items at the start of a line. */
const QUOTES = /^(?: {0,3}> ?)+/
const ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?/
const HEADING = /^#{1,6}(?:[ \t]+|$)/
const HTML_HEADING = /^<h[1-6][\s>]/i
const CLOSING_MARKS = /(?<![ \t])[ \t]+#+$/
const UNDERLINE = /^(?:=+|-+)$/
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/
const TABLE_RULE = /^(?=.*[|:])(?=.*-)[|:\- \t]+$/
const DEFINITION = /^\[(\^?)((?:[^[\]\\]|\\.){1,999})\]:/
const ALERT = /^\[!(?:note|tip|important|warning|caution)\]$/i
/** Start of html whose content is not shown either. */
const HIDDEN = /^<(?:!--|(script|style|svg|template|textarea|select|iframe|canvas|math)\b)/i
/** Bounds the list markers in one line, each of which scans the line again. */
const ITEMS_OF_LINE_MAX = 20
/** A formula with a mark of TeX in it. */
const TEX = /\$\$[^$]+\$\$|(?<![\p{L}\p{N}$\\])\$(?!\s)(?=[^$]*?[\\^_{])[^$]+(?<!\s)\$(?![\d$])/gu
/** Part of a paragraph that is scanned for an excerpt: most of it may be marks. */
const EXAMINED_LENGTH_MAX = 32 * 1024

/**
 * Number of words, code included, at least 1. Pauses for other work, since half a megabyte takes a
 * fifth of a second.
 */
export async function countWords(markdown: string, options?: { title: string }): Promise<number> {
  const turns = new Turns()
  let words = 0
  for (const text of readingTexts(markdown, options)) {
    words += countWordsOf(text)
    if (turns.isDue()) await turns.pause()
  }
  return Math.max(1, words)
}

/**
 * All plain text of a markdown text, with headings, code and footnotes, but without a first heading
 * that repeats the title.
 */
export function readingText(markdown: string, options?: { title: string }): string {
  return [...readingTexts(markdown, options)].join(' ')
}

/** The plain text of the first heading, '' without one. */
export function firstHeading(markdown: string): string {
  for (const { kind, text } of textBlocks(markdown)) {
    const heading = kind === 'heading' ? oneLine(inlineText(text)) : ''
    if (heading !== '') return heading
  }
  return ''
}

/**
 * The start of the plain text, without headings, code blocks, formulas, images and footnotes: long enough for
 * `cutText(…, maxChars)` to see whether it has to cut.
 */
export function excerptText(markdown: string, maxChars: number): string {
  let excerpt = ''
  for (const { kind, text } of textBlocks(markdown)) {
    if (kind !== 'text') continue
    const examined = text.slice(0, EXAMINED_LENGTH_MAX).replace(TEX, ' ')
    const own = oneLine(inlineText(examined))
    excerpt = excerpt === '' || own === '' ? excerpt + own : `${excerpt} ${own}`
    // A character may take two code units.
    if (excerpt.length > maxChars * 2) break
  }
  return excerpt
}

/**
 * Whether a heading repeats the title above the text, ignoring case and blanks.
 * @param title may contain markdown
 */
export function repeatsTitle(heading: string, title: string): boolean {
  const own = comparable(heading)
  return own === comparable(title) || own === comparable(inlineText(title))
}

function* readingTexts(markdown: string, { title = '' } = {}): Generator<string> {
  let mayRepeat = title !== ''
  for (const { kind, text } of textBlocks(markdown)) {
    const own = kind === 'code' ? text : inlineText(text)
    const isRepeat = mayRepeat && kind === 'heading' && repeatsTitle(own, title)
    if (kind === 'heading') mayRepeat = false
    if (!isRepeat) yield own
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function comparable(text: string): string {
  const plain = composedAlike(text).replace(/[\u2018\u2019]/g, "'")
  return oneLine(plain.replace(/[\u201c\u201d]/g, '"')).toLowerCase()
}

/** Yields the blocks in order; lines are read only as far as the caller iterates. */
function* textBlocks(markdown: string): Generator<TextBlock> {
  const reader = new BlockReader()
  for (let at = 0; at < markdown.length; ) {
    const end = markdown.indexOf('\n', at)
    const stop = end < 0 ? markdown.length : end
    reader.read(markdown.slice(at, stop))
    yield* reader.takeFinished()
    at = stop + 1
  }
  reader.finish()
  yield* reader.takeFinished()
}

class BlockReader {
  #finished: TextBlock[] = []
  #kind: TextBlock['kind'] = 'text'
  #lines: string[] = []
  /** End condition of an open block of code or of hidden html, which its quote ends, too. */
  #unread: { isEnd(text: string): boolean; isCode: boolean; isQuoted: boolean } | null = null
  #isInList = false
  #isFootnote = false
  #isTable = false
  #isQuoted = false

  /** Whether a paragraph or table goes on. */
  get #isOpen(): boolean {
    return this.#lines.length > 0 || this.#isTable
  }

  takeFinished(): TextBlock[] {
    return this.#finished.splice(0)
  }

  /** Ends the open block; code goes on to the end of the text. */
  finish(kind = this.#unread?.isCode ? 'code' : this.#kind): void {
    this.#flush(kind)
    this.#kind = this.#isFootnote ? 'footnote' : 'text'
    this.#isTable = false
  }

  #flush(kind = this.#kind): void {
    const text = this.#lines.join('\n')
    if (text.trim() !== '') this.#finished.push({ kind, text })
    this.#lines = []
  }

  read(line: string): void {
    const unquoted = line.replace(QUOTES, '')
    const text = unquoted.trim()
    this.#isQuoted = unquoted !== line
    if (this.#unread?.isQuoted && !this.#isQuoted) {
      this.finish()
      this.#unread = null
    }
    if (this.#unread?.isEnd(text)) {
      if (this.#unread.isCode) this.finish('code')
      this.#unread = null
    } else if (this.#unread?.isCode) this.#lines.push(unquoted)
    else if (this.#unread) return
    else if (text === '') this.#kind === 'code' ? this.#lines.push('') : this.finish()
    else this.#readText(unquoted, text)
  }

  #readText(line: string, trimmed: string): void {
    const isIndented = /^(?: {4}|\t)/.test(line)
    if (this.#kind === 'code' && !isIndented) this.finish()
    if (isIndented && !this.#isOpen && !this.#isInList && !this.#isFootnote) this.#kind = 'code'
    if (this.#kind === 'code') this.#lines.push(trimmed)
    else if (this.#lines.length > 0 && UNDERLINE.test(trimmed)) this.finish('heading')
    else if (RULE.test(trimmed)) this.finish()
    else this.#readMarked(line, trimmed)
  }

  #readMarked(line: string, trimmed: string): void {
    const wasOpen = this.#isOpen
    const text = this.#withoutItems(trimmed)
    if (text === trimmed && !wasOpen && !/^\s/.test(line)) {
      this.#isInList = false
      this.#isFootnote = false
      this.#kind = 'text'
    }
    if (!this.#readBlock(text)) this.#readLine(text)
  }

  #withoutItems(line: string): string {
    let text = line
    for (let items = 0; items < ITEMS_OF_LINE_MAX; items += 1) {
      const [mark = ''] = ITEM.exec(text) ?? []
      const isInParagraph = this.#lines.length > 0 && (/^(?!1\D)\d/.test(mark) || mark === text)
      if (mark === '' || (isInParagraph && !this.#isInList)) break
      this.finish()
      this.#isInList = true
      text = text.slice(mark.length).replace(QUOTES, '')
    }
    return text
  }

  /** Reads a block that is recognized by its first characters; false for text. */
  #readBlock(text: string): boolean {
    const heading = HEADING.exec(text)?.[0]
    const fence = FENCE.exec(text)?.[0]
    const hidden = HIDDEN.exec(text)
    if (heading !== undefined) {
      this.finish()
      this.#lines = [text.slice(heading.length).replace(CLOSING_MARKS, '')]
      this.finish('heading')
    } else if (fence !== undefined) {
      this.finish()
      const isEnd = (text: string) =>
        text.startsWith(fence) && text.replaceAll(fence[0] ?? '', '') === ''
      this.#unread = { isEnd, isCode: true, isQuoted: this.#isQuoted }
    } else if (hidden) {
      const end = hidden[1] === undefined ? /-->/ : new RegExp(`</${hidden[1]}`, 'i')
      const isEnd = (text: string) => end.test(text)
      if (!isEnd(text)) this.#unread = { isEnd, isCode: false, isQuoted: this.#isQuoted }
      else this.#readLine(text.slice(text.search(end)).replace(/^[^>]*>/, ''))
    } else if (HTML_HEADING.test(text)) {
      this.finish()
      this.#lines = [text]
      this.finish('heading')
    } else return ALERT.test(text) && this.#lines.length === 0
    return true
  }

  #readLine(text: string): void {
    const [definition = '', footnote] = DEFINITION.exec(text) ?? []
    const last = this.#lines.at(-1) ?? ''
    if (footnote === '^') {
      this.#isFootnote = true
      this.finish()
      this.#lines = [text.slice(definition.length)]
      this.#kind = 'footnote'
    } else if (this.#isTable) this.#readRow(text)
    else if (definition !== '' && this.#lines.length === 0) return
    else if (last.includes('|') && TABLE_RULE.test(text)) {
      this.#lines.pop()
      this.#isTable = true
      this.#readRow(last)
    } else if (text !== '') this.#lines.push(text)
  }

  /** Each row is a block, so that callers can pause within a long table. */
  #readRow(row: string): void {
    this.#lines.push(row.replace(/\\?\|/g, (mark) => (mark === '|' ? ' ' : '|')))
    this.#flush()
  }
}
