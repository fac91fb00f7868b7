/**
 * Initial fields of a new post from a quick post (title from the first line) and from a page shared
 * with the site.
 */
import { cutText } from '#domain/texts/excerpt.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import type { PostFields } from './post-fields.tsx'

/** Maximal length of a title; a longer first line is a paragraph. */
const TITLE_MAX = 80
/** Part of a line that is searched for marks, which takes quadratic time. */
const LINE_MAX = 400
/** First lines that belong to a block: lists, quotes, tables, images, code. */
const BLOCK = /^(?:\s*(?:[-*+>|]|\d+[.)])(?:\s|$)|\s*(?:```|~~~|!\[)| {4}|\t)/

/**
 * Splits off the first line as the title. If that line is a paragraph or part of a block, its first
 * words are the title and the text stays whole.
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

/** A line without its markdown marks. */
function plainWords(line: string): string {
  return line
    .replace(/^\s*(?:#{1,6}\s+|[-*+>]\s+|\d+[.)]\s+)+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`|\*)([^\s*_~`](?:.*?\S)?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Fields of a shared page from the parameters `title`, `text` and `url`; null without them. Without
 * an address it is a short post. The form checks them like typed text.
 */
export function sharedPost(search: URLSearchParams): Partial<PostFields> | null {
  const read = (name: string) => (search.get(name) ?? '').trim()
  const [title, text] = [read('title'), read('text')]
  // Some systems append the address to the text.
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
