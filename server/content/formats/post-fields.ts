/** What a post's front matter says, in every spelling that is read. */

import { isDay } from '#domain/days/day.ts'
import { clampInstant, dateAt, type PostDate, parsePostDate } from '#domain/days/post-date.ts'
import { spelledDay } from '#domain/days/spelled-day.ts'
import { characterCount, POST_LIMITS, POST_TYPES, type PostType } from '#domain/post.ts'
import { composed, composedAlike } from '#domain/texts/composed.ts'
import { isWebAddress } from '#domain/web-address.ts'
import type { PostRecord } from '../records.ts'
import {
  FieldFault,
  flagField,
  namesField,
  presentKey,
  stateField,
  textField,
} from './front-matter-fields.ts'
import { oldAddress } from './old-address.ts'
import { quoted } from './parsed.ts'
import { UNSEEN } from './yaml/front-matter-look.ts'
import type { YamlMap } from './yaml/load-yaml.ts'

export interface PostReading {
  /** The site's zone. */
  timeZone: string
  /** Milliseconds since 1970, for a post whose file and name have no date: its first commit. */
  fallbackDate: number
}

export const DATE_KEYS = ['date', 'created_at', 'created', 'pubDate', 'publishDate'] as const
export const UPDATED_KEYS = ['updated', 'lastmod', 'updated_at', 'modified'] as const
const TAGS_KEYS = ['tags', 'categories'] as const
/** Spellings of the description. */
export const DESCRIPTION_KEYS = ['description', 'summary', 'excerpt'] as const

/** No day in words is longer. */
const SPELLED_LENGTH_MAX = 30
/** Other ids and addresses that a post may answer to. */
const ALIASES_MAX = 200

type FieldNames =
  | 'type'
  | 'url'
  | 'featured'
  | 'draft'
  | 'tags'
  | 'updated_at'
  | 'aliases'
  | 'project'

interface PostFields extends Pick<PostRecord, FieldNames> {
  date: PostDate
  usesFallbackDate: boolean
  /** What is wrong and still lets the post be served. */
  faults: readonly FieldFault[]
}

/** @throws FieldFault for a value without which the post must not be shown. */
export function readPostFields(data: YamlMap, id: string, reading: PostReading): PostFields {
  const faults: FieldFault[] = []
  const draft = readDraft(data, faults)
  const date =
    readDate(data, DATE_KEYS, reading.timeZone) ??
    publishedDate(data, reading.timeZone) ??
    dateInName(id, reading.timeZone)
  const shown = date ?? dateAt(clampInstant(reading.fallbackDate), reading.timeZone)
  const address = textField(data, ['url'])
  const type = typeOf(data)
  return {
    type,
    url: readUrl(address, type, faults),
    featured: tolerate(faults, () => flagField(data, 'featured')) ?? false,
    draft,
    tags: boundedTags(namesField(data, TAGS_KEYS), data, faults),
    date: shown,
    updated_at: readDate(data, UPDATED_KEYS, reading.timeZone)?.iso ?? shown.iso,
    aliases: aliasesOf(data),
    project: composed(textField(data, ['project']) ?? '') || null,
    usesFallbackDate: date === null,
    faults,
  }
}

/** The type a post has: its own when it is known, else by what it has; one that is unknown is short. */
export function typeOf(data: YamlMap): PostType {
  const known = POST_TYPES.find((type) => type === data.type)
  if (known) return known
  if (textField(data, ['url']) !== null) return 'link'
  const isUntyped = data.type === undefined || data.type === null
  return isUntyped && textField(data, ['title']) !== null ? 'essay' : 'short'
}

function readDate(data: YamlMap, keys: readonly string[], timeZone: string): PostDate | null {
  const key = presentKey(data, keys)
  if (key === null) return null
  const value = data[key]
  const date = typeof value === 'string' ? dateFrom(value, timeZone) : null
  if (date !== null) return date
  throw new FieldFault(key, `'${key}' is no date that can be read: ${quoted(value)}.`)
}

function dateFrom(text: string, timeZone: string): PostDate | null {
  const day = text.length <= SPELLED_LENGTH_MAX ? spelledDay(text.trim()) : null
  return parsePostDate(day ?? text, timeZone)
}

/** The date that Jekyll's and many others' file names begin with. */
function dateInName(id: string, timeZone: string): PostDate | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(id)?.[1]
  return day !== undefined && isDay(day) ? parsePostDate(day, timeZone) : null
}

/**
 * Whether a post is a draft. A flag that cannot be read, and one whose key is spelled in another
 * way, hides the post and is a fault.
 */
export function readDraft(data: YamlMap, faults: FieldFault[]): boolean {
  const draft = flagOr(true, faults, () => stateField(data, 'draft'))
  const published = flagOr(false, faults, () =>
    publishedDate(data, 'UTC') === null ? stateField(data, 'published') : true,
  )
  const strange = Object.keys(data).filter((key) => FLAG_KEYS.includes(plainKey(key)))
  for (const key of strange.filter((name) => !FLAG_KEYS.includes(name))) {
    faults.push(new FieldFault(key, `${quoted(key)} must be written '${plainKey(key)}'.`))
    return true
  }
  return draft === true || published === false
}

const FLAG_KEYS = ['draft', 'published']

/** A key without what nobody sees of it, in lower case. */
function plainKey(key: string): string {
  return composedAlike(key.replace(UNSEEN, '')).replace(UNSEEN, '').toLowerCase()
}

/** The flag; `hidden`, and a fault, when there is something that is none. */
function flagOr(hidden: boolean, faults: FieldFault[], read: () => boolean | null): boolean | null {
  const before = faults.length
  const flag = tolerate(faults, read)
  return faults.length > before ? hidden : flag
}

/** The date that some write under `published`; null for a flag. */
function publishedDate({ published }: YamlMap, timeZone: string): PostDate | null {
  return typeof published === 'string' ? dateFrom(published, timeZone) : null
}

function readUrl(address: string | null, type: PostType, faults: FieldFault[]): string | null {
  if (address !== null && isWebAddress(address)) return address
  if (type === 'link') {
    throw new FieldFault('url', 'A link post needs a `url` that begins with http:// or https://.')
  }
  if (address !== null) {
    faults.push(new FieldFault('url', "'url' must be an address that begins with http(s)://."))
  }
  return null
}

function boundedTags(names: readonly string[], data: YamlMap, faults: FieldFault[]): string[] {
  const { tags, tagLength } = POST_LIMITS
  const kept = names.filter((name) => characterCount(name) <= tagLength)
  if (kept.length < names.length || kept.length > tags) {
    const reason = `A post has at most ${tags} tags of at most ${tagLength} characters.`
    faults.push(new FieldFault(presentKey(data, TAGS_KEYS) ?? 'tags', reason))
  }
  return kept.slice(0, tags)
}

/** Ids; of an address, as Hugo writes aliases, its last part and the address itself. */
function aliasesOf(data: YamlMap): string[] {
  const names = namesField(data, ['aliases']).flatMap((name) => {
    const parts = name.split('/').filter((part) => part !== '')
    const id = composed((parts.at(-1) ?? '').replace(/\.(?:html?|md)$/, ''))
    const address = oldAddress(name)
    return address === null ? [id] : [id, address]
  })
  return [...new Set(names)].filter((name) => name !== '').slice(0, ALIASES_MAX)
}

function tolerate<T>(faults: FieldFault[], read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    faults.push(error)
    return null
  }
}
