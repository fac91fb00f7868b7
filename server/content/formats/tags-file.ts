/** tags.yaml: the listed tags in the author's order. */
import { parseDocument } from 'yaml'
import { characterCount, POST_LIMITS } from '#domain/post.ts'
import {
  DEFAULT_TAG_COLOR,
  TAG_COLORS,
  type Tag,
  type TagColor,
  tagId,
  tagKey,
} from '#domain/tag.ts'
import { ContentError, type YamlPath } from './content-error.ts'
import { lineOf, listField, quoted } from './fields.ts'
import { loadYaml, type YamlValue } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'
import { formatValue } from './patch-yaml.ts'
import { bytesOfText, textOfBytes } from './text-bytes.ts'

/** Parses tags.yaml. An unusable entry is a problem; the others count. */
export function parseTagsFile(file: ContentBytes): Parsed<readonly Tag[]> {
  return parseFile(file, (text, faults) => {
    const top = loadYaml(text)
    if (top !== null && !Array.isArray(top)) {
      throw new ContentError([], 'The tags must be a list of `{name, color}`.')
    }
    const keys = new Set<string>()
    const tags = listField(top, { path: [], faults }, (entry, path) => {
      const name = typeof entry.name === 'string' ? lineOf(entry.name) : ''
      if (name === '' || characterCount(name) > POST_LIMITS.tagLength) {
        throw new ContentError(
          [],
          `A tag needs a 'name' of 1 to ${POST_LIMITS.tagLength} characters.`,
        )
      }
      if (keys.has(tagKey(name))) throw new ContentError([], `${quoted(name)} is listed twice.`)
      keys.add(tagKey(name))
      return { id: tagId(name), name, color: readColor(entry.color, [...path, 'color'], faults) }
    })
    return tags ?? []
  })
}

/** A known color; an unknown one becomes gray and a fault at `path`. */
export function readColor(
  value: YamlValue | undefined,
  path: YamlPath,
  faults: ContentError[],
): TagColor {
  const color = TAG_COLORS.find((known) => known === value)
  if (color === undefined && value !== undefined && value !== null) {
    const reason = `${quoted(value)} is none of the colors ${TAG_COLORS.join(', ')}.`
    faults.push(new ContentError(path, reason))
  }
  return color ?? DEFAULT_TAG_COLOR
}

/**
 * The bytes of a tags.yaml after a rename; comments and other keys stay. An existing name keeps its
 * entry, and the renamed one goes. Null for an unreadable list.
 */
export function renameInTagsFile(
  file: ContentBytes,
  { from, to }: { from: string; to: string },
): Buffer | null {
  const { value: tags, problems } = parseTagsFile(file)
  if (tags === null || problems.length > 0) return null
  const indexOf = (name: string) => tags.findIndex((tag) => tagKey(tag.name) === tagKey(name))
  const index = indexOf(from)
  if (index === -1) return Buffer.from(file.bytes)
  const document = parseDocument(textOfBytes(file.bytes) ?? '', { schema: 'failsafe' })
  const isMap = document.hasIn([index, 'name'])
  if (tagKey(to) !== tagKey(from) && indexOf(to) !== -1) document.deleteIn([index])
  else document.setIn(isMap ? [index, 'name'] : [index], to)
  return bytesOfText(document.toString({ lineWidth: 0 }), file.bytes)
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
