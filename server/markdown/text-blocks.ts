/**
 * The blocks of a markdown text, found line by line without a parser: what is a heading, code, a
 * table's cell, a footnote. One pass in linear time; the reader of a block can stop it early.
 */
import {
  BULLET,
  beginsWithLetter,
  DEFINITION,
  FENCE,
  HEADING,
  htmlEndOf,
  indentOf,
  isDelimiterRow,
  isSetextLine,
  isThematicBreak,
  NUMBER,
  runOf,
  startsBlock,
  TASK,
  withoutQuoteMarks,
} from './block-lines.ts'

type BlockKind = 'paragraph' | 'heading' | 'code'

export interface TextBlock {
  kind: BlockKind
  /** Markdown of a paragraph, heading or cell; lines of code as they are. */
  text: string
  /** Whether it belongs to a footnote's definition. */
  footnote: boolean
}

/** Deeper nested list items are read as text; every level would read the line once more. */
const ITEM_DEPTH_MAX = 20

/**
 * Calls `onBlock` for each block in order, until it returns false.
 */
export function walkBlocks(markdown: string, onBlock: (block: TextBlock) => boolean): void {
  new BlockWalk(markdown, onBlock).run()
}

class BlockWalk {
  readonly #source: string
  readonly #onBlock: (block: TextBlock) => boolean
  #at = 0
  #stopped = false
  #paragraph = ''
  #code = ''
  /** Columns at which the content of the open list items begins, outermost first. */
  #indents: number[] = []
  #quoteDepth = 0
  #fence: { marker: string; indent: number; quoteDepth: number } | null = null
  /** Text that ends the open block of html; '' is a blank line. */
  #htmlEnd: string | null = null
  #isTable = false
  #isFootnote = false

  constructor(source: string, onBlock: (block: TextBlock) => boolean) {
    this.#source = source
    this.#onBlock = onBlock
  }

  run(): void {
    while (!this.#stopped && this.#at < this.#source.length) this.#line(this.#nextLine())
    this.#endParagraph()
    this.#endCode()
  }

  #nextLine(): string {
    const end = this.#source.indexOf('\n', this.#at)
    const stop = end < 0 ? this.#source.length : end
    const line = this.#source.slice(this.#at, stop)
    this.#at = stop + 1
    return line
  }

