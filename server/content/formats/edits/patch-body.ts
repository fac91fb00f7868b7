/** Replaces the text below the front matter and leaves every line that did not change as it is. */
import { trimBody } from '../parse-post-file.ts'
import { lineEnd, newlineOf, trimmedEnd } from '../yaml/yaml-pairs.ts'

/**
 * The raw body with this content. Blank lines around the old text stay; lines that are the same at
 * the beginning and at the end keep their bytes; new ones get the body's newline.
 * @param raw everything after the closing fence's line, with its own newlines
 * @param newline for a body that has none
 */
export function patchBody(raw: string, content: string, newline: '\n' | '\r\n'): string {
  const wanted = bodyText(content)
  if (bodyText(raw) === wanted) return raw
  const own = newlineOf(raw, newline)
  const blank = raw === '' ? own : (/^(?:[ \t]*(?:\r\n?|\n))*/.exec(raw)?.[0] ?? '')
  const textEnd = lineEnd(raw, trimmedEnd(raw, blank.length, raw.length))
  const text = raw.slice(blank.length, textEnd)
  const end = text === '' ? own : raw.slice(textEnd)
  return `${blank}${withLinesOf(text, wanted, own)}${end}`
}

/** A whole text as `wanted` has it, with `\n`: lines that are the same at either end keep their bytes. */
export function patchLines(raw: string, wanted: string): string {
  return withLinesOf(raw, wanted, newlineOf(raw, '\n'))
}

/** The content as it is read from a body: newlines as `\n`, no blank lines around it. */
export function bodyText(raw: string): string {
  return trimBody(raw.replace(/\r\n?/g, '\n'))
}

/**
 * The wanted text with newlines as `own`; lines that stand unchanged at either end are the old ones.
 * Characters are compared in place: a text may have half a million lines.
 */
function withLinesOf(old: string, wanted: string, own: '\n' | '\r\n'): string {
  const head = commonHead(old, wanted)
  const tail = commonTail(old, wanted, head)
  const middle = wanted.slice(head.wanted, tail.wanted)
  const lines = own === '\n' ? middle : middle.replaceAll('\n', own)
  return old.slice(0, head.old) + lines + old.slice(tail.old)
}

/** A beginning of a line in both texts. */
interface Place {
  old: number
  wanted: number
}

/** Where the first line begins that is not the same. */
function commonHead(old: string, wanted: string): Place {
  let place: Place = { old: 0, wanted: 0 }
  let at = 0
  for (let to = 0; to < wanted.length && at < old.length; to += 1) {
    const length = newlineLength(old, at)
    if (length === 0 ? old[at] !== wanted[to] : wanted[to] !== '\n') break
    at += Math.max(1, length)
    if (length > 0) place = { old: at, wanted: to + 1 }
  }
  return place
}

/** Where the lines begin that are the same to the end. White space at the very end is not read. */
function commonTail(old: string, wanted: string, head: Place): Place {
  let at = lastLineEnd(old)
  let to = wanted.length
  let place: Place = { old: old.length, wanted: wanted.length }
  for (;;) {
    const length = at > head.old ? newlineLengthBefore(old, at) : 0
    const isLineStart = at === head.old || length > 0
    if (isLineStart && (to === head.wanted || wanted[to - 1] === '\n'))
      place = { old: at, wanted: to }
    if (at <= head.old || to <= head.wanted) return place
    if (length === 0 ? old[at - 1] !== wanted[to - 1] : wanted[to - 1] !== '\n') return place
    at -= Math.max(1, length)
    to -= 1
  }
}

/** Where the last line ends, without the white space behind its words. */
function lastLineEnd(text: string): number {
  const start = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
  const end = trimmedEnd(text, start, text.length)
  return end === start ? text.length : end
}

/** 2 for a newline of two characters at the index, 0 for none. */
function newlineLength(text: string, at: number): 0 | 1 | 2 {
  if (text[at] === '\n') return 1
  if (text[at] !== '\r') return 0
  return text[at + 1] === '\n' ? 2 : 1
}

/** The same of the newline that ends before the index. */
function newlineLengthBefore(text: string, at: number): 0 | 1 | 2 {
  if (text[at - 1] === '\r') return 1
  if (text[at - 1] !== '\n') return 0
  return text[at - 2] === '\r' ? 2 : 1
}
