/**
 * A page of the site is a file: markdown with front matter, or YAML alone. The about page
 * (`about.md`) and the resource pages (`resources/<id>.yaml`) are read alike.
 */
import { type Area, RESOURCE_BADGES, type Resource } from '#domain/site.ts'
import { DEFAULT_AREAS } from '#domain/tag.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { choiceField, FieldFault, listField, textField, type YamlPath } from './fields.ts'
import { splitFrontMatter } from './front-matter.ts'
import { isYamlMap, type YamlMap } from './load-yaml.ts'
import {
  type ContentBytes,
  type Parsed,
  parseFields,
  parseYamlFile,
  unusable,
} from './parsed-file.ts'
import { trimBody } from './post-file.ts'
import { readColor } from './tags-file.ts'
import { decodeText } from './text-bytes.ts'

export interface PageRecord {
  /** The file's name without its ending. */
  id: string
  title: string
  intro: string
  /** Markdown. */
  content: string
  /** Groups of names, as the about page has them. */
  areas: readonly Area[]
  /** Cards, as resource pages have them. */
  items: readonly Resource[]
}

const AREAS_MAX = 20
const AREA_ITEMS_MAX = 50
const RESOURCES_MAX = 200

/** The about page without an about.md: the default areas and no text. */
export const DEFAULT_ABOUT: PageRecord = {
  id: 'about',
  title: '',
  intro: '',
  content: '',
  areas: DEFAULT_AREAS.map(({ title, items }) => ({ title, items: [...items] })),
  items: [],
}

/** The page in a file. An area or a card that cannot be used is a problem; the others are shown. */
export function parsePageFile({ path, bytes }: ContentBytes): Parsed<PageRecord> {
  if (path.endsWith('.yaml')) {
    return parseYamlFile({ path, bytes }, (data, faults) => {
      if (!isYamlMap(data)) {
        throw new FieldFault([], "A resource page must have a 'title', an 'intro' and 'items'.")
      }
      if (textField(data, ['title']) === null) {
        throw new FieldFault('title', "A resource page needs a 'title'.")
      }
      return readPage({ path, data, content: '' }, faults)
    })
  }
  const text = decodeText(bytes)
  const parts = typeof text === 'string' ? splitFrontMatter(text) : text
  if ('reason' in parts) return unusable(path, parts)
  const { data, yaml, body } = parts
  return parseFields({ path, yaml, linesBefore: 1 }, (faults) =>
    readPage({ path, data, content: trimBody(body) }, faults),
  )
}

function readPage(
  { path, data, content }: { path: string; data: YamlMap; content: string },
  faults: FieldFault[],
): PageRecord {
  const list = { faults, max: AREAS_MAX, path: ['areas'] }
  const areas = listField(data.areas, {
    ...list,
    read: (entry, place) => readArea(entry, place, faults),
  })
  const items = listField(data.items, {
    faults,
    max: RESOURCES_MAX,
    path: ['items'],
    read: readCard,
  })
  return {
    id: path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, ''),
    title: textField(data, ['title']) ?? '',
    intro: textField(data, ['intro']) ?? '',
    content,
    areas: areas ?? DEFAULT_ABOUT.areas,
    items: items ?? [],
  }
}

function readArea({ title, items }: YamlMap, place: YamlPath, faults: FieldFault[]): Area {
  if (typeof title !== 'string' || title.trim() === '' || !Array.isArray(items ?? [])) {
    throw new FieldFault([], "An area needs a 'title' and a list of 'items'.")
  }
  const read = ({ name, color }: YamlMap, itsPlace: YamlPath) => {
    if (typeof name !== 'string' || name.trim() === '') {
      throw new FieldFault([], "An item of an area needs a 'name'.")
    }
    return { name: name.trim(), color: readColor(color, [...itsPlace, 'color'], faults) }
  }
  const path = [...place, 'items']
  const found = listField(items, { faults, max: AREA_ITEMS_MAX, path, read })
  return { title: title.trim(), items: found ?? [] }
}

function readCard(data: YamlMap): Resource {
  const title = textField(data, ['title'])
  const url = textField(data, ['url'])
  if (title === null) throw new FieldFault('title', "A resource needs a 'title'.")
  if (url === null || !isWebAddress(url)) {
    throw new FieldFault('url', "A resource needs a 'url' that begins with http:// or https://.")
  }
  return {
    title,
    category: textField(data, ['category']) ?? '',
    badge: choiceField(data, 'badge', RESOURCE_BADGES) ?? 'Recommended',
    description: textField(data, ['description']) ?? '',
    url,
  }
}
