/** Reads the values of a post's front matter, and of pages and projects that have them too. */
import { isDay } from '#domain/days/day.ts'
import {
  clampInstant,
  dateAt,
  type PostDate,
  parsePostDate,
  spelledDay,
} from '#domain/days/post-date.ts'
import { characterCount, POST_LIMITS, POST_TYPES, type PostType } from '#domain/post.ts'
import { composed } from '#domain/texts/composed.ts'
import { isTypedWebAddress, isWebAddress } from '#domain/web-address.ts'
import { imagePathOf } from '../files/media-files.ts'
import type { FieldKeys, FieldSource } from './collection.ts'
import { ContentError, collect, collectWarning, orNull } from './content-error.ts'
import {
  choiceField,
  flagField,
  namesField,
  presentKey,
  quoted,
  type TextRule,
  textField,
} from './fields.ts'
import { isYamlMap, type YamlMap } from './load-yaml.ts'
import type { YamlChanges } from './patch-yaml.ts'
import { oldAddress } from './post-id.ts'

export interface PostReading {
  /** The site's zone. */
  timeZone: string
  /** Without a date in file or name: the first commit's, in milliseconds since 1970. */
  fallbackDate: number
  /** Whether an image is known to be missing. */
  isMissing?: (address: string) => boolean
}

/** Input of a row's `read`. */
export interface PostSource extends PostReading, FieldSource {
  id: string
}

export const WEB_RULE: TextRule = [isTypedWebAddress, 'not an address that begins with http(s)://']
export const AT_RULE: TextRule = [
  /^at:\/\/did:[\w:.%-]+\/[\w.-]+\/[\w.:~-]+$/,
  "not like 'at://did:plc:…/site.standard.document/…'",
]

/** Reads a text; one that breaks the rule is a warning, and off. */
export function ruledText(key: string, rule: TextRule) {
  return ({ data, faults }: PostSource) => collectWarning(faults, () => textField(data, key, rule))
}

/** An address or a list of them. */
export function readSyndication({ data: { syndication = [] }, faults }: PostSource): string[] {
  const list = Array.isArray(syndication) ? syndication : [syndication]
  return list.flatMap((url, index) => {
    const read = () => textField({ syndication: url }, 'syndication', WEB_RULE)
    return collectWarning(faults, read, ['syndication', index]) ?? []
  })
}

/** Spellings of the image, a text or a map. */
export const IMAGE_KEYS = ['image', 'cover', 'featured_image', 'og_image', 'feature_image'] as const

/** The type of the file; an unknown one is short, with a warning. */
export function readType(data: YamlMap, faults: ContentError[]): PostType {
  return collectWarning(faults, () => typeOf(data)) ?? 'short'
}

/** `type` of the file; otherwise link (has url), essay (has title), else short. @throws ContentError */
export function typeOf(data: YamlMap): PostType {
  const type = choiceField(data, 'type', POST_TYPES)
  if (type !== null) return type
  if (textField(data, 'url') !== null) return 'link'
  return textField(data, 'title') !== null ? 'essay' : 'short'
}

/** The title, or null. @throws ContentError for one that is too long */
export function readTitle(data: YamlMap): string | null {
  const title = textField(data, 'title')
  if (title === null || characterCount(title) <= POST_LIMITS.titleLength) return title
  const reason = `'title' is longer than ${POST_LIMITS.titleLength} characters.`
  throw new ContentError('title', reason)
}

/** Date of publication; `isFallback` without a date in the file or its name. */
export function readPublication({ data, id, timeZone, fallbackDate }: PostSource, keys: FieldKeys) {
  const date =
    readDate(data, keys, timeZone) ?? publishedDate(data, timeZone) ?? dateInName(id, timeZone)
  return { isFallback: date === null, ...(date ?? dateAt(clampInstant(fallbackDate), timeZone)) }
}

export function readDate(
  data: YamlMap,
  keys: readonly string[],
  timeZone: string,
): PostDate | null {
  const key = presentKey(data, keys)
  if (key === null) return null
  const value = data[key]
  const date = typeof value === 'string' ? dateFrom(value, timeZone) : null
  if (date !== null) return date
  throw new ContentError(key, `'${key}' is no date that can be read: ${quoted(value)}.`)
}

function dateFrom(text: string, timeZone: string): PostDate | null {
  // A spelled-out day is shorter.
  const day = text.length <= 30 ? spelledDay(text.trim()) : null
  return parsePostDate(day ?? text, timeZone)
}

/** The date at the start of a file name, as in Jekyll. */
function dateInName(id: string, timeZone: string): PostDate | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(id)?.[1]
  return day !== undefined && isDay(day) ? parsePostDate(day, timeZone) : null
}

const FLAG_KEYS = ['draft', 'published']

