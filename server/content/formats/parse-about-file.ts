/** about.md: the about page's text, and its areas in the front matter. */
import type { Area } from '#domain/site.ts'
import { DEFAULT_AREAS } from '#domain/tag.ts'
import { decodeText } from './decode-text.ts'
import { trimBody } from './parse-post-file.ts'
import { readColor } from './parse-tags-file.ts'
import { type Parsed, unusable } from './parsed.ts'
import { isYamlMap, type YamlValue } from './yaml/load-yaml.ts'
import { splitFrontMatter } from './yaml/split-front-matter.ts'
import { FileProblems, readYamlText } from './yaml-file.ts'

export interface AboutRecord {
  /** Markdown. */
  content: string
  areas: readonly Area[]
}

const AREAS_MAX = 20
const ITEMS_MAX = 50

/** The about page without an about.md: the default areas and no text. */
export const DEFAULT_ABOUT: AboutRecord = {
  content: '',
  areas: DEFAULT_AREAS.map(({ title, items }) => ({ title, items: [...items] })),
}

/** The about page. An area that cannot be read is a problem; the others are shown. */
export function parseAboutFile(bytes: Uint8Array, path = 'about.md'): Parsed<AboutRecord> {
  const text = decodeText(bytes)
  if (typeof text !== 'string') return unusable(path, text)
  const parts = splitFrontMatter(text)
  if ('reason' in parts) return unusable(path, parts)
  const yaml = readYamlText(parts.yaml, 1)
  if ('reason' in yaml) return unusable(path, yaml)
  const problems = new FileProblems(path, yaml)
  const areas = readAreas(parts.data.areas, problems) ?? DEFAULT_ABOUT.areas
  return { value: { content: trimBody(parts.body), areas }, problems: problems.list }
}

function readAreas(value: YamlValue | undefined, problems: FileProblems): Area[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value)) {
    problems.add(['areas'], "'areas' must be a list of `{title, items}`.")
    return null
  }
  return value.slice(0, AREAS_MAX).flatMap((entry, index) => {
    const title = isYamlMap(entry) ? entry.title : null
    const items = isYamlMap(entry) ? (entry.items ?? []) : null
    if (typeof title !== 'string' || title.trim() === '' || !Array.isArray(items)) {
      problems.add(['areas', index], "An area needs a 'title' and a list of 'items'.")
      return []
    }
    return [{ title: title.trim(), items: readItems(items, index, problems) }]
  })
}

function readItems(items: YamlValue[], area: number, problems: FileProblems): Area['items'] {
  return items.slice(0, ITEMS_MAX).flatMap((entry, index) => {
    const fields = isYamlMap(entry) ? entry : { name: entry }
    const path = ['areas', area, 'items', index]
    if (typeof fields.name !== 'string' || fields.name.trim() === '') {
      problems.add(path, "An item of an area needs a 'name'.")
      return []
    }
    const color = readColor(fields.color, [...path, 'color'], problems)
    return [{ name: fields.name.trim(), color }]
  })
}
