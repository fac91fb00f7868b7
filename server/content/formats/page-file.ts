/**
 * Pages of the site: own pages (`pages/<id>.md`) and the about page (`about.md`), both markdown
 * with front matter, and the resource pages (`resources/<id>.yaml`), parsed alike.
 */
import { type Area, RESOURCE_BADGES, RESOURCE_PAGE_TITLES, type Resource } from '#domain/site.ts'
import { DEFAULT_AREAS } from '#domain/tag.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { blobId } from '../../git/repository.ts'
import { fileIdOf } from '../files/content-paths.ts'
import type { PageRecord } from '../records.ts'
import { ContentError, type YamlPath } from './content-error.ts'
import { choiceField, listField, textField } from './fields.ts'
import { splitFrontMatter } from './front-matter.ts'
import { loadYamlMap, type YamlMap } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'
import { summaryOf, titleFrom, trimBody } from './post-file.ts'
import { aliasesOf, readDraft } from './post-values.ts'
import { readColor } from './tags-file.ts'

/** The pages that there are without a file. */
export const DEFAULT_PAGES: readonly PageRecord[] = [
  ['about.md', ''],
  ...Object.entries(RESOURCE_PAGE_TITLES).map(([id, title]) => [
    `resources/${id}.yaml`,
    `title: ${title}`,
  ]),
].flatMap(([path = '', text = '']) => {
  const page = parsePageFile({ path, bytes: Buffer.from(text) }).value
  return page ? [{ ...page, revision: null }] : []
})

/** Parses a page. An unusable area or card is a problem; the others are shown. */
export function parsePageFile(file: ContentBytes): Parsed<PageRecord> {
  return parseFile(file, (text, faults) => {
    const isYaml = file.path.endsWith('.yaml')
    const parts = isYaml ? null : splitFrontMatter(text)
    const data = parts?.data ?? loadYamlMap(text, 'A resource page')
    const isOwn = file.path.startsWith('pages/')
    const content = trimBody(parts?.body ?? '')
    const id = fileIdOf(file.path)
    const title = textField(data, 'title') ?? (isOwn ? titleFrom(content, 'essay') : null)
    if (isYaml && title === null) {
      throw new ContentError('title', "A resource page needs a 'title'.")
    }
    const readEntry = (entry: YamlMap, path: YamlPath) => readArea(entry, { path, faults })
    const areas = listField(data.areas, { path: ['areas'], faults }, readEntry)
    const items = listField(data.items, { path: ['items'], faults }, readCard)
    return {
      id,
      address: (isYaml ? '/resources/' : '/') + encodeURIComponent(id),
      path: file.path,
      revision: blobId(file.bytes),
      title: title ?? (isOwn ? id : 'About'),
      intro: textField(data, 'intro') ?? '',
      description: summaryOf(content, textField(data, 'description')).description,
      content,
      draft: isOwn && readDraft(data, faults),
      aliases: aliasesOf(isOwn ? data : {}).map((id) => (/^\/|:\/\//.test(id) ? id : `/${id}`)),
      areas: areas ?? DEFAULT_AREAS,
      items: items ?? [],
    }
  })
}

function readArea(
  data: YamlMap,
  { path, faults }: { path: YamlPath; faults: ContentError[] },
): Area {
  const title = textField(data, 'title')
  if (title === null) throw new ContentError([], "An area needs a 'title' and a list of 'items'.")
  const list = { path: [...path, 'items'], faults }
  const items = listField(data.items, list, (item, itemPath) => {
    const name = textField(item, 'name')
    if (name === null) throw new ContentError([], "An item of an area needs a 'name'.")
    return { name, color: readColor(item.color, [...itemPath, 'color'], faults) }
  })
  return { title, items: items ?? [] }
}

function readCard(data: YamlMap): Resource {
  const title = textField(data, 'title')
  const url = textField(data, 'url')
  if (title === null) throw new ContentError('title', "A resource needs a 'title'.")
  if (url === null || !isWebAddress(url)) {
    throw new ContentError('url', "A resource needs a 'url' that begins with http:// or https://.")
  }
  return {
    title,
    category: textField(data, 'category') ?? '',
    badge: choiceField(data, 'badge', RESOURCE_BADGES) ?? 'Recommended',
    description: textField(data, 'description') ?? '',
    url,
  }
}
