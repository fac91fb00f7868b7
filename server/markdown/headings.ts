/**
 * The headings of a rendered text, read from the final tree: a heading that repeats the title is
 * removed there.
 */
import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import type { PostHeading } from '#domain/post.ts'

const HEADING = /^h[2-4]$/

/** Headings of levels 2 to 4 of a rendered tree, except empty ones and those in quotes or notes. */
export function headingsOf(tree: Root): PostHeading[] {
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
