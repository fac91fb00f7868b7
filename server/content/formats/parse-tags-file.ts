/** tags.yaml: the listed tags in the author's order. */
import { characterCount, POST_LIMITS } from '#domain/post.ts'
import {
  DEFAULT_TAG_COLOR,
  knownTagColor,
  TAG_COLORS,
  type Tag,
  tagId,
  tagKey,
} from '#domain/tag.ts'
import { lineOf } from './front-matter-fields.ts'
import { type Parsed, quoted, unusable } from './parsed.ts'
import { isYamlMap, type YamlValue } from './yaml/load-yaml.ts'
import { FileProblems, readYamlFile } from './yaml-file.ts'

/** Tags that are listed; more are a problem. */
const LISTED_TAGS_MAX = 1000

/** The tags of tags.yaml. An entry that cannot be used is a problem, the others count. */
export function parseTagsFile(bytes: Uint8Array, path = 'tags.yaml'): Parsed<readonly Tag[]> {
  const file = readYamlFile(bytes)
  if ('reason' in file) return unusable(path, file)
  const { value } = file
  if (value !== null && !Array.isArray(value)) {
    return unusable(path, { line: 1, reason: 'The tags must be a list of `{name, color}`.' })
  }
  const problems = new FileProblems(path, file)
  const tags = new Map<string, Tag>()
  for (const [index, entry] of (value ?? []).slice(0, LISTED_TAGS_MAX).entries()) {
    const tag = readTag(entry, index, problems)
    if (tag === null) continue
    if (tags.has(tagKey(tag.name))) problems.add([index], `${quoted(tag.name)} is listed twice.`)
    else tags.set(tagKey(tag.name), tag)
  }
  if ((value ?? []).length > LISTED_TAGS_MAX) {
    problems.add([LISTED_TAGS_MAX], `Only ${LISTED_TAGS_MAX} tags are listed.`)
  }
  return { value: [...tags.values()], problems: problems.list }
}

/** A color that is one of ours; another is the default gray and a problem at `path`. */
export function readColor(
  value: YamlValue | undefined,
  path: readonly (string | number)[],
  problems: FileProblems,
) {
  const color = knownTagColor(value)
  if (color === null && value !== undefined && value !== null) {
    problems.add(path, `${quoted(value)} is none of the colors ${TAG_COLORS.join(', ')}.`)
  }
  return color ?? DEFAULT_TAG_COLOR
}

function readTag(entry: YamlValue, index: number, problems: FileProblems): Tag | null {
  // A bare name is a tag without a color.
  const fields = isYamlMap(entry) ? entry : { name: entry }
  const name = typeof fields.name === 'string' ? lineOf(fields.name) : ''
  if (name === '' || characterCount(name) > POST_LIMITS.tagLength) {
    const reason = `A tag needs a 'name' of 1 to ${POST_LIMITS.tagLength} characters.`
    problems.add([index], reason)
    return null
  }
  return { id: tagId(name), name, color: readColor(fields.color, [index, 'color'], problems) }
}
