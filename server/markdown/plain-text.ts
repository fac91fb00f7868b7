/**
 * Plain text of markdown without rendering it, for word counts, excerpts and search. It runs for
 * every post, so it is one linear pass over the lines; the renderer's parser takes milliseconds.
 * It knows ordinary markdown; a line whose meaning depends on nesting counts as text.
 */
import { composedAlike } from '#domain/texts/composed.ts'
import { Turns } from '../workers/turns.ts'
import { inlineText } from './inline-text.ts'

interface TextBlock {
  kind: 'text' | 'heading' | 'code' | 'table' | 'footnote'
  /** Markdown; lines of code as they are. */
  text: string
}

/** Marks of quotes at the start of a line, and of items with what is quoted in them. */
const QUOTES = /^(?: {0,3}> ?)+/
const ITEMS = /^[ \t]*(?:(?:[-+*]|\d{1,3}[.)])(?:[ \t]+|$)|>[ \t]*)+(?:\[[ xX]\][ \t]+)?/
const HEADING = /^#{1,6}(?:[ \t]+|$)|^(?=<h[1-6][\s>])/i
const CLOSING_MARKS = /(?<![ \t])[ \t]+#+$/
const UNDERLINE = /^(?:=+|-+)$/
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/
const TABLE_RULE = /^(?=.*[|:])(?=.*-)[|:\- \t]+$/
const DEFINITION = /^\[(\^?)((?:[^[\]\\]|\\.){1,999})\]:/
const ALERT = /^\[!(?:note|tip|important|warning|caution)\]$/i
/** Start of html whose content is not shown either. */
const HIDDEN = /^<(?:!--|(script|style|svg|template|textarea|select|iframe|canvas|math)\b)/i
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
 * The start of the plain text, without headings, code blocks, tables, formulas, images and footnotes:
 * long enough for `cutText(…, maxChars)` to see whether it has to cut.
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
  for (const [line] of markdown.matchAll(/^.*$/gm)) {
    reader.read(line)
    yield* reader.takeFinished()
  }
  reader.finish()
  yield* reader.takeFinished()
}

class BlockReader {
  #finished: TextBlock[] = []
  #lines: string[] = []
  #kind: TextBlock['kind'] = 'text'
  #isTable = false
  /** End of the open fenced code or hidden html, which the end of its quote ends, too. */
  #open: { end: RegExp; isQuoted: boolean } | null = null
  /** In a list or a footnote indented lines are its text. */
  #nested: 'text' | 'footnote' | null = null

  takeFinished(): TextBlock[] {
    return this.#finished.splice(0)
  }

  finish(kind = this.#kind): void {
    const text = this.#lines.join('\n')
    if (text.trim() !== '') this.#finished.push({ kind, text })
    this.#lines = []
    this.#kind = this.#nested ?? 'text'
    this.#isTable = false
    this.#open = null
  }

  read(line: string): void {
    const unquoted = line.replace(QUOTES, '')
    const isQuoted = unquoted !== line
    const text = unquoted.trim()
    if (this.#open?.isQuoted && !isQuoted) this.finish()
    if (this.#open?.end.test(text)) this.finish()
    else if (this.#open) {
      if (this.#kind === 'code') this.#lines.push(unquoted)
    } else if (text === '') this.finish()
    else if (this.#lines.length > 0 && UNDERLINE.test(text)) this.finish('heading')
    else if (RULE.test(text)) this.finish()
    else if (/^(?: {4}|\t)/.test(unquoted) && this.#takesCode()) this.#lines.push(text)
    else this.#readText(unquoted, isQuoted)
  }

  /** Whether an indented line is code. */
  #takesCode(): boolean {
    if (this.#lines.length === 0 && this.#nested === null) this.#kind = 'code'
    return this.#kind === 'code'
  }

  #readText(line: string, isQuoted: boolean): void {
    if (this.#kind === 'code') this.finish()
    if (this.#lines.length === 0 && !/^\s/.test(line)) this.#nested = null
    const text = line.replace(ITEMS, '').trim()
    if (text !== line.trim()) {
      this.#nested ??= 'text'
      this.finish()
    }
    if (this.#lines.length === 0) this.#kind = this.#nested ?? 'text'
    const heading = HEADING.exec(text)?.[0]
    const fence = FENCE.exec(text)?.[0]
    const [hidden, name] = HIDDEN.exec(text) ?? []
    if (heading !== undefined) {
      this.finish()
      this.#lines = [text.slice(heading.length).replace(CLOSING_MARKS, '')]
      this.finish('heading')
    } else if (fence !== undefined) {
      this.finish()
      this.#kind = 'code'
      this.#open = { end: new RegExp(`^${fence}${fence[0]}*$`), isQuoted }
    } else if (hidden !== undefined) {
      const end = name === undefined ? /-->/ : new RegExp(`</${name}`, 'i')
      this.finish()
      if (!end.test(text)) this.#open = { end, isQuoted }
      else this.#lines = [text.slice(text.search(end)).replace(/^[^>]*>/, '')]
    } else this.#readLine(text)
  }

  #readLine(text: string): void {
    const [definition = '', footnote] = DEFINITION.exec(text) ?? []
    const last = this.#lines.at(-1) ?? ''
    if (footnote === '^') {
      this.#nested = 'footnote'
      this.finish()
      this.#lines = [text.slice(definition.length)]
    } else if (last.includes('|') && TABLE_RULE.test(text)) {
      this.#lines.pop()
      this.finish()
      this.#isTable = true
      if (this.#kind === 'text') this.#kind = 'table'
      this.#lines = [cellsOf(last)]
    } else if (this.#isTable) this.#lines.push(cellsOf(text))
    else if (this.#lines.length > 0 || !(definition || ALERT.test(text))) this.#lines.push(text)
  }
}

/** The cells of a table's row as an enumeration. */
function cellsOf(row: string): string {
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim())
  return `${cells.filter(Boolean).join(', ').replaceAll('\\|', '|')}.`
}

/**
 * The segmenter's time is quadratic in the length of its input (a minute for 500 KB), so it gets
 * pieces; a word at the end of a piece may count twice.
 */
const PIECES = /.{1,400}/gsu
/** Scripts without spaces between words; Hangul has them and is counted by its spaces. */
const SPACELESS =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9d\u{20000}-\u{3ffff}]/u

let segmenter: Intl.Segmenter | null = null

/** Whether a character of such a script is in the text. */
export function hasSpaceless(text: string): boolean {
  return SPACELESS.test(text)
}

/** Number of words in plain text: by spaces, or by the segmenter for scripts without spaces. */
export function countWordsOf(text: string): number {
  let words = 0
  for (const [token] of text.matchAll(/\S+/g)) words += SPACELESS.test(token) ? segmented(token) : 1
  return words
}

function segmented(token: string): number {
  // Created at first use: most sites never need it.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  let words = 0
  for (const [piece] of token.matchAll(PIECES)) {
    for (const { isWordLike } of segmenter.segment(piece)) if (isWordLike) words += 1
  }
  return words
}
