/**
 * The text a reader sees of written HTML: tags are taken away, entities decoded, and what the
 * sanitiser strips goes with its words. One linear pass, as of everything that runs for every post.
 */
import { decodeString } from 'micromark-util-decode-string'
import { htmlBlockNames } from 'micromark-util-html-tag-name'
import { SANITIZE_SCHEMA } from '../sanitize-schema.ts'

const ENTITY = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][\dA-Za-z]{1,31});/g
const TAG_NAME = /<(\/?)([A-Za-z][^\s/>]*)/y
/** The rest of a tag; a quote that nothing closes leaves none, and hides all that follows. */
const TAG_END = /(?:[^>"']|"[^"]*"|'[^']*')*>/y
const HEADING = /<h[1-6][\s>]/i
/** What plays shows words only where it cannot play. */
const SILENT: ReadonlySet<string> = new Set([...(SANITIZE_SCHEMA.strip ?? []), 'audio', 'video'])
/** Between these the words of their neighbours do not touch. */
const APART: ReadonlySet<string> = new Set([...htmlBlockNames, 'br', 'img', 'pre'])
const NOT_IN_EXCERPTS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre'])

/** Plain text of HTML; for an excerpt without headings and code. */
export function htmlText(html: string, { isExcerpt = false } = {}): string {
  let text = ''
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    text += html
      .slice(at, open < 0 ? html.length : open)
      .replace(ENTITY, (mark) => decodeString(mark))
    if (open < 0) break
    const tag = tagAt(html, open)
    if (tag === null) {
      text += '<'
      at = open + 1
      continue
    }
    const isLeftOut = SILENT.has(tag.name) || (isExcerpt && NOT_IN_EXCERPTS.has(tag.name))
    if (APART.has(tag.name)) text += ' '
    at = tag.opens && isLeftOut ? elementEnd(html, tag) : tag.end
  }
  return text
}

/** The plain text of the first heading, '' without one. */
export function htmlHeading(html: string): string {
  const start = HEADING.exec(html)?.index
  if (start === undefined) return ''
  const end = html.slice(start).search(/<\/h[1-6]/i)
  return end < 0 ? '' : htmlText(html.slice(start, start + end))
}

/** Where to read on after a tag that ends at `end`: after its element, if that is not shown. */
export function silentEnd(html: string, tag: string, end: number): number {
  const name = /^<([A-Za-z][^\s/>]*)/.exec(tag)?.[1]?.toLowerCase() ?? ''
  return SILENT.has(name) ? elementEnd(html, { name, end }) : end
}

/** The tag, comment or declaration that begins at `open`, where there is one. */
function tagAt(html: string, open: number): { name: string; opens: boolean; end: number } | null {
  const endAfter = (mark: string) => {
    const found = html.indexOf(mark, open + 2)
    return { name: '', opens: false, end: found < 0 ? html.length : found + mark.length }
  }
  if (html.startsWith('<!--', open)) return endAfter('-->')
  if (html[open + 1] === '!' || html[open + 1] === '?') return endAfter('>')
  TAG_NAME.lastIndex = open
  const [, slash, name = ''] = TAG_NAME.exec(html) ?? []
  if (name === '') return null
  TAG_END.lastIndex = TAG_NAME.lastIndex
  const end = TAG_END.test(html) ? TAG_END.lastIndex : html.length
  return { name: name.toLowerCase(), opens: slash === '' && html[end - 2] !== '/', end }
}

function elementEnd(html: string, { name, end }: { name: string; end: number }): number {
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = end
  const close = closing.test(html) ? html.indexOf('>', closing.lastIndex) : -1
  return close < 0 ? html.length : close + 1
}
