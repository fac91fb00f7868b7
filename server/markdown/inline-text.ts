/**
 * The text a reader sees of one paragraph of markdown, without a parser: one walk over the
 * characters, each looked at a bounded number of times, so that no text is slow. It follows
 * CommonMark where writers notice and errs on the side of keeping characters elsewhere.
 */
import {
  addressEnd,
  codeRunsOf,
  codeText,
  entityText,
  flanks,
  footnoteReferenceLength,
  isAsciiPunctuation,
  isSpecial,
  runLength,
} from './inline-syntax.ts'

export interface InlineContext {
  /** Whether a link reference with this label is defined in the document. */
  isDefined(label: string): boolean
}

const NO_DEFINITIONS: InlineContext = { isDefined: () => false }

const SPECIAL = /[\\`*_~[\]<&\n]/
const AUTOLINK = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]+)>/y
const TAG =
  /<(?:\/[A-Za-z][\w-]*\s*|[A-Za-z][\w-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>/y
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/y

const LABEL_LENGTH_MAX = 999

interface Delimiter {
  part: number
  character: string
  length: number
}

/** Plain text of a paragraph's markdown: images and markers gone, link and code text kept. */
export function inlineText(markdown: string, context: InlineContext = NO_DEFINITIONS): string {
  if (!SPECIAL.test(markdown)) return markdown
  return new InlineWalk(markdown, context).text()
}

class InlineWalk {
  readonly #source: string
  readonly #context: InlineContext
  readonly #parts: string[] = []
  readonly #brackets: { part: number; from: number; image: boolean }[] = []
  readonly #delimiters: Delimiter[] = []
  /** How many delimiters of a character wait, so that a vain search is never made. */
  readonly #waiting: Record<string, number> = { '*': 0, _: 0, '~': 0 }
  /** Where runs of backticks of a length begin, last first; made at the first backtick. */
  #codeRuns: Map<number, number[]> | null = null
  #commentEnd = 0

  constructor(source: string, context: InlineContext) {
    this.#source = source
    this.#context = context
  }

  text(): string {
    const source = this.#source
    let kept = 0
    let at = 0
    while (at < source.length) {
      if (!isSpecial(source.charCodeAt(at))) {
        at += 1
        continue
      }
      if (at > kept) this.#parts.push(source.slice(kept, at))
      at = this.#special(at)
      kept = at
    }
    if (at > kept) this.#parts.push(source.slice(kept))
    return this.#parts.join('')
  }

  /** Handles the marker at `at` and returns where to go on. */
  #special(at: number): number {
    switch (this.#source[at]) {
      case '\\':
        return this.#escape(at)
      case '`':
        return this.#code(at)
      case '<':
        return this.#angle(at)
      case '&':
        return this.#entity(at)
      case '!':
        return this.#openBracket(at, this.#source[at + 1] === '[')
      case '[':
        return this.#openBracket(at, false)
      case ']':
        return this.#closeBracket(at)
      case '\n':
        this.#parts.push(' ')
        return at + 1
      default:
        return this.#delimiter(at)
    }
  }

  #escape(at: number): number {
    const next = this.#source[at + 1]
    if (next === '\n' || next === undefined) {
      if (next === undefined) this.#parts.push('\\')
      return at + 1
    }
    this.#parts.push(isAsciiPunctuation(next) ? next : `\\${next}`)
    return at + 2
  }

  #code(at: number): number {
    const source = this.#source
    const length = runLength(source, at)
    this.#codeRuns ??= codeRunsOf(source)
    const runs = this.#codeRuns.get(length) ?? []
    while (runs.length > 0 && (runs.at(-1) ?? 0) <= at) runs.pop()
    const end = runs.at(-1)
    if (end === undefined) {
      this.#parts.push(source.slice(at, at + length))
      return at + length
    }
    this.#parts.push(codeText(source.slice(at + length, end)))
    return end + length
  }

  #angle(at: number): number {
    const source = this.#source
    if (source.startsWith('<!--', at)) {
      if (this.#commentEnd >= 0 && this.#commentEnd < at + 4) {
        this.#commentEnd = source.indexOf('-->', at + 4)
      }
      if (this.#commentEnd >= 0) return this.#commentEnd + 3
    }
    AUTOLINK.lastIndex = at
    const link = AUTOLINK.exec(source)
    if (link) {
      this.#parts.push(link[1] ?? '')
      return at + link[0].length
    }
    TAG.lastIndex = at
    const tag = TAG.exec(source)
    if (tag) return at + tag[0].length
    this.#parts.push('<')
    return at + 1
  }

  #entity(at: number): number {
    ENTITY.lastIndex = at
    const match = ENTITY.exec(this.#source)
    const text = match ? entityText(match[1], match[2], match[3]) : null
    this.#parts.push(text ?? '&')
    return match && text !== null ? at + match[0].length : at + 1
  }

  #openBracket(at: number, image: boolean): number {
    const marker = this.#source[at] === '!' ? (image ? '![' : '!') : '['
    if (marker !== '!') {
      const reference = marker === '[' ? footnoteReferenceLength(this.#source, at) : 0
      if (reference > 0) return at + reference
      const from = at + marker.length
      this.#brackets.push({ part: this.#parts.length, from, image })
    }
    this.#parts.push(marker)
    return at + marker.length
  }

  #closeBracket(at: number): number {
    const open = this.#brackets.pop()
    const end = open ? this.#linkEnd(open.from, at) : -1
    if (!open || end < 0) {
      this.#parts.push(']')
      return at + 1
    }
    if (open.image) this.#parts.length = open.part
    else this.#parts[open.part] = ''
    this.#dropDelimitersFrom(open.part)
    return end
  }

  /** Where the link whose text ends with the `]` at `at` ends; -1 when it is none. */
  #linkEnd(from: number, at: number): number {
    const source = this.#source
    if (source[at + 1] === '(') {
      const end = addressEnd(source, at + 1)
      if (end > 0) return end
    }
    if (source[at + 1] === '[') {
      const close = source.slice(at + 2, at + 2 + LABEL_LENGTH_MAX).search(/[[\]]/)
      const label = close < 0 ? null : source.slice(at + 2, at + 2 + close)
      if (label !== null && source[at + 2 + close] === ']') {
        const isDefined = this.#context.isDefined(label || source.slice(from, at))
        if (isDefined) return at + close + 3
      }
    }
    const isShort = at - from <= LABEL_LENGTH_MAX
    return isShort && this.#context.isDefined(source.slice(from, at)) ? at + 1 : -1
  }

  #delimiter(at: number): number {
    const source = this.#source
    const character = source[at] ?? ''
    const length = runLength(source, at)
    const end = at + length
    const run: Delimiter = { part: this.#parts.length, character, length }
    this.#parts.push(source.slice(at, end))
    if (character === '~' && length > 2) return end
    const { opens, closes } = flanks(source, at, end, character)
    if (closes) this.#match(run)
    if (opens && run.length > 0) {
      this.#delimiters.push(run)
      this.#waiting[character] = (this.#waiting[character] ?? 0) + 1
    }
    return end
  }

  /** Takes away what the closing run has in common with the runs that opened before it. */
  #match(run: Delimiter): void {
    while (run.length > 0 && (this.#waiting[run.character] ?? 0) > 0) {
      const open = this.#delimiters.pop()
      if (!open) return
      this.#waiting[open.character] = (this.#waiting[open.character] ?? 0) - 1
      if (open.character !== run.character) continue
      if (run.character === '~' && open.length !== run.length) continue
      const common = Math.min(open.length, run.length)
      open.length -= common
      run.length -= common
      this.#parts[open.part] = open.character.repeat(open.length)
      this.#parts[run.part] = run.character.repeat(run.length)
      if (open.length > 0) {
        this.#delimiters.push(open)
        this.#waiting[open.character] = (this.#waiting[open.character] ?? 0) + 1
      }
    }
  }

  #dropDelimitersFrom(part: number): void {
    while ((this.#delimiters.at(-1)?.part ?? -1) >= part) {
      const dropped = this.#delimiters.pop()
      if (dropped) this.#waiting[dropped.character] = (this.#waiting[dropped.character] ?? 0) - 1
    }
  }
}
