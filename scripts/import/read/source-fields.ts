/** Front matter of other programs: maps field names to ours, parses values as the site does. */
import { basename } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { isDay } from '#domain/days/day.ts'
import { dateAt } from '#domain/days/post-date.ts'
import { startOfDay } from '#domain/days/zone.ts'
import { POST_TYPES } from '#domain/post.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { ContentError } from '../../../server/content/formats/content-error.ts'
import { namesField, presentKey, textField } from '../../../server/content/formats/fields.ts'
import { splitFrontMatter } from '../../../server/content/formats/front-matter.ts'
import {
  isYamlMap,
  loadYaml,
  type YamlMap,
  type YamlValue,
} from '../../../server/content/formats/load-yaml.ts'
import { POST_KEYS, POSTS } from '../../../server/content/formats/post-fields.ts'
import type { SiteKind, SourcePost } from './source-post.ts'

/** Our names of fields, and those of other programs. */
const OTHER_NAMES = {
  date: ['pubDatetime', 'published_at', 'published_date'],
  updated: ['last_modified_at', 'updatedDate', 'modDatetime'],
  url: ['link', 'external_url', 'externalUrl', 'link_url'],
}
const OUR_NAMES = new Map(
  Object.entries(OTHER_NAMES).flatMap(([own, names]) => names.map((name) => [name, own])),
)
const CATEGORIES = ['categories', 'category'] as const
const TAGS = ['tags', 'tag', ...CATEGORIES] as const
const PERMALINKS = ['permalink', 'url', 'path'] as const
const ALIASES = ['redirect_from', 'alias', 'aliases'] as const
const IMAGES = [...POSTS.rows.image_url.keys, 'heroImage', 'thumbnail', 'banner'] as const
const KNOWN: ReadonlySet<string> = new Set([
  ...[...POST_KEYS.filter((key) => key !== 'amount'), ...OUR_NAMES.keys(), 'slug'],
  ...[...TAGS, ...PERMALINKS, ...ALIASES],
  ...IMAGES.flatMap((key) => [key, `${key}Alt`]),
])

interface SourceFields extends Pick<SourcePost, 'fields' | 'cover' | 'notes'> {
  slug: string | null
  /** Aliases of an Obsidian note. */
  names: readonly string[]
  /** Address or pattern of the post. */
  permalink: string | null
  /** Categories, which Jekyll uses in addresses; they are also tags. */
  categories: readonly string[]
}

interface Reading {
  kind: SiteKind
  /** Source of the id, which may begin with a date. */
  id: string
  timeZone: string
}

/** Reads front matter. @throws ContentError for a value of an unknown shape */
export function readSourceFields(read: YamlMap, { kind, id, timeZone }: Reading): SourceFields {
  const data = kind === 'jekyll' ? withWordLists(read) : read
  const permalinks = namesField(data, PERMALINKS).filter((address) => !isWebAddress(address))
  const isHidden = permalinks.includes('false')
  const aliases = namesField(data, ALIASES)
  const faults: ContentError[] = []
  const source = { data: inOurNames(data), yaml: '', id, timeZone, fallbackDate: 0, faults }
  const {
    date,
    title,
    url,
    updated,
    description,
    project,
    amount: _,
    ...fields
  } = POSTS.read(source)
  const unknown = Object.keys(data).filter((key) => !KNOWN.has(key))
  return {
    slug: textField(data, 'slug'),
    names: kind === 'obsidian' ? aliases : [],
    permalink: isHidden ? null : (permalinks[0] ?? null),
    categories: namesField(data, CATEGORIES),
    fields: {
      ...fields,
      ...(date.isFallback ? {} : { date: shortDate(date.iso, timeZone) }),
      title: title ?? '',
      type: url === null ? (fields.type === 'link' ? 'essay' : fields.type) : 'link',
      url: url ?? '',
      updated: updated === null ? '' : shortDate(updated, timeZone),
      description: description ?? '',
      project: project ?? '',
      draft: fields.draft || isHidden,
      aliases: kind === 'obsidian' ? [] : aliases.filter((address) => !isWebAddress(address)),
      content: '',
    },
    cover: coverOf(data),
    notes: [
      ...(unknown.length > 0 ? [`keys without a meaning here: ${unknown.join(', ')}`] : []),
      ...faults.map(({ message }) => `a value that cannot be read: ${message}`),
    ],
  }
}

