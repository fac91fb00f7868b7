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

/** Systems put the address behind the words. */
const ADDRESS_AT_END = /https?:\/\/[^\s<>"“”]+$/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/**
 * What the parameters `title`, `text` and `url` of an address share; null where they share nothing.
 * Without an address to lead to it is a short post. The form checks it as it does typed text.
 */
export function sharedPost(search: URLSearchParams): Partial<PostFields> | null {
  const read = (name: string) => (search.get(name) ?? '').replace(CONTROLS, '').trim()
  const [title, text, address] = [read('title').replace(/\s+/g, ' '), read('text'), read('url')]
  if (`${title}${text}${address}` === '') return null
  const atEnd = ADDRESS_AT_END.exec(text)?.[0] ?? ''
  const url = [address, atEnd, title].find(isTypedWebAddress)
  // What is no address is not thrown away.
  const words =
    url === undefined ? `${text}\n\n${address}` : text.slice(0, text.length - atEnd.length)
  const { title: first, rest } = splitFirstLine(words.trim())
  const named = title === url ? '' : title
  const content = named === '' ? rest : words.trim()
  if (url === undefined) return { title: named || first, content }
  const host = new URL(url).host.replace(/^www\./, '')
  return {
    type: 'link',
    title: named || first || host,
    content: content === named ? '' : content,
    url,
  }
}
