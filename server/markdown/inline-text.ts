/**
 * The visible text of a markdown paragraph, in one linear pass over its marks. Ambiguous marks stay
 * in the text.
 */
import { decodeString } from 'micromark-util-decode-string'
import { htmlBlockNames } from 'micromark-util-html-tag-name'

/** Escapes, references, code, tags, footnotes, brackets with their targets, emphasis. */
const MARK =
  /\\[!-/:-@[-`{-~\n]|&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][\dA-Za-z]{1,31});|`+|<(?:[^\s<>]+[:@][^\s<>]*|[A-Za-z/!?][^<>"]*(?:"[^"<]*"[^<>"]*)*)>|\[\^[^\s[\]]{1,999}\]|!?\[|\]\(\s*(?!\s)(?:<[^<>\n]*>|(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.){0,999}\)){0,2999})(?:\s+(?!\s)(?:"[^"]*"|'[^']*'))?\s*\)|\]\[[^[\]]{0,999}\]|\]|\*+|_+|~+|\s+/g
const TAG_NAME = /^<\/?([A-Za-z][A-Za-z0-9]*)[\s/>]/
/** Tags that separate the words before and after them. */
const APART: ReadonlySet<string> = new Set([...htmlBlockNames, 'br', 'img', 'pre'])
const WORD = /[\p{L}\p{N}]/u

/** Plain text of a markdown paragraph. Every link label is taken as defined. */
export function inlineText(markdown: string): string {
  return new InlineReader(markdown).text()
}

class InlineReader {
  readonly #source: string
  readonly #parts: string[] = []
  readonly #brackets: { part: number; isImage: boolean }[] = []
  /** By mark: indexes of the parts that may open emphasis. */
  readonly #openers: Record<string, number[]> = { '*': [], _: [], '~': [] }
  /** For each run of backticks by offset: the offset of the next run of its length. */
  #codeEnds: Map<number, number> | null = null

  constructor(source: string) {
    this.#source = source
  }

  text(): string {
    let at = 0
    const marks = new RegExp(MARK)
    for (let match = marks.exec(this.#source); match; match = marks.exec(this.#source)) {
      const { 0: mark, index } = match
      if (index > at) this.#parts.push(this.#source.slice(at, index))
      at = this.#read(mark, index)
      marks.lastIndex = at
    }
    return this.#parts.join('') + this.#source.slice(at)
  }

  /** Reads the mark at `at` and returns the next offset. */
  #read(mark: string, at: number): number {
    const end = at + mark.length
    const [first = ''] = mark
    if (first === '`') return this.#code(mark, end)
    if (mark === '\\\n') this.#parts.push(' ')
    else if (first === '\\' || first === '&') this.#parts.push(decodeString(mark))
    else if (first === '<') this.#tag(mark)
    else if (first === ']') this.#bracketEnd(mark)
    else if (mark.endsWith('[')) {
      this.#brackets.push({ part: this.#parts.length, isImage: first === '!' })
      this.#parts.push(mark)
    } else if (this.#openers[first]) this.#emphasis(mark, at)
    else if (!mark.startsWith('[^')) this.#parts.push(' ')
    return end
  }

  #code(run: string, from: number): number {
    this.#codeEnds ??= codeEnds(this.#source)
    const end = this.#codeEnds.get(from - run.length)
    this.#parts.push(end === undefined ? run : this.#source.slice(from, end).replace(/\s+/g, ' '))
    return end === undefined ? from : end + run.length
  }

  #tag(tag: string): void {
    const name = TAG_NAME.exec(tag)?.[1]?.toLowerCase()
    if (name !== undefined) this.#parts.push(APART.has(name) ? ' ' : '')
    else if (/^<[^/!?]/.test(tag)) this.#parts.push(tag.slice(1, -1))
  }

  /** Reads a `]` and the address or label after it. */
  #bracketEnd(mark: string): void {
    const open = this.#brackets.pop()
    if (open === undefined || mark === ']') {
      this.#parts.push(mark)
      return
    }
    this.#parts[open.part] = ''
    if (!open.isImage) return
    this.#parts.length = open.part
    for (const openers of Object.values(this.#openers)) {
      while ((openers.at(-1) ?? -1) >= open.part) openers.pop()
    }
  }

  /** Removes the delimiters that a run shares with its openers. */
  #emphasis(run: string, at: number): void {
    const [mark = ''] = run
    const [before = ' ', after = ' '] = [this.#source[at - 1], this.#source[at + run.length]]
    const canClose = /\S/.test(before) && (mark !== '_' || !WORD.test(after))
    const canOpen = /\S/.test(after) && (mark !== '_' || !WORD.test(before))
    const openers = this.#openers[mark] ?? []
    const closed = canClose ? openers.splice(-Math.min(run.length, openers.length || Infinity)) : []
    for (const part of closed) this.#parts[part] = ''
    for (let left = run.length - closed.length; left > 0; left -= 1) {
      if (canOpen) openers.push(this.#parts.length)
      this.#parts.push(mark)
    }
  }
}

function codeEnds(source: string): Map<number, number> {
  const ends = new Map<number, number>()
  const next = new Map<number, number>()
  for (const { 0: run, index } of [...source.matchAll(/`+/g)].reverse()) {
    const end = next.get(run.length)
    if (end !== undefined) ends.set(index, end)
    next.set(run.length, index)
  }
  return ends
}
