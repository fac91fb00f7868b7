/** A page that a phone or a browser shares with the site, as the form of a new post. */
import { isTypedWebAddress } from '#domain/web-address.ts'
import type { PostFields } from '../posts/post-fields.tsx'
import { splitFirstLine } from './first-line.ts'

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