/** Whether a post is a draft, also by a fault: an unreadable flag, or one with a misspelled key. */
export function readDraft(data: YamlMap, faults: ContentError[]): boolean {
  const before = faults.length
  const draft = collect(faults, () => stateField(data, 'draft'))
  const hasDate = publishedDate(data, 'UTC') !== null
  const published = hasDate || collect(faults, () => stateField(data, 'published'))
  const strange = Object.keys(data).find(
    (key) => !FLAG_KEYS.includes(key) && FLAG_KEYS.includes(plainKey(key)),
  )
  if (strange !== undefined) {
    const reason = `${quoted(strange)} must be written '${plainKey(strange)}'.`
    faults.push(new ContentError(strange, reason))
  }
  return faults.length > before || draft === true || published === false
}

/** A flag that decides who may read a post: if present it needs a value. */
function stateField(data: YamlMap, key: string): boolean | null {
  const flag = flagField(data, key)
  if (flag !== null || data[key] === undefined) return flag
  throw new ContentError(key, `'${key}' must be true or false.`)
}

const plainKey = (key: string) => key.trim().toLowerCase()

/** Existing keys are changed, but not a `published` that is a date. */
export function draftChange(isDraft: unknown, data: YamlMap): YamlChanges {
  const hasDraft = presentKey(data, ['draft']) !== null
  const hasPublished = orNull(() => flagField(data, 'published')) !== null
  if (isDraft) return hasPublished && !hasDraft ? { published: false } : { draft: true }
  return { ...(hasDraft && { draft: false }), ...(hasPublished && { published: true }) }
}

/** A date under `published`; null for a flag. */
function publishedDate({ published }: YamlMap, timeZone: string): PostDate | null {
  return typeof published === 'string' ? dateFrom(published, timeZone) : null
}

export function readUrl({ data, faults }: PostSource): string | null {
  const address = textField(data, 'url')
  if (address !== null && isWebAddress(address)) return address
  if (readType(data, []) === 'link') {
    throw new ContentError('url', 'A link post needs a `url` that begins with http:// or https://.')
  }
  if (address !== null) {
    faults.push(new ContentError('url', "'url' must be an address that begins with http(s)://."))
  }
  return null
}

/** The key of a post's image and its map, if it is one. */
export function imageMap(data: YamlMap): { key: string | null; map: YamlMap | null } {
  const key = presentKey(data, IMAGE_KEYS)
  const value = key === null ? null : data[key]
  return { key, map: value !== undefined && isYamlMap(value) ? value : null }
}

/** Address of the post's image; '' without one, with a warning for one that cannot be used. */
export function readImage({ data, faults, isMissing }: PostSource): string {
  const { key, map } = imageMap(data)
  const address = collectWarning(faults, () =>
    map ? textField(map, ['src', 'url']) : textField(data, IMAGE_KEYS),
  )
  if (key === null || address === null) return ''
  const isOfSite = imagePathOf(address) !== ''
  if (isOfSite && !isMissing?.(address)) return address
  const foreign = "is none of this site, like '/media/2026/x.webp'"
  const reason = isOfSite ? 'is not there, or no image' : foreign
  faults.push(new ContentError(key, `The image ${quoted(address)} ${reason}.`, { isWarning: true }))
  return isOfSite ? address : ''
}

/** @throws ContentError */
export function imageAlt(data: YamlMap): string | null {
  return textField(data, 'image_alt') ?? textField(imageMap(data).map ?? {}, ['alt'])
}

/** The tags within the limits; others are a fault. @param noun as in 'A post' */
export function readTags(
  { data, faults }: Pick<PostSource, 'data' | 'faults'>,
  noun: string,
  keys: FieldKeys,
): string[] {
  const { tags, tagLength } = POST_LIMITS
  const names = namesField(data, keys)
  const validNames = names.filter((name) => characterCount(name) <= tagLength).slice(0, tags)
  if (validNames.length < names.length) {
    const reason = `${noun} has at most ${tags} tags of at most ${tagLength} characters.`
    faults.push(new ContentError(presentKey(data, keys) ?? keys[0], reason))
  }
  return validNames
}

/** Sets the tags under one key; names that `readTags` leaves out stay. */
export function tagsChange(names: unknown, data: YamlMap, keys: FieldKeys): YamlChanges {
  const read = new Set(readTags({ data, faults: [] }, '', keys))
  const leftOut = namesField(data, keys).filter((name) => !read.has(name))
  const tags = [...(Array.isArray(names) ? names : []), ...leftOut]
  const present = presentKey(data, keys) ?? keys[0]
  return Object.fromEntries(keys.map((key) => [key, key === present ? tags : undefined]))
}

const ALIASES_MAX = 200

/** Aliases as ids; an address, as in Hugo, gives itself and, without a query, its last part. */
export function aliasesOf(data: YamlMap): string[] {
  const names = namesField(data, ['aliases']).flatMap((name) => {
    const address = oldAddress(name)
    if (address === null) return [composed(name.replace(/\.(?:html?|md)$/, ''))]
    return address.includes('?') ? [address] : [address.replace(/^.*\//, ''), address]
  })
  return [...new Set(names)].filter((name) => name !== '').slice(0, ALIASES_MAX)
}
