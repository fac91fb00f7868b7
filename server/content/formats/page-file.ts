/**
 * Pages of the site: the about page (`about.md`, markdown with front matter) and the resource pages
 * (`resources/<id>.yaml`), parsed alike.
 */
import { type Area, RESOURCE_BADGES, type Resource } from '#domain/site.ts'
import { DEFAULT_AREAS } from '#domain/tag.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { fileIdOf } from '../files/content-paths.ts'
import { Fault, type YamlPath } from './fault.ts'
import { choiceField, listField, textField } from './fields.ts'
import { splitFrontMatter } from './front-matter.ts'
import { loadYamlMap, type YamlMap } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'
import { trimBody } from './post-file.ts'
import { readColor } from './tags-file.ts'

export interface PageRecord {
  /** The file's name without its ending. */
  id: string
  title: string
  intro: string
  /** Markdown. */
  content: string
  /** Groups of names on the about page. */
  areas: readonly Area[]
  /** Cards of a resource page. */
  items: readonly Resource[]
}

/** The about page if there is no about.md. */
export const DEFAULT_ABOUT: PageRecord = {
  id: 'about',
  title: '',
  intro: '',
  content: '',
  areas: DEFAULT_AREAS.map(({ title, items }) => ({ title, items: [...items] })),
  items: [],
}

/** Parses a page. An unusable area or card is a problem; the others are shown. */
export function parsePageFile(file: ContentBytes): Parsed<PageRecord> {
  return parseFile(file, (text, faults) => {
    const isYaml = file.path.endsWith('.yaml')
    const parts = isYaml ? null : splitFrontMatter(text)
    const data = parts?.data ?? loadYamlMap(text, 'A resource page')
    const title = textField(data, ['title'])
    if (isYaml && title === null) throw new Fault('title', "A resource page needs a 'title'.")
    const readEntry = (entry: YamlMap, path: YamlPath) => readArea(entry, { path, faults })
    const areas = listField(data.areas, { path: ['areas'], faults }, readEntry)
    const items = listField(data.items, { path: ['items'], faults }, readCard)
    return {
      id: fileIdOf(file.path),
      title: title ?? '',
      intro: textField(data, ['intro']) ?? '',
      content: trimBody(parts?.body ?? ''),
      areas: areas ?? DEFAULT_ABOUT.areas,
      items: items ?? [],
    }
  })
}

function readArea(data: YamlMap, { path, faults }: { path: YamlPath; faults: Fault[] }): Area {
  const title = textField(data, ['title'])
  if (title === null) throw new Fault([], "An area needs a 'title' and a list of 'items'.")
  const list = { path: [...path, 'items'], faults }
  const items = listField(data.items, list, (item, place) => {
    const name = textField(item, ['name'])
    if (name === null) throw new Fault([], "An item of an area needs a 'name'.")
    return { name, color: readColor(item.color, [...place, 'color'], faults) }
  })
  return { title, items: items ?? [] }
}

function readCard(data: YamlMap): Resource {
  const title = textField(data, ['title'])
  const url = textField(data, ['url'])
  if (title === null) throw new Fault('title', "A resource needs a 'title'.")
  if (url === null || !isWebAddress(url)) {
    throw new Fault('url', "A resource needs a 'url' that begins with http:// or https://.")
  }
  return {
    title,
    category: textField(data, ['category']) ?? '',
    badge: choiceField(data, 'badge', RESOURCE_BADGES) ?? 'Recommended',
    description: textField(data, ['description']) ?? '',
    url,
  }
}
