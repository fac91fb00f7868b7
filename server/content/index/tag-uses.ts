/** Every tag with the number of files that have it, drafts and projects included. */
import type { TagUse } from '#domain/answers/admin-answers.ts'
import { byTagName, DEFAULT_TAG_COLOR, type Tag, tagKey } from '#domain/tag.ts'
import type { Snapshot } from '../records.ts'

/** Listed tags in the author's order, then the others by name. */
export function tagUses(snapshot: Snapshot, listed: readonly Tag[]): TagUse[] {
  const uses = new Map<string, TagUse>()
  for (const { name, color } of listed) {
    uses.set(tagKey(name), { name, color, is_listed: true, files: 0 })
  }
  const { allPosts, projects, tagNamed } = snapshot
  for (const { tags } of [...allPosts, ...projects]) {
    for (const tag of tags) {
      const key = tagKey(tag)
      const use = uses.get(key) ?? {
        ...{ name: tagNamed(tag).name, color: DEFAULT_TAG_COLOR },
        ...{ is_listed: false, files: 0 },
      }
      use.files += 1
      uses.set(key, use)
    }
  }
  const all = [...uses.values()]
  const others = all.filter(({ is_listed }) => !is_listed)
  return [...all.filter(({ is_listed }) => is_listed), ...others.sort(byTagName)]
}
