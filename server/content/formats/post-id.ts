/** Makes ids of new posts and projects, and normalizes addresses of former sites. */
import { randomUUID } from 'node:crypto'
import { decoded } from '#domain/addresses.ts'
import type { Day } from '#domain/days/day.ts'
import { POST_ID_BYTES_MAX, POST_ID_LENGTH_MAX, RESERVED_POST_IDS } from '#domain/post.ts'
import { composed } from '#domain/texts/composed.ts'

/** Invisible characters that reorder or join letters. */
const UNSEEN = /\p{Cf}/gu
/** A word with a letter or digit of a script other than Latin. */
const OTHER_WORD =
  /([\p{L}\p{N}\p{M}]*(?!\p{Script=Latin}|\p{scx=Common})[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)/u

/** The slug of a title; without one, the day and four random characters. */
export async function idFromTitle(title: string, today: Day): Promise<string> {
  return (await slugOf(title)) || `${today}-${randomUUID().slice(0, 4)}`
}

/**
 * The title in lower case with dashes between words, at most 80 characters and 200 bytes: Latin
 * letters as ASCII, other scripts unchanged, in NFC. Empty without letters and digits.
 */
export async function slugOf(title: string): Promise<string> {
  // Takes 10 ms to load, which no start needs.
  const { default: slugify } = await import('@sindresorhus/slugify')
  // Japanese titles may have full-width Latin letters.
  const text = title
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(/\p{Script=Latin}/gu, (letter) => letter.normalize('NFKC'))
  // A captured separator: every second part is a word of another script. JavaScript is one word.
  const parts = text
    .split(OTHER_WORD)
    .map((part, index) => (index % 2 ? part.toLowerCase() : slugify(part, { decamelize: false })))
  const slug = parts.filter((part) => part !== '').join('-')
  return cutAtWord(slug.normalize('NFC'))
}

/** The first of `base`, `base-2`, `base-3`… that is neither taken nor reserved. */
export function uniqueId(base: string, isTaken: (id: string) => boolean): string {
  const isFree = (id: string) => !RESERVED_POST_IDS.has(id) && !isTaken(id)
  if (isFree(base)) return base
  for (let number = 2; ; number += 1) {
    const ending = `-${number}`
    const id = cut(base, ending.length).replace(/-+$/, '') + ending
    if (isFree(id)) return id
  }
}

function cutAtWord(slug: string): string {
  const short = cut(slug)
  if (short === slug || slug[short.length] === '-') return short.replace(/-+$/, '')
  const word = short.lastIndexOf('-')
  return word > short.length / 2 ? short.slice(0, word) : short.replace(/-+$/, '')
}

/** Cuts an id to its maximum length less `room`, never between a letter and its marks. */
function cut(id: string, room = 0): string {
  const isLong = (text: string) =>
    text.length + room > POST_ID_LENGTH_MAX || Buffer.byteLength(text) + room > POST_ID_BYTES_MAX
  let short = id.slice(0, POST_ID_BYTES_MAX)
  while (isLong(short)) short = short.replace(/\P{M}?\p{M}*$/u, '')
  return short
}

const ADDRESS_LENGTH_MAX = 500
/** Stands for the site in addresses without a host. */
const NO_HOST = 'http://site.invalid'

/**
 * Normalizes an address of a former site: `/2019/old-post/`, `/2019/old-post.html` and
 * `/2019/old-post/index.html` are the same. A query and a host stay, a fragment does not. Null for
 * a text without slash and query, which is an id.
 */
export function oldAddress(text: string): string | null {
  const address = text.startsWith('/') ? NO_HOST + text : text
  if (text.length > ADDRESS_LENGTH_MAX || !/[/?]/.test(text)) return null
  if (!URL.canParse(address, NO_HOST)) return null
  const { origin, pathname, search } = new URL(address, NO_HOST)
  const parts = decoded(pathname)
    .replace(/(?:\/index)?\.(?:html?|md)$/, '')
    .split('/')
    .filter((part) => part !== '')
  const host = origin === NO_HOST ? '' : origin
  return composed(`${host}/${parts.join('/')}${search}`)
}
