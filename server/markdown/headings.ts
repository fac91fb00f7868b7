/**
 * The headings of a rendered text, read from the final tree: a heading that repeats the title is
 * removed there.
 */
import type { Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import type { PostHeading } from '#domain/post.ts'

const HEADING = /^h[2-4]$/

/**
 * Headings of levels 2 to 4 of a rendered tree, except empty ones and those in quotes or
 * notes; without footnote marks.
 */
export function headingsOf(tree: Root): PostHeading[] {
  const headings: PostHeading[] = []
  visit(tree, 'element', (element) => {
    const { tagName, properties } = element
    if (tagName === 'blockquote' || properties.dataFootnotes) return SKIP
    if (!HEADING.test(tagName)) return
    let words = ''
    visit(element, (node) => {
      if (node.type === 'element' && node.properties.dataFootnoteRef) return SKIP
      if (node.type === 'text') words += node.value
      return
    })
    const text = words.replace(/\s+/g, ' ').trim()
    if (text) headings.push({ id: String(properties.id), text, level: Number(tagName[1]) })
    return SKIP
  })
  return headings
}
