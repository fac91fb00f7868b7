/**
 * The headings of a rendered text, read from the renderer's output: ids are final there, and a
 * heading that repeats the title is removed. In this output `<` always begins a tag, except in
 * attributes, which are in double quotes.
 */

import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { decodeString } from 'micromark-util-decode-string'
import { SKIP, visit } from 'unist-util-visit'
import type { PostHeading } from '#domain/post.ts'

const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|[^">])*)>/g
const HEADING = /^h[2-4]$/
const ID = /\sid="([^"]*)"/
const NOTE_REFERENCE = /<sup><a [^>]*data-footnote-ref[^>]*>[^<]*<\/a><\/sup>/g
/** The generated heading of the footnotes. */
const NOTES_LABEL = /\sclass="sr-only"/

/** Headings of levels 2 to 4, in document order, except empty ones and those in quotes. */
export function headingsOf(html: string): PostHeading[] {
  const headings: PostHeading[] = []
  let quotes = 0
  let open: { id: string; level: number; from: number } | null = null
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of html.matchAll(TAG)) {
    if (name === 'blockquote') quotes += slash ? -1 : 1
    if (!HEADING.test(name) || quotes > 0) continue
    if (!slash) {
      const id = plain(ID.exec(attributes)?.[1] ?? '')
      const isListed = id !== '' && !NOTES_LABEL.test(attributes)
      open = isListed ? { id, level: Number(name[1]), from: index + tag.length } : null
    } else if (open) {
      const { id, level, from } = open
      const text = plain(html.slice(from, index))
      if (text !== '') headings.push({ id, text, level })
      open = null
    }
  }
  return headings
}

/** Text content of html whose every `<` and `>` belongs to a tag. */
function plain(html: string): string {
  return html
    .replace(NOTE_REFERENCE, '')
    .replace(TAG, '')
    .replace(/&[#\w]+;/g, (reference) => decodeString(reference))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Headings of levels 2 to 4 of a rendered tree, except empty ones and those in quotes or notes. */
export function treeHeadings(tree: Root): PostHeading[] {
  const headings: PostHeading[] = []
  visit(tree, 'element', (element) => {
    const { tagName, properties } = element
    if (tagName === 'blockquote' || properties.dataFootnotes) return SKIP
    if (!HEADING.test(tagName)) return
    const text = wordsOf(element)
    if (text) headings.push({ id: String(properties.id), text, level: Number(tagName[1]) })
    return SKIP
  })
  return headings
}

/** Text of a heading without its footnote marks. */
function wordsOf(heading: Element): string {
  const own = structuredClone(heading)
  visit(own, 'element', (element, index, parent) => {
    if (!element.properties.dataFootnoteRef || !parent || index === undefined) return
    parent.children.splice(index, 1)
    return [SKIP, index]
  })
  return textOf(own).replace(/\s+/g, ' ').trim()
}
