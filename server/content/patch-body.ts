/** Replaces the text below the front matter and leaves every line that did not change as it is. */
import { trimBody } from './parse-post-file.ts'
import { lineEnd, newlineOf, trimmedEnd } from './yaml-pairs.ts'

interface Line {
  text: string
  /** Empty for the last one. */
  newline: string
}

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
  return `${blank}${joinLines(mergeLines(splitLines(text), splitLines(wanted)), own)}${end}`
}

/** A whole text as `wanted` has it, with `\n`: lines that are the same at either end keep their bytes. */
export function patchLines(raw: string, wanted: string): string {
  return joinLines(mergeLines(splitLines(raw), splitLines(wanted)), newlineOf(raw, '\n'))
}

/** The content as it is read from a body: newlines as `\n`, no blank lines around it. */
export function bodyText(raw: string): string {
  return trimBody(raw.replace(/\r\n?/g, '\n'))
}

/** The new lines; those that stand unchanged at either end are the old ones. */
function mergeLines(old: readonly Line[], wanted: readonly Line[]): Line[] {
  const isKept = (line: Line | undefined, other: Line | undefined) => line?.text === other?.text
  // White space at the very end is not read, so it makes no difference.
  const isEndKept = old.at(-1)?.text.trimEnd() === wanted.at(-1)?.text
  const most = Math.min(old.length, wanted.length)
  let head = 0
  while (head < most && isKept(old[head], wanted[head])) head += 1
  let tail = 0
  while (
    tail < most - head &&
    (tail === 0 ? isEndKept : isKept(old.at(-1 - tail), wanted.at(-1 - tail)))
  ) {
    tail += 1
  }
  return [
    ...old.slice(0, head),
    ...wanted.slice(head, wanted.length - tail).map(({ text }) => ({ text, newline: '' })),
    ...old.slice(old.length - tail),
  ]
}

function splitLines(text: string): Line[] {
  const parts = text.split(/(\r\n?|\n)/)
  return parts.flatMap((part, index) =>
    index % 2 === 0 ? [{ text: part, newline: parts[index + 1] ?? '' }] : [],
  )
}

function joinLines(lines: readonly Line[], own: string): string {
  const last = lines.length - 1
  return lines
    .map(({ text, newline }, index) => (index === last ? text : text + (newline || own)))
    .join('')
}
