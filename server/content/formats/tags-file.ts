/** tags.yaml: the listed tags in the author's order. */
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
import { FieldFault, lineOf, listField, quoted, type YamlPath } from './fields.ts'
import type { YamlValue } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseYamlFile } from './parsed-file.ts'
import { formatValue } from './patch-yaml.ts'
import { textOfBytes } from './text-bytes.ts'

/** Tags that are listed; more are a problem. */
const LISTED_TAGS_MAX = 1000

/** The tags of tags.yaml. An entry that cannot be used is a problem, the others count. */
export function parseTagsFile(file: ContentBytes): Parsed<readonly Tag[]> {
  return parseYamlFile(file, (top, faults) => {
    if (top !== null && !Array.isArray(top)) {
      throw new FieldFault([], 'The tags must be a list of `{name, color}`.')
    }
    if (Array.isArray(top) && top.length > LISTED_TAGS_MAX) {
      faults.push(new FieldFault([LISTED_TAGS_MAX], `Only ${LISTED_TAGS_MAX} tags are listed.`))
    }
    const tags = new Map<string, Tag>()
    listField(top, {
      faults,
      max: LISTED_TAGS_MAX,
      read(entry, place) {
        const name = typeof entry.name === 'string' ? lineOf(entry.name) : ''
        if (name === '' || characterCount(name) > POST_LIMITS.tagLength) {
          const reason = `A tag needs a 'name' of 1 to ${POST_LIMITS.tagLength} characters.`
          throw new FieldFault([], reason)
        }
        if (tags.has(tagKey(name))) throw new FieldFault([], `${quoted(name)} is listed twice.`)
        const color = readColor(entry.color, [...place, 'color'], faults)
        tags.set(tagKey(name), { id: tagId(name), name, color })
        return null
      },
    })
    return [...tags.values()]
  })
}

/** A color that is one of ours; another is the default gray and a fault at `place`. */
export function readColor(
  value: YamlValue | undefined,
  place: YamlPath,
  faults: FieldFault[],
): TagColor {
  const color = knownTagColor(value)
  if (color === null && value !== undefined && value !== null) {
    const reason = `${quoted(value)} is none of the colors ${TAG_COLORS.join(', ')}.`
    faults.push(new FieldFault(place, reason))
  }
  return color ?? DEFAULT_TAG_COLOR
}

/**
 * The bytes of a tags.yaml with these tags. The comment that the old file begins with stays.
 * @param old the file's bytes, or null without one
 */
export function composeTagsFile(
  tags: readonly Pick<Tag, 'name' | 'color'>[],
  old: Uint8Array | null,
): Buffer {
  const text = (old && textOfBytes(old)) ?? ''
  const comment = /^(?:[ \t]*(?:#[^\n]*)?\n)*/.exec(text)?.[0] ?? ''
  const lines = tags.map(({ name, color }) => `- name: ${formatValue(name)}\n  color: ${color}\n`)
  return Buffer.from(comment + lines.join(''))
}