  #line(line: string): void {
    const isPlain =
      this.#paragraph !== '' && !this.#isTable && beginsWithLetter(line) && !line.includes('|')
    if (isPlain) {
      this.#paragraph += `\n${line}`
      return
    }
    const { text, depth } = withoutQuoteMarks(line, this.#fence?.quoteDepth)
    if (this.#fence && depth < this.#fence.quoteDepth) this.#endFence()
    const indent = indentOf(text)
    const content = text.slice(indent.length)
    if (this.#fence) this.#fenceLine(text, indent.columns, content)
    else if (this.#htmlEnd !== null && !this.#htmlLine(content)) return
    else if (content.trim() === '') this.#blankLine(depth)
    else {
      if (depth > this.#quoteDepth) this.#endParagraph()
      this.#quoteDepth = depth
      this.#contentLine(indent.columns, content)
    }
  }

  #blankLine(depth: number): void {
    this.#endParagraph()
    this.#isTable = false
    if (depth < this.#quoteDepth) this.#indents = []
    this.#quoteDepth = depth
    if (this.#code !== '') this.#code += '\n'
  }

  #contentLine(columns: number, content: string): void {
    const isLazy = this.#paragraph !== ''
    while (columns < (this.#indents.at(-1) ?? 0)) {
      if (isLazy && !startsBlock(content)) break
      this.#endParagraph()
      this.#isTable = false
      this.#indents.pop()
    }
    if (this.#indents.length === 0 && columns < 4 && !isLazy) this.#isFootnote = false
    const inner = columns - (this.#indents.at(-1) ?? 0)
    if (inner >= 4 && this.#paragraph === '') {
      this.#code += `${content}\n`
      return
    }
    this.#endCode()
    if (inner >= 4) this.#paragraph += `\n${content}`
    else this.#blockLine(columns, content)
  }

  #blockLine(columns: number, content: string): void {
    if (isSetextLine(content) && this.#paragraph !== '' && !this.#isTable) {
      this.#endParagraph('heading')
    } else if (isThematicBreak(content)) this.#endParagraph()
    else if (this.#isTable) this.#cells(content)
    else if (HEADING.test(content)) this.#heading(content)
    else if (!this.#openFence(columns, content) && !this.#openHtml(content)) {
      if (!this.#openItem(columns, content) && !this.#definition(content)) this.#text(content)
    }
  }

  #text(content: string): void {
    if (content.includes('|') && isDelimiterRow(this.#peekLine())) {
      this.#endParagraph()
      this.#isTable = true
      this.#cells(content)
      this.#nextLine()
    } else this.#paragraph += this.#paragraph === '' ? content : `\n${content}`
  }

  #peekLine(): string {
    const end = this.#source.indexOf('\n', this.#at)
    const line = this.#source.slice(this.#at, end < 0 ? undefined : end)
    return withoutQuoteMarks(line).text.trim()
  }

  #cells(content: string): void {
    for (const cell of content.replaceAll('\\|', '\u0000').split('|')) {
      this.#give('paragraph', cell.replaceAll('\u0000', '|').trim())
    }
  }

  #heading(content: string): void {
    this.#endParagraph()
    let end = content.trimEnd().length
    const trimmed = end
    while (content[end - 1] === '#') end -= 1
    const isClosing = end < trimmed && (content[end - 1] === ' ' || content[end - 1] === '\t')
    const text = content.slice(0, isClosing ? end : trimmed)
    this.#give('heading', text.slice(runOf(text, '#')).trim())
  }

  #openItem(columns: number, content: string): boolean {
    const marker = BULLET.exec(content) ?? NUMBER.exec(content)
    if (!marker || this.#indents.length >= ITEM_DEPTH_MAX) return false
    const rest = content.slice(marker[0].length)
    const isFirst = this.#indents.length === 0 && this.#paragraph !== ''
    if (isFirst && (rest.trim() === '' || (marker[1] !== '1' && /^\d/.test(content)))) return false
    this.#endParagraph()
    const indent = indentOf(rest)
    const isCode = indent.columns >= 4 || rest.trim() === ''
    const inner = columns + marker[0].length + (isCode ? 0 : indent.columns)
    this.#indents.push(rest === '' ? inner + 1 : inner)
    const task = TASK.exec(rest.slice(indent.length))
    const quoted = withoutQuoteMarks(rest.slice(indent.length + (task?.[0].length ?? 0))).text
    const text = quoted.trimStart()
    if (text === '') return true
    if (isCode) this.#code += `${text}\n`
    else this.#blockLine(inner, text)
    return true
  }

  #definition(content: string): boolean {
    const match = this.#paragraph === '' ? DEFINITION.exec(content) : null
    if (!match) return false
    if (match[1] === '^') {
      this.#isFootnote = true
      this.#indents = [4]
      this.#paragraph = content.slice(match[0].length).trim()
    }
    return true
  }

  #openFence(columns: number, content: string): boolean {
    const marker = FENCE.exec(content)?.[0]
    if (!marker || this.#indents.length >= ITEM_DEPTH_MAX) return false
    this.#endParagraph()
    this.#fence = { marker, indent: this.#indents.at(-1) ?? 0, quoteDepth: this.#quoteDepth }
    if (columns < this.#fence.indent) this.#fence.indent = 0
    return true
  }

  #fenceLine(line: string, columns: number, content: string): void {
    const { marker, indent } = this.#fence ?? { marker: '', indent: 0 }
    const length = runOf(content, marker[0] ?? '')
    if (length >= marker.length && content.slice(length).trim() === '') this.#endFence()
    else if (columns < indent && content.trim() !== '') {
      this.#endFence()
      this.#contentLine(columns, content)
    } else this.#code += `${line}\n`
  }

  #openHtml(content: string): boolean {
    if (!content.startsWith('<')) return false
    const end = htmlEndOf(content, this.#paragraph !== '')
    if (end === null) return false
    this.#endParagraph()
    this.#htmlEnd = end
    this.#htmlLine(content)
    return true
  }

  /** Whether the block of html is over and the (blank) line is for others to read. */
  #htmlLine(content: string): boolean {
    if (this.#htmlEnd === '') {
      if (content.trim() !== '') return false
      this.#htmlEnd = null
      return true
    }
    if (content.toLowerCase().includes(this.#htmlEnd ?? '')) this.#htmlEnd = null
    return false
  }

  #endFence(): void {
    this.#fence = null
    this.#endCode()
  }

  #endCode(): void {
    if (this.#code === '') return
    const code = this.#code
    this.#code = ''
    this.#give('code', code)
  }

  #endParagraph(kind: BlockKind = 'paragraph'): void {
    if (this.#paragraph === '') return
    const text = this.#paragraph
    this.#paragraph = ''
    this.#give(kind, text)
  }

  #give(kind: BlockKind, text: string): void {
    if (text === '' || this.#stopped) return
    if (!this.#onBlock({ kind, text, footnote: this.#isFootnote })) this.#stopped = true
  }
}
