/**
 * The headings of a rendered text. Read from the renderer's output alone, in which `<` begins a tag
 * but within attributes, which are in double quotes, so that what is shown is what is listed: the ids are
 * given, a heading that repeats the title is gone.
 */
import { decodeString } from 'micromark-util-decode-string'
import type { PostHeading } from '#domain/post.ts'

const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|[^">])*)>/g
const HEADING = /^h[2-4]$/
const ID = /\sid="([^"]*)"/
const NOTE_REFERENCE = /<sup><a [^>]*data-footnote-ref[^>]*>[^<]*<\/a><\/sup>/g
/** The heading of the notes is not the author's. */
const NOTES_LABEL = /\sclass="sr-only"/

/** Headings of the levels 2 to 4, in order, without those in quotes and those without words. */
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

/** Text of html in which every `<` and `>` is one of a tag. */
function plain(html: string): string {
  return html
    .replace(NOTE_REFERENCE, '')
    .replace(TAG, '')
    .replace(/&[#\w]+;/g, (reference) => decodeString(reference))
    .replace(/\s+/g, ' ')
    .trim()
}
