/** A page that a phone or a browser shares with the site, as the form of a new post. */
import { POST_LIMITS } from '#domain/post.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import type { PostFields } from '../posts/post-fields.tsx'
import { splitFirstLine } from './first-line.ts'

/** Of the web manifest's share target. */
const PARAMETERS = ['title', 'text', 'url'] as const

const ADDRESS = /https?:\/\/[^\s<>"“”]+/gi
/** What ends a sentence and not an address. */
const STOPS = /[.,;:!?'’)\]]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/**
 * What the parameters of an address share; null where they share nothing. Without an address to lead
 * to it is a short post. Nothing in it is checked yet: the form does that as with typed text.
 */
export function sharedPost(search: URLSearchParams): Partial<PostFields> | null {
  const [title = '', text = '', url = ''] = PARAMETERS.map((name) =>
    (search.get(name) ?? '').replace(CONTROLS, '').trim(),
  )
  if (`${title}${text}${url}` === '') return null
  const address = isTypedWebAddress(url) ? url : (addressIn(text) ?? addressIn(title) ?? '')
  // Some systems have the address in the text alone, or there once more.
  const withoutAddress = withoutEnd(text, address)
  // What is no address is not thrown away.
  const words = [withoutAddress, address === '' ? url : ''].filter(Boolean).join('\n\n')
  const named = withoutEnd(title, address).replace(/\s+/g, ' ')
  const { title: first, rest } = splitFirstLine(words)
  return {
    type: address === '' ? 'short' : 'link',
    title: named || first || hostOf(address),
    content: named === '' ? rest : words === named ? '' : words,
    url: address,
  }
}

/** The last address of a text: systems put theirs behind the words. */
function addressIn(text: string): string | undefined {
  const found = (text.match(ADDRESS) ?? []).filter(({ length }) => length <= POST_LIMITS.urlLength)
  return found.map((address) => address.replace(STOPS, '')).findLast(isTypedWebAddress)
}

/** The text without the address behind it. */
function withoutEnd(text: string, address: string): string {
  return address !== '' && text.endsWith(address) ? text.slice(0, -address.length).trim() : text
}

const hostOf = (address: string) =>
  URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : ''
