/** The file of a new post: front matter that every reader takes for the same, then its text. */
import type { PostInput } from '../../store.ts'
import { formatValue, type YamlInput } from '../yaml/yaml-scalar.ts'
import { bodyText } from './patch-body.ts'

/**
 * The bytes of a new post's file. Fields that say what is so without them are left out.
 * @param date ISO 8601, for an input without one
 */
export function composePostFile(input: PostInput, date: string): Buffer {
  const fields: [string, YamlInput | undefined][] = [
    ['title', input.title],
    ['type', input.type],
    ['date', { date: input.date?.trim() || date }],
    ['tags', input.tags?.length ? input.tags : undefined],
    ['featured', input.featured || undefined],
    ['url', input.url],
    ['draft', input.draft || undefined],
    ['description', input.description],
    ['project', input.project],
  ]
  const body = bodyText(input.content)
  return Buffer.from(`---\n${composeYaml(fields)}---\n\n${body === '' ? '' : `${body}\n`}`)
}

/** A line of YAML for each field that has a value; texts in one line. */
export function composeYaml(fields: readonly [string, YamlInput | undefined][]): string {
  return fields
    .flatMap(([key, value]) => {
      const input = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : value
      return input === undefined || input === '' ? [] : [`${key}: ${formatValue(input)}\n`]
    })
    .join('')
}
