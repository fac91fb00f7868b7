/** resources/<page>.yaml: the cards of a resource page. */
import {
  RESOURCE_BADGES,
  RESOURCE_PAGE_IDS,
  type Resource,
  type ResourcePage,
  type ResourcePageId,
} from '#domain/site.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { FieldFault, textField } from './front-matter-fields.ts'
import { type Parsed, quoted, unusable } from './parsed.ts'
import { isYamlMap, type YamlMap, type YamlValue } from './yaml/load-yaml.ts'
import { FileProblems, readYamlFile } from './yaml-file.ts'

const RESOURCES_MAX = 200

/** The page's id when `id` is one of the five, else null. */
export function resourcePageId(id: string): ResourcePageId | null {
  return RESOURCE_PAGE_IDS.find((known) => known === id) ?? null
}

/** A resource page. An item that cannot be used is a problem; the others are shown. */
export function parseResourceFile({
  path,
  id,
  bytes,
}: {
  path: string
  id: ResourcePageId
  bytes: Uint8Array
}): Parsed<ResourcePage> {
  const file = readYamlFile(bytes)
  if ('reason' in file) return unusable(path, file)
  const { value: data } = file
  if (!isYamlMap(data)) {
    const reason = "A resource page must have a 'title', an 'intro' and 'items'."
    return unusable(path, { line: 1, reason })
  }
  const problems = new FileProblems(path, file)
  try {
    const title = textField(data, ['title'])
    if (title === null) throw new FieldFault('title', "A resource page needs a 'title'.")
    const intro = textField(data, ['intro']) ?? ''
    return {
      value: { id, title, intro, items: readItems(data.items, problems) },
      problems: problems.list,
    }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return unusable(path, { line: file.lineOf([error.key]), reason: error.message })
  }
}

function readItems(value: YamlValue | undefined, problems: FileProblems): Resource[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    problems.add(['items'], "'items' must be a list.")
    return []
  }
  return value.slice(0, RESOURCES_MAX).flatMap((entry, index) => {
    try {
      return [readItem(isYamlMap(entry) ? entry : {})]
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error
      problems.add(['items', index, error.key], error.message)
      return []
    }
  })
}

function readItem(data: YamlMap): Resource {
  const title = textField(data, ['title'])
  const url = textField(data, ['url'])
  const written = textField(data, ['badge'])
  const badge = RESOURCE_BADGES.find((known) => known === (written ?? 'Recommended'))
  if (title === null) throw new FieldFault('title', "A resource needs a 'title'.")
  if (url === null || !isWebAddress(url)) {
    throw new FieldFault('url', "A resource needs a 'url' that begins with http:// or https://.")
  }
  if (badge === undefined) {
    throw new FieldFault('badge', `${quoted(written)} is none of ${RESOURCE_BADGES.join(', ')}.`)
  }
  return {
    title,
    category: textField(data, ['category']) ?? '',
    badge,
    description: textField(data, ['description']) ?? '',
    url,
  }
}
