/**
 * A new post out of fewer fields than a form has: a title from a text without one, and the page that a
 * phone or a browser shares with the site.
 */
import { cutText } from '#domain/texts/excerpt.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import type { PostFields } from '../posts/post-fields.tsx'

/** Characters; a longer first line is a paragraph. */
const TITLE_MAX = 80
/** Characters of a line that are looked at: marks in a longer one would cost their square. */
const LINE_MAX = 400
/** Lines that are part of what follows: lists, quotes, tables, images, code. */
const BLOCK = /^(?:\s*(?:[-*+>|]|\d+[.)])(?:\s|$)|\s*(?:```|~~~|!\[)| {4}|\t)/

/**
 * The first line as title and what comes after it. Where that line is no title but the start of the
 * text, its first words are the title and the text stays whole.
 */
export function splitFirstLine(text: string): { title: string; rest: string } {
  const whole = text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()
  const [line = ''] = whole.split(/\r?\n/, 1)
  const { text: title, cut } = cutText(plainWords(line.slice(0, LINE_MAX)), TITLE_MAX)
  if (title === '' || cut || line.length > LINE_MAX || BLOCK.test(line)) {
    return { title: title || whole.slice(0, TITLE_MAX).trim(), rest: whole }
  }
  return { title, rest: whole.slice(line.length).replace(/^(?:[ \t]*\r?\n)+/, '') }
}

/** A line without the marks of markdown. */
function plainWords(line: string): string {
  return line
    .replace(/^\s*(?:#{1,6}\s+|[-*+>]\s+|\d+[.)]\s+)+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`|\*)([^\s*_~`](?:.*?\S)?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * What the parameters `title`, `text` and `url` of an address share; null where they share nothing.
 * Without an address to lead to it is a short post. The form checks it as it does typed text.
 */
export function sharedPost(search: URLSearchParams): Partial<PostFields> | null {
  const read = (name: string) => (search.get(name) ?? '').trim()
  const [title, text] = [read('title'), read('text')]
  // Systems put the address behind the words.
  const atEnd = /\S*$/.exec(text)?.[0] ?? ''
  const url = [read('url'), atEnd].find(isTypedWebAddress)
  if (`${title}${text}${url ?? ''}` === '') return null
  const words = atEnd === url ? text.slice(0, text.length - atEnd.length).trim() : text
  const first = splitFirstLine(words)
  const content = title === '' ? first.rest : words
  if (url === undefined) return { title: title || first.title, content }
  return {
    type: 'link',
    title: title || first.title || new URL(url).host,
    content: content === title ? '' : content,
    url,
  }
}
