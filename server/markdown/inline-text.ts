/**
 * The text a reader sees of one paragraph of markdown, in one linear pass over its marks. Where the
 * meaning of a mark is in doubt, its characters stay.
 */
import { decodeString } from 'micromark-util-decode-string'
import { silentEnd } from './html/html-text.ts'
import { isKramdownMark } from './syntax/kramdown-marks.ts'

const MARK =
  /\\[!-/:-@[-`{-~]|&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][\dA-Za-z]{1,31});|`+|\*+|_+|~+|!?\[|\]|<|\{:[^{}\n]{1,500}\}|\\?\n/g
const ADDRESS =
  /\(\s*(?!\s)(?:<[^<>\n]*>|(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*)(?:\s+(?!\s)(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/y
const LABEL = /\[([^[\]]{0,999})\]/y
const FOOTNOTE = /\[\^[^\s[\]]{1,999}\]/y
const AUTOLINK = /<([A-Za-z][\w+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]+)>/y
const TAG =
  /<(?:\/[A-Za-z][\w-]*\s*|[A-Za-z][\w-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>/y
const WORD = /[\p{L}\p{N}]/u

/** Plain text of a paragraph's markdown; `isDefined` tells whether a label of a link is defined. */
export function inlineText(markdown: string, isDefined: (label: string) => boolean): string {
  return new InlineReader(markdown, isDefined).text()
}

class InlineReader {
  readonly #source: string
  readonly #isDefined: (label: string) => boolean
  readonly #parts: string[] = []
  readonly #brackets: { mark: string; part: number; from: number }[] = []
  /** Which parts are marks that may open emphasis. */
  readonly #openers = new Map<string, number[]>(['*', '_', '~'].map((mark) => [mark, []]))
  /** Where the last run of backticks of each length begins; found at the first backtick. */
  #lastCodeRuns: Map<number, number> | null = null
  #hasCommentEnd = true

  constructor(source: string, isDefined: (label: string) => boolean) {
    this.#source = source
    this.#isDefined = isDefined
  }

  text(): string {
    let at = 0
    for (let found = this.#match(MARK, 0); found; found = this.#match(MARK, at)) {
      if (found.index > at) this.#parts.push(this.#source.slice(at, found.index))
      at = this.#mark(found[0], found.index)
    }
    return this.#parts.join('') + this.#source.slice(at)
  }

  #match(pattern: RegExp, at: number): RegExpExecArray | null {
    pattern.lastIndex = at
    return pattern.exec(this.#source)
  }

  #put(text: string, next: number): number {
    this.#parts.push(text)
    return next
  }

  /** Reads the mark at `at` and returns where to go on. */
  #mark(mark: string, at: number): number {
    const end = at + mark.length
    if (mark.endsWith('\n')) return this.#put(' ', end)
    if (mark[0] === '\\' || mark[0] === '&') return this.#put(decodeString(mark), end)
    if (mark[0] === '{') return isKramdownMark(mark) ? end : this.#put('{', at + 1)
    if (mark[0] === '`') return this.#code(mark, end)
    if (mark === '<') return this.#html(at)
    if (mark === ']') return this.#linkEnd(end)
    if (!mark.endsWith('[')) return this.#emphasis(mark, at)
    if (mark === '[' && this.#match(FOOTNOTE, at)) return FOOTNOTE.lastIndex
    this.#brackets.push({ mark, part: this.#parts.length, from: end })
    return this.#put(mark, end)
  }

  #code(run: string, from: number): number {
    const source = this.#source
    this.#lastCodeRuns ??= new Map(
      Array.from(source.matchAll(/`+/g), ({ 0: { length }, index }) => [length, index]),
    )
    const isClosed = (this.#lastCodeRuns.get(run.length) ?? 0) >= from
    const end = isClosed ? this.#match(new RegExp(`(?<!\`)${run}(?!\`)`, 'g'), from)?.index : null
    if (end == null) return this.#put(run, from)
    const code = source.slice(from, end).replaceAll('\n', ' ')
    const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
    return this.#put(isPadded ? code.slice(1, -1) : code, end + run.length)
  }

  #html(at: number): number {
    if (this.#hasCommentEnd && this.#source.startsWith('<!--', at)) {
      const end = this.#source.indexOf('-->', at + 4)
      if (end >= 0) return end + 3
      this.#hasCommentEnd = false
    }
    const link = this.#match(AUTOLINK, at)
    if (link) return this.#put(link[1] ?? '', AUTOLINK.lastIndex)
    const tag = this.#match(TAG, at)
    if (!tag) return this.#put('<', at + 1)
    const end = silentEnd(this.#source, tag[0], TAG.lastIndex)
    return this.#put(/^<br\b/i.test(tag[0]) ? ' ' : '', end)
  }

  /** Reads the `]` before `at`. */
  #linkEnd(at: number): number {
    const open = this.#brackets.pop()
    const end = open ? this.#addressEnd(this.#source.slice(open.from, at - 1), at) : -1
    if (!open || end < 0) return this.#put(']', at)
    if (open.mark === '[') this.#parts[open.part] = ''
    else this.#parts.length = open.part
    for (const parts of this.#openers.values()) {
      while ((parts.at(-1) ?? -1) >= open.part) parts.pop()
    }
    return end
  }

  #addressEnd(text: string, at: number): number {
    if (this.#match(ADDRESS, at)) return ADDRESS.lastIndex
    const label = this.#match(LABEL, at)
    if (label && this.#isDefined(label[1] || text)) return LABEL.lastIndex
    return this.#isDefined(text) ? at : -1
  }

  /** Takes away what a closing run has in common with the runs that opened before it. */
  #emphasis(run: string, at: number): number {
    const [mark = ''] = run
    const [before = ' ', after = ' '] = [this.#source[at - 1], this.#source[at + run.length]]
    const openers = this.#openers.get(mark) ?? []
    let left = run.length
    if (/\S/.test(before) && (mark !== '_' || !WORD.test(after))) {
      for (
        let part = openers.pop();
        part !== undefined;
        part = left > 0 ? openers.pop() : undefined
      ) {
        const length = this.#parts[part]?.length ?? 0
        const common = mark === '~' && length !== left ? 0 : Math.min(length, left)
        left -= common
        this.#parts[part] = mark.repeat(length - common)
        if (length === common) continue
        openers.push(part)
        break
      }
    }
    if (left > 0 && /\S/.test(after) && (mark !== '_' || !WORD.test(before))) {
      openers.push(this.#parts.length)
    }
    return this.#put(mark.repeat(left), at + run.length)
  }
}
