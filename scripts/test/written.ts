/** For tests: texts as authors write them, each word, picture and link in it a mark that is there once. */
import { textOf } from '../../server/test/documents.ts'

/** A mark, with the letter of its kind: a word, a picture, or what is in an address. */
export const MARK = /[a-z]+\d([wpl])(?:\d+|one|two)x/g

/**
 * The text of a post with marks: words for each W, names of pictures for each P, what is in an address
 * for each L, addresses for each A; W3 are three words. ONE and TWO are pictures that the site has.
 * @param post letters and a digit that no other post has
 */
export function withMarks(text: string, post: string): string {
  let marks = 0
  const mark = (kind: string): string => {
    if (kind === 'A') return `https://links.example/${mark('L')}`
    marks += 1
    // Its last letter tells the end: no mark is the beginning of another.
    return `${post}${kind.toLowerCase()}${marks}x`
  }
  return text
    .replace(/\b(ONE|TWO)\b/g, (name) => `${post}p${name.toLowerCase()}x`)
    .replace(/\b([WPLA])(\d*)\b/g, (_, kind: string, count: string) =>
      Array.from({ length: Number(count || 1) }, () => mark(kind)).join(' '),
    )
}

const written = (name: string) => textOf(`scripts/test/${name}`)

/** What every author of markdown writes. */
export const markdown = (picture: string) => written('written.md').replace('PICTURE', picture)

/** What many of them write in HTML. */
export const html = (picture: string) => written('written.html').replace('PICTURE', picture)

/** Written in the cards of Ghost's editor, which an export has as HTML. */
export const GHOST_CARDS = written('ghost-cards.html').trimEnd()