/** Shortens midnight to its day, which stays that day in any zone of the site. */
function shortDate(iso: string, timeZone: string): string {
  const day = iso.slice(0, 'YYYY-MM-DD'.length)
  return isDay(day) && dateAt(startOfDay(day, timeZone), timeZone).iso === iso ? day : iso
}

function inOurNames({ url = null, type = null, amount: _, ...others }: YamlMap): YamlMap {
  const entries = Object.entries(others)
  const renamed = entries.map(([key, value]) => [OUR_NAMES.get(key) ?? '', value] as const)
  const lists = TAGS.map((key) => [key, withoutLinks(others[key])] as const)
  const names = namesField(Object.fromEntries(lists), TAGS)
  // Other programs' types have other meanings: keep only ours.
  const isKnown = POST_TYPES.some((known) => known === type && known !== 'link')
  return {
    ...Object.fromEntries(renamed.filter(([key]) => key !== '')),
    ...(typeof url === 'string' && isWebAddress(url) ? { url } : {}),
    ...others,
    type: isKnown ? type : null,
    tags: names.map((name) => name.replace(/^#/, '')),
    categories: null,
    aliases: null,
    ...Object.fromEntries(IMAGES.map((key) => [key, null])),
  }
}

/** Splits Jekyll's lists, which are separated by spaces, except `category`. */
function withWordLists(data: YamlMap): YamlMap {
  const split = TAGS.map((key) => {
    const value = data[key]
    const isWords = typeof value === 'string' && !value.includes(',') && key !== 'category'
    return [key, isWords ? value.split(/\s+/) : (value ?? null)] as const
  })
  return { ...data, ...Object.fromEntries(split.filter(([, value]) => value !== null)) }
}

/** `[[Books]]`, a link in Obsidian and a nested list in YAML, as `Books`. */
function withoutLinks(value: YamlValue | undefined): YamlValue {
  if (Array.isArray(value)) return value.flat(9).map(withoutLinks)
  if (typeof value !== 'string') return value ?? null
  return value.replace(/\[\[([^\]|#]*)[^\]]*\]\]/g, (_, to) => basename(to, '.md'))
}

/** The cover: an address, or a map with one, as in Hugo's themes and Astro's starters. */
function coverOf(data: YamlMap): SourcePost['cover'] {
  const key = presentKey(data, IMAGES) ?? ''
  const value = data[key]
  const fields: YamlMap = isYamlMap(value)
    ? value
    : { src: value ?? null, alt: data[`${key}Alt`] ?? data.image_alt ?? null }
  const words = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const address = ['image', 'src', 'url', 'path'].map(words).find(Boolean) ?? ''
  return address === '' ? null : { address, alt: words('alt') }
}

const TOML = /^\+\+\+[ \t]*\n([\s\S]*?)^\+\+\+[ \t]*(?:\n|$)/m

/** Splits front matter, in `---` (YAML) or `+++` (TOML), from the body. @throws ContentError */
export function readFrontMatter(text: string): { data: YamlMap; body: string } {
  if (!text.startsWith('+++')) return splitFrontMatter(text)
  const block = TOML.exec(text)
  if (block?.index !== 0) {
    throw new ContentError(1, 'The TOML front matter has no closing line of `+++`.')
  }
  // The root of TOML is always a table.
  const data = loadToml(block[1] ?? '') as YamlMap
  return { data, body: text.slice(block[0].length) }
}

/** TOML in the shape of our YAML reader, in which every scalar is text. @throws ContentError */
export function loadToml(text: string): YamlValue {
  try {
    // JSON is YAML.
    return loadYaml(JSON.stringify(parse(text)))
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const line = error.line + 1
    throw new ContentError(line, `This is not valid TOML, in line ${line}.`)
  }
}
