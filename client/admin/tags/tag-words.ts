/** What a reset of the tags changes, in words. */
import { type CountedTag, DEFAULT_TAG_COLOR, DEFAULT_TAGS, tagKey } from '#domain/tag.ts'

/** @param tags every tag, those that only posts have included */
export function resetWords(tags: readonly CountedTag[]): string {
  const isDefault = ({ name }: CountedTag) =>
    DEFAULT_TAGS.some((tag) => tagKey(tag.name) === tagKey(name))
  const now = (name: string) => tags.find((tag) => tagKey(tag.name) === tagKey(name))
  const added = DEFAULT_TAGS.filter(({ name }) => now(name) === undefined)
  const recolored = DEFAULT_TAGS.filter(({ name, color }) => (now(name)?.color ?? color) !== color)
  // A gray tag that posts have is no other when it is not in the list.
  const removed = tags.filter(
    (tag) => !isDefault(tag) && (tag.count === 0 || tag.color !== DEFAULT_TAG_COLOR),
  )
  const parts = [
    added.length > 0 && `adds ${names(added)}`,
    recolored.length > 0 && `gives ${names(recolored)} the first colour again`,
    removed.length > 0 && `takes ${names(removed)} off the list, so that they turn gray`,
  ].filter(Boolean)
  if (parts.length === 0) return 'The list is the default one: a reset changes nothing you see.'
  return `A reset ${parts.join('; ')}.`
}

const names = (tags: readonly { name: string }[]) => tags.map(({ name }) => name).join(', ')
