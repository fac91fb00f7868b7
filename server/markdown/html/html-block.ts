/** Where a block of HTML begins in markdown, and where it ends: CommonMark's seven kinds. */
import { htmlBlockNames, htmlRawNames } from 'micromark-util-html-tag-name'

const BLANK = /^$/
const KINDS: readonly [start: RegExp, end: RegExp][] = [
  [/^<!--/, /-->/],
  [/^<[?!]/, />/],
  [
    new RegExp(`^<(?:${htmlRawNames.join('|')})(?:[\\s>]|$)`, 'i'),
    /<\/(?:script|pre|style|textarea)>/i,
  ],
  [new RegExp(`^</?(?:${htmlBlockNames.join('|')})(?:\\s|/?>|$)`, 'i'), BLANK],
]
const WHOLE_LINE = /^<(?:\/[A-Za-z][\w-]*\s*|[A-Za-z][\w-]*(?:\s[^<>]*)?)>$/

/** What ends the block of html that the line begins; null if it begins none. */
export function htmlEndOf(line: string, isParagraphOpen: boolean): RegExp | null {
  if (!line.startsWith('<')) return null
  const end = KINDS.find(([start]) => start.test(line))?.[1]
  return end ?? (!isParagraphOpen && WHOLE_LINE.test(line) ? BLANK : null)
}
