/** What the front matter of other programs says, by the names that each of them uses. */
import { basename } from 'node:path'
import { POST_TYPES, type PostType } from '#domain/post.ts'
import {
  type FieldFault,
  flagField,
  namesField,
  presentKey,
  textField,
} from '../../../server/content/formats/fields.ts'
import type { YamlMap, YamlValue } from '../../../server/content/formats/load-yaml.ts'
import {
  DATE_KEYS,
  DESCRIPTION_KEYS,
  readDraft,
  UPDATED_KEYS,
} from '../../../server/content/formats/post-fields.ts'
import { isWebAddress } from '../../../server/domain/web-address.ts'
import type { SiteKind, SourcePost } from './source-post.ts'

const DATES = [...DATE_KEYS, 'pubDatetime', 'published_at', 'published_date'] as const
const UPDATES = [...UPDATED_KEYS, 'last_modified_at', 'updatedDate', 'modDatetime'] as const
const LINKS = ['link', 'external_url', 'externalUrl', 'link_url'] as const
const CATEGORIES = ['categories', 'category'] as const
const TAGS = ['tags', 'tag', ...CATEGORIES] as const
const PERMALINKS = ['permalink', 'url', 'path'] as const
const ADDRESSES = ['redirect_from', 'alias'] as const
const IMAGES = ['image', 'cover', 'heroImage', 'featured_image', 'thumbnail', 'banner'] as const
const OTHERS = ['title', 'slug', 'type', 'featured', 'draft', 'published', 'aliases'] as const
const KNOWN: ReadonlySet<string> = new Set([
  ...DATES,
  ...UPDATES,
  ...DESCRIPTION_KEYS,
  ...LINKS,
  ...TAGS,
  ...PERMALINKS,
  ...ADDRESSES,
  ...IMAGES,
  ...OTHERS,
])

type Fields = Omit<SourcePost, 'source' | 'name' | 'changedAt' | 'content' | 'images'> & {
  slug: string | null
}

/** @throws FieldFault for a value whose shape cannot be understood */
export function readSourceFields(data: YamlMap, kind: SiteKind): Fields {
  const url = textField(data, LINKS) ?? (isWebAddress(text(data.url)) ? text(data.url) : null)
  const link = url !== null && isWebAddress(url) ? url : null
  const names = namesField(data, ['aliases'])
  const permalinks = namesField(data, PERMALINKS).filter((address) => !isWebAddress(address))
  const isHidden = permalinks.includes('false')
  const ownAliases = kind === 'obsidian' ? [] : names
  const aliases = [...namesField(data, ADDRESSES), ...ownAliases]
  const faults: FieldFault[] = []
  return {
    slug: textField(data, ['slug']),
    otherNames: kind === 'obsidian' ? names : [],
    title: textField(data, ['title']),
    type: typeOf(data, link),
    date: dateOf(data, DATES),
    updated: dateOf(data, UPDATES),
    tags: tagsOf(data, kind),
    description: textField(data, DESCRIPTION_KEYS),
    featured: flagField(data, 'featured') ?? false,
    draft: readDraft(data, faults) || isHidden,
    url: link,
    aliases: aliases.filter((address) => !isWebAddress(address)),
    permalink: isHidden ? null : (permalinks[0] ?? null),
    categories: kind === 'jekyll' ? namesField(wordLists(data), CATEGORIES) : [],
    cover: coverOf(data),
    left: [
      ...leftOf(data),
      ...faults.map(({ path }) => `a flag that cannot be read: ${path.join('.')}`),
    ],
  }
}

/** An address, or a map with one, as Hugo's themes and Astro's starters have it. */
function coverOf(data: YamlMap): SourcePost['cover'] {
  const key = presentKey(data, IMAGES)
  const value = key === null ? null : data[key]
  if (typeof value === 'string') return { address: value, alt: text(data[`${key}Alt`]) }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields = value as YamlMap // a map of the front matter
  const address = text(fields.image) || text(fields.src) || text(fields.url) || text(fields.path)
  return address === '' ? null : { address, alt: text(fields.alt) }
}

function text(value: YamlMap[string] | undefined): string {
  return typeof value === 'string' ? value : ''
}

function dateOf(data: YamlMap, keys: readonly string[]): string | null {
  const key = presentKey(data, keys)
  return key === null ? null : textField(data, [key])
}

function typeOf(data: YamlMap, link: string | null): PostType {
  const known = POST_TYPES.find((type) => type === data.type)
  if (link !== null) return 'link'
  return known === undefined || known === 'link' ? 'essay' : known
}

/** Jekyll has tags between spaces; others know lists, or commas. */
function tagsOf(data: YamlMap, kind: SiteKind): string[] {
  const plain = {
    ...data,
    ...Object.fromEntries(TAGS.map((key) => [key, withoutLinks(data[key])])),
  }
  if (kind !== 'jekyll') return namesField(plain, TAGS).map((name) => name.replace(/^#/, ''))
  return namesField(wordLists(plain), TAGS)
}

/** `[[Books]]`, which is a note in Obsidian and a list in a list in YAML, as its name. */
function withoutLinks(value: YamlValue | undefined): YamlValue {
  if (Array.isArray(value)) return value.flat(9).map(withoutLinks)
  if (typeof value !== 'string') return value ?? null
  return value.replace(/\[\[([^\]|#]*)[^\]]*\]\]/g, (_, to) => basename(to, '.md'))
}

function wordLists(data: YamlMap): YamlMap {
  const split = TAGS.map((key) => {
    const value = data[key]
    const isWords = typeof value === 'string' && !value.includes(',') && key !== 'category'
    return [key, isWords ? value.split(/\s+/) : (value ?? null)] as const
  })
  return Object.fromEntries(split)
}

function leftOf(data: YamlMap): string[] {
  const unknown = Object.keys(data).filter((key) => !KNOWN.has(key))
  return unknown.length > 0 ? [`keys without a meaning here: ${unknown.join(', ')}`] : []
}
