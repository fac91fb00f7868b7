/**
 * The blocks of a markdown text, line by line, in linear time: what is a heading, a paragraph, code.
 * Of lists only the column of the innermost item is known, of quotes whether a line is in one.
 */
import { htmlEndOf } from './html/html-block.ts'
import { isAlertMarker } from './syntax/alerts.ts'
import {
  COMMENT_END,
  commentEndIn,
  isCommentStart,
  isKramdownMark,
} from './syntax/kramdown-marks.ts'

interface TextBlock {
  /** A table is a paragraph. */
  kind: 'paragraph' | 'heading' | 'code' | 'html'
  /** Markdown of a paragraph or heading; lines of code and of html as they are. */
  text: string
  isFootnote: boolean
}

const QUOTE = /^(?: {0,3}> ?)+/
const ITEM = /^([-+*]|\d{1,9}[.)])(?:[ \t]+|$)(?:\[[ xX]\][ \t]+)?/
const HEADING = /^#{1,6}(?:[ \t]+|$)/
const CLOSING_MARKS = /(?<![ \t])[ \t]+#+$/
const UNDERLINE = /^(?:=+|-+)$/
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/
const TABLE_RULE = /^(?=.*[|:])(?=.*-)[|:\- \t]+$/
const DEFINITION = /^\[(\^?)(?:[^[\]\\]|\\.){1,999}\]:/
const TOC_MARK = /^\{:\s*toc\b/
const HEADING_ID = /(?<![ \t\\])[ \t]*\{#[A-Za-z][\w:.-]*\}$/
/** What is never a further line of a paragraph. */
const BLOCK_START = /^(?:[-+*][ \t]|\d{1,9}[.)][ \t]|#{1,6}(?:[ \t]|$)|```|~~~|\[\^|---|\*\*\*|___)/
/** Each further marker of an item in one line reads the line once more. */
const ITEMS_OF_LINE_MAX = 20

/** The blocks in their order; a reader that stops early reads no further lines. */
export function* textBlocks(markdown: string): Generator<TextBlock> {
  const reader = new BlockReader(commentEndIn(markdown) >= 0)
  for (let at = 0; at < markdown.length; ) {
    const end = markdown.indexOf('\n', at)
    const stop = end < 0 ? markdown.length : end
    reader.read(markdown.slice(at, stop))
    if (reader.finished.length > 0) yield* reader.finished.splice(0)
    at = stop + 1
  }
  reader.finish()
  yield* reader.finished
}

class BlockReader {
  readonly finished: TextBlock[] = []
  #kind: TextBlock['kind'] = 'paragraph'
  #lines: string[] = []
  /** The column at which the content of the innermost open item begins. */
  #indent = 0
  #isQuoted = false
  #isFootnote = false
  #isTable = false
  /** Whether a comment of kramdown has an end. */
  readonly #hasCommentEnd: boolean
  /** The marks that end the open block of code. */
  #fence = ''
  /** What ends the open block of html. */
  #htmlEnd: RegExp | null = null

  constructor(hasCommentEnd: boolean) {
    this.#hasCommentEnd = hasCommentEnd
  }

  read(line: string): void {
    const unquoted = line.replace(QUOTE, '')
    const isQuoted = unquoted !== line
    if (isQuoted !== this.#isQuoted && (this.#isQuoted || !this.#isLiteral)) {
      this.finish()
      this.#isQuoted = isQuoted
      this.#indent = 0
    }
    const text = this.#isQuoted ? unquoted : line
    const [space = ''] = /^[ \t]*/.exec(text) ?? []
    const columns = space.replaceAll('\t', '    ').length
    const content = text.slice(space.length).trimEnd()
    if (this.#fence !== '' && this.#readFenced(text, columns, content)) return
    if (this.#htmlEnd && this.#readHtml(text, { columns, content, end: this.#htmlEnd })) return
    if (content !== '') this.#readContent(columns, content)
    else if (this.#kind === 'code') this.#lines.push('')
    else this.finish()
  }

  /** Ends the open block. */
  finish(kind = this.#kind): void {
    const text = this.#lines.join('\n')
    if (text !== '') this.finished.push({ kind, text, isFootnote: this.#isFootnote })
    this.#kind = 'paragraph'
    this.#lines = []
    this.#fence = ''
    this.#htmlEnd = null
    this.#isTable = false
  }

  /** Whether lines belong to the open block whatever they begin with. */
  get #isLiteral(): boolean {
    return this.#fence !== '' || this.#htmlEnd !== null
  }

  get #isParagraphOpen(): boolean {
    return this.#kind === 'paragraph' && this.#lines.length > 0
  }

  /** Whether the line belongs to the fenced code. */
  #readFenced(line: string, columns: number, content: string): boolean {
    const isOutside = columns < this.#indent && content !== ''
    const isEnd =
      content.startsWith(this.#fence) && content.replaceAll(this.#fence[0] ?? '', '') === ''
    if (isOutside || isEnd) this.finish()
    else this.#lines.push(line)
    return !isOutside
  }

  /** Whether the line belongs to the html. */
  #readHtml(
    line: string,
    { columns, content, end }: { columns: number; content: string; end: RegExp },
  ): boolean {
    const isOutside = columns < this.#indent && content !== ''
    if (!isOutside) this.#lines.push(line)
    if (isOutside || end.test(content)) this.finish()
    return !isOutside
  }

  #readContent(columns: number, content: string): void {
    if (this.#isMark(columns, content)) return
    const isLazy = this.#isParagraphOpen && !BLOCK_START.test(content)
    if (columns < this.#indent && !isLazy) {
      this.finish()
      this.#indent = columns
      if (columns < 4) this.#isFootnote = false
    }
    if (columns < this.#indent + 4) this.#readItems(columns, content)
    else if (this.#isParagraphOpen) this.#lines.push(content)
    else {
      this.#kind = 'code'
      this.#lines.push(content)
    }
  }

  /** Lines that are no text where no code is: marks of kramdown, and of GitHub's alerts. */
  #isMark(columns: number, content: string): boolean {
    if (this.#isQuoted && this.#lines.length === 0 && isAlertMarker(content)) return true
    const isCode = this.#kind === 'code' || (columns >= this.#indent + 4 && !this.#isParagraphOpen)
    if (isCode || !isKramdownMark(content)) return false
    if (isCommentStart(content) && this.#hasCommentEnd) this.#readComment()
    // The one line before it stands for a table of contents.
    if (TOC_MARK.test(content)) this.#lines = []
    return true
  }

  #readComment(): void {
    this.finish()
    this.#kind = 'html'
    this.#lines = ['<!--']
    this.#htmlEnd = COMMENT_END
  }

  #readItems(columns: number, line: string): void {
    let content = line
    for (let items = 0; items < ITEMS_OF_LINE_MAX; items += 1) {
      if (this.#readBlock(content)) return
      const [marker = '', sign = ''] = ITEM.exec(content) ?? []
      const isText = marker === content || /^(?!1\D)\d/.test(sign)
      if (marker === '' || (isText && this.#isParagraphOpen)) break
      this.finish()
      const before = line.length - content.length + marker.replace(/\[.*/, '').length
      this.#indent = columns + before
      content = content.slice(marker.length).replace(QUOTE, '').trimStart()
    }
    if (content !== '') this.#readText(content)
  }

  /** Reads what is told by its first characters; false for text and items. */
  #readBlock(content: string): boolean {
    if (this.#isParagraphOpen && !this.#isTable && UNDERLINE.test(content)) {
      this.finish('heading')
      return true
    }
    const heading = HEADING.exec(content)?.[0]
    const fence = FENCE.exec(content)?.[0]
    const htmlEnd = htmlEndOf(content, this.#isParagraphOpen)
    if (heading === undefined && !fence && !htmlEnd && !RULE.test(content)) return false
    this.finish()
    if (heading !== undefined) {
      const text = content.slice(heading.length).replace(CLOSING_MARKS, '')
      this.#lines = [text.replace(HEADING_ID, '')]
      this.finish('heading')
    } else if (fence) {
      this.#kind = 'code'
      this.#fence = fence
    } else if (htmlEnd) {
      this.#kind = 'html'
      this.#htmlEnd = htmlEnd
      this.#lines = [content]
      if (htmlEnd.test(content)) this.finish()
    }
    return true
  }

  #readText(content: string): void {
    const [definition = '', footnote] = DEFINITION.exec(content) ?? []
    const last = this.#lines.at(-1) ?? ''
    if (footnote === '^') {
      this.finish()
      this.#isFootnote = true
      this.#indent = 4
      this.#lines = [content.slice(definition.length).trim()]
    } else if (definition !== '' && !this.#isParagraphOpen) return
    else if (this.#isTable) this.#lines.push(cellsOf(content))
    else if (this.#isParagraphOpen && last.includes('|') && TABLE_RULE.test(content)) {
      this.#isTable = true
      this.#lines.splice(-1, 1, cellsOf(last))
    } else {
      if (!this.#isParagraphOpen) this.finish()
      this.#lines.push(content)
    }
  }
}

function cellsOf(row: string): string {
  return row.replace(/\\?\|/g, (mark) => (mark === '|' ? ' ' : '|')).trim()
}
