/** tags.yaml: the listed tags in the author's order. */
import { isDeepStrictEqual } from 'node:util'
import { isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml'
import { characterCount, POST_LIMITS } from '#domain/post.ts'
import {
  DEFAULT_TAG_COLOR,
  knownTagColor,
  TAG_COLORS,
  type Tag,
  type TagColor,
  tagId,
  tagKey,
} from '#domain/tag.ts'
import { Fault, type YamlPath } from './fault.ts'
import { lineOf, listField, quoted } from './fields.ts'
import { loadYaml, type YamlValue } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'
import { formatValue } from './patch-yaml.ts'
import { bytesOfText, decodeUtf8, textOfBytes } from './text-bytes.ts'

/** Parses tags.yaml. An unusable entry is a problem; the others count. */
export function parseTagsFile(file: ContentBytes): Parsed<readonly Tag[]> {
  return parseFile(file, (text, faults) => {
    const top = loadYaml(text)
    if (top !== null && !Array.isArray(top)) {
      throw new Fault([], 'The tags must be a list of `{name, color}`.')
    }
    const keys = new Set<string>()
    const tags = listField(top, { path: [], faults }, (entry, path) => {
      const name = typeof entry.name === 'string' ? lineOf(entry.name) : ''
      if (name === '' || characterCount(name) > POST_LIMITS.tagLength) {
        throw new Fault([], `A tag needs a 'name' of 1 to ${POST_LIMITS.tagLength} characters.`)
      }
      if (keys.has(tagKey(name))) throw new Fault([], `${quoted(name)} is listed twice.`)
      keys.add(tagKey(name))
      return { id: tagId(name), name, color: readColor(entry.color, [...path, 'color'], faults) }
    })
    return tags ?? []
  })
}

/** A known color; an unknown one becomes gray and a fault at `place`. */
export function readColor(
  value: YamlValue | undefined,
  place: YamlPath,
  faults: Fault[],
): TagColor {
  const color = knownTagColor(value)
  if (color === null && value !== undefined && value !== null) {
    const reason = `${quoted(value)} is none of the colors ${TAG_COLORS.join(', ')}.`
    faults.push(new Fault(place, reason))
  }
  return color ?? DEFAULT_TAG_COLOR
}

/**
 * The bytes of a tags.yaml after a rename, in which only the lines of the tag change; an existing
 * name keeps its entry, and the renamed one goes. Null for an unreadable list.
 */
export function renameInTagsFile(
  file: ContentBytes,
  { from, to }: { from: string; to: string },
): Buffer | null {
  const { value: tags, problems } = parseTagsFile(file)
  if (tags === null || problems.length > 0) return null
  const at = (name: string) => tags.findIndex((tag) => tagKey(tag.name) === tagKey(name))
  const index = at(from)
  if (index === -1) return Buffer.from(file.bytes)
  const text = decodeUtf8(file.bytes) ?? ''
  const { contents } = parseDocument(text, { schema: 'failsafe' })
  const items = isSeq(contents) ? contents.items : []
  const item = items[index]
  const name = isMap(item) ? item.get('name', true) : item
  if (!isNode(item) || !isScalar(name) || !item.range || !name.range) return null
  const isMerged = at(to) !== -1 && at(to) !== index
  const [start, end] = isMerged ? linesOf(text, items, index) : name.range
  const inserted = isMerged ? '' : formatValue(to)
  const bytes = Buffer.from(text.slice(0, start) + inserted + text.slice(end))
  const expected = tags.flatMap((tag, place) => {
    if (place !== index) return [tag]
    return isMerged ? [] : [{ ...tag, name: to, id: tagId(to) }]
  })
  // A list in brackets may have several items in a line.
  const isRenamed = isDeepStrictEqual(parseTagsFile({ ...file, bytes }).value, expected)
  return isRenamed ? bytes : composeTagsFile(expected, file.bytes)
}

/** Range of the lines of an item of a list. */
function linesOf(text: string, items: readonly unknown[], index: number): [number, number] {
  const startOf = (item: unknown) =>
    isNode(item) && item.range ? text.lastIndexOf('\n', item.range[0]) + 1 : text.length
  return [startOf(items[index]), startOf(items[index + 1])]
}

/**
 * The bytes of a tags.yaml; the old file's leading comment and newlines stay.
 * @param old bytes of the old file, or null
 */
export function composeTagsFile(
  tags: readonly Pick<Tag, 'name' | 'color'>[],
  old: Uint8Array | null,
): Buffer {
  const text = (old && textOfBytes(old)) ?? ''
  const comment = /^(?:[ \t]*(?:#[^\n]*)?\n)*/.exec(text)?.[0] ?? ''
  const lines = tags.map(({ name, color }) => `- name: ${formatValue(name)}\n  color: ${color}\n`)
  return bytesOfText(comment + lines.join(''), old)
}
