/** Changes of site.yaml by a form: only the lines of the keys that change are written. */
import { isMap, isScalar, parseDocument } from 'yaml'
import type { OwnerWords } from '#domain/site.ts'
import { formatValue, patchYamlMap } from '../../server/content/formats/patch-yaml.ts'

/** Where a key goes that site.yaml does not have yet. */
const ORDER = ['brand', 'title', 'description', 'author', 'language', 'time_zone']

export function patchSiteFile(text: string, { name, ...words }: OwnerWords): string {
  const patched = patchYamlMap(text, words, { order: ORDER })
  return name === undefined ? patched : withAuthorName(patched, name)
}

/** The author is a map with a name, or a name alone. */
function withAuthorName(text: string, name: string): string {
  const author = parseDocument(text).get('author', true)
  const scalar = isMap(author) ? author.get('name', true) : author
  if (isScalar(scalar) && scalar.range && scalar.value !== null) {
    const [start, end] = scalar.range
    return text.slice(0, start) + formatValue(name) + text.slice(end)
  }
  if (isMap(author) && author.range) {
    const [start] = author.range
    const indent = /[ \t]*$/.exec(text.slice(0, start))?.[0] ?? ''
    return `${text.slice(0, start)}name: ${formatValue(name)}\n${indent}${text.slice(start)}`
  }
  return patchYamlMap(text, { author: name }, { order: ORDER })
}
