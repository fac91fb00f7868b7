/**
 * A changed tag as an edit of tags.yaml: only its own lines change. What cannot be edited in place
 * (a list in brackets) is written whole.
 */

import { isMap, isScalar, isSeq, parseDocument } from 'yaml'
import { DEFAULT_TAG_COLOR, type Tag, type TagColor, tagKey } from '#domain/tag.ts'
import { parseTagsFile } from '../parse-tags-file.ts'
import { lineStart, nextLine, rangeOf, trimmedEnd } from '../yaml/yaml-pairs.ts'
import { formatScalar } from '../yaml/yaml-scalar.ts'
import { composeTagsFile } from './compose-tags-file.ts'

export interface TagEdit {
  /** The tag's name now, in any case. */
  from: string
  /** Its name from now on; that of another listed tag merges the two. */
  to: string
  /** Null leaves the color as it is. */
  color: TagColor | null
}

/**
 * The bytes of tags.yaml after the change; the same bytes when it changes nothing there. A tag that
 * is not listed is added when it gets a color. Null when the file cannot be read.
 */
export function patchTagsFile(bytes: Uint8Array, edit: TagEdit): Buffer | null {
  const listed = parseTagsFile(bytes).value
  if (listed === null) return null
  const wanted = editedTags(listed, edit)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  if (isSame(listed, wanted)) return Buffer.from(bytes)
  const patched = Buffer.from(patchedText(text, edit, listed.length < wanted.length))
  return isSame(parseTagsFile(patched).value ?? [], wanted)
    ? patched
    : composeTagsFile(wanted, bytes)
}

type Listed = Pick<Tag, 'name' | 'color'>

function editedTags(listed: readonly Listed[], { from, to, color }: TagEdit): readonly Listed[] {
  const isFrom = ({ name }: Listed) => tagKey(name) === tagKey(from)
  const isTo = ({ name }: Listed) => tagKey(name) === tagKey(to)
  const isMerge = tagKey(from) !== tagKey(to) && listed.some(isTo)
  const tags = listed
    .filter((tag) => !(isMerge && isFrom(tag)))
    .map((tag) => (isFrom(tag) ? { ...tag, name: to } : tag))
    .map((tag) => (isTo(tag) && color !== null ? { ...tag, color } : tag))
  const isNew = color !== null && !tags.some(isTo)
  return isNew ? [...tags, { name: to, color }] : tags
}

function isSame(a: readonly Listed[], b: readonly Listed[]): boolean {
  const plain = (tags: readonly Listed[]) => tags.map(({ name, color }) => [name, color])
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b))
}

/** The text with each place changed that the edit names, from the end on. */
function patchedText(text: string, { from, to, color }: TagEdit, isAdded: boolean): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  if (isAdded) {
    const before = text === '' || text.endsWith('\n') ? text : text + newline
    const paint = color ?? DEFAULT_TAG_COLOR
    return `${before}- name: ${formatScalar(to)}${newline}  color: ${paint}${newline}`
  }
  const { contents } = parseDocument(text, { schema: 'failsafe', logLevel: 'silent' })
  if (!isSeq(contents) || contents.flow) return text
  const places = contents.items.map(placeOf)
  const isMerge =
    tagKey(from) !== tagKey(to) && places.some((place) => tagKey(place.name) === tagKey(to))
  return places.toReversed().reduce((changed, place) => {
    const key = tagKey(place.name)
    if (isMerge && key === tagKey(from)) {
      const start = lineStart(changed, place.start)
      const end = nextLine(changed, trimmedEnd(changed, place.start, place.end) - 1)
      return changed.slice(0, start) + changed.slice(end)
    }
    if (key !== tagKey(from) && key !== tagKey(to)) return changed
    const name = key === tagKey(from) ? formatScalar(to) : null
    return entryText(changed, { place, name, color, newline })
  }, text)
}

interface Place {
  name: string
  /** Of the whole entry, after its dash. */
  start: number
  end: number
  /** Of the name; null where it cannot be told. */
  at: readonly [number, number] | null
  colorAt: readonly [number, number] | null
  isMap: boolean
}

function placeOf(item: unknown): Place {
  const [start, end] = rangeOf(item) ?? [0, 0]
  const name = isMap(item) ? item.get('name', true) : item
  const color = isMap(item) ? item.get('color', true) : null
  return {
    ...{ start, end, at: rangeOf(name), colorAt: rangeOf(color), isMap: isMap(item) },
    name: isScalar(name) ? String(name.value) : '',
  }
}

interface EntryEdit {
  place: Place
  /** Null leaves it as it is. */
  name: string | null
  color: TagColor | null
  newline: string
}

function entryText(text: string, { place, name, color, newline }: EntryEdit): string {
  const { at, colorAt, start } = place
  if (!at) return text
  const indent = ' '.repeat(start - lineStart(text, start))
  const added = color !== null && !colorAt ? `${newline}${indent}color: ${color}` : ''
  const key = place.isMap || added === '' ? '' : 'name: '
  const named = { at, text: key + (name ?? text.slice(...at)) + added }
  const painted = colorAt && color !== null ? [{ at: colorAt, text: color }] : []
  return [named, ...painted]
    .toSorted((a, b) => b.at[0] - a.at[0])
    .reduce((all, part) => all.slice(0, part.at[0]) + part.text + all.slice(part.at[1]), text)
}
