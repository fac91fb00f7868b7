/** The admin's writes of tags: reset to the defaults, rename in every file. */
import type { TagChange, TagUse } from '#domain/answers/admin-answers.ts'
import { DEFAULT_TAGS, tagKey } from '#domain/tag.ts'
import { NotFoundError } from '../../errors.ts'
import type { FileChange } from '../../git/repository.ts'
import type { ContentStore } from '../content-store.ts'
import { contentFileAt } from '../files/content-paths.ts'
import { namesField } from '../formats/fields.ts'
import { parsePostFile, patchPostFile } from '../formats/post-file.ts'
import { PROJECTS } from '../formats/project-file.ts'
import { composeTagsFile, renameInTagsFile } from '../formats/tags-file.ts'
import { tagUses } from '../index/tag-index.ts'
import type { Saved } from '../records.ts'

const TAGS_PATH = 'tags.yaml'

type TagRename = { from: string; to: string }

/** Every tag with the number of files that have it, drafts too. */
export function listTagUses(store: ContentStore): TagUse[] {
  return tagUses(store.snapshot(), store.records.recordsOf('tags')[0] ?? [])
}

/** Writes the default tags. @returns their number */
export function resetTags(store: ContentStore): Promise<Saved<number>> {
  return store.write(async (tree) => {
    const old = (await tree.read(TAGS_PATH))?.bytes ?? null
    const bytes = composeTagsFile(DEFAULT_TAGS, old)
    const changes = old?.equals(bytes) ? [] : [{ path: TAGS_PATH, bytes }]
    return { changes, subject: 'Reset tags', value: DEFAULT_TAGS.length }
  })
}

/**
 * Renames a tag in every file, drafts too, in one commit; an existing name merges both tags.
 * @throws NotFoundError
 */
export async function renameTag(
  store: ContentStore,
  change: { name: string; to: string },
): Promise<Saved<TagChange>> {
  const uses = listTagUses(store)
  const tagNamed = (tagName: string) => uses.find((use) => tagKey(use.name) === tagKey(tagName))
  const from = tagNamed(change.name)?.name
  if (from === undefined) throw new NotFoundError('Tag not found')
  const target = tagKey(change.to) === tagKey(from) ? undefined : tagNamed(change.to)
  const to = target?.name ?? change.to
  return store.write(async (tree) => {
    const { allPosts, projects, site } = store.snapshot()
    const changes: FileChange[] = []
    const left_out: string[] = []
    const tagged = [...allPosts, ...projects].filter(({ tags }) =>
      tags.some((tag) => tagKey(tag) === tagKey(from)),
    )
    for (const path of [...tagged.map((record) => record.path), TAGS_PATH]) {
      const file = await tree.read(path)
      if (file === null) continue
      const bytes = renamedIn({ path, bytes: file.bytes }, { from, to }, site.time_zone)
      if (bytes === null) left_out.push(path)
      else if (!bytes.equals(file.bytes)) changes.push({ path, bytes })
    }
    const value = { name: to, files: changes.length, left_out }
    return { changes, subject: `Rename tag: ${from} to ${to}`, value }
  })
}

/** Renames the tag in a file; null if it is unreadable. */
function renamedIn(
  file: { path: string; bytes: Buffer },
  { from, to }: TagRename,
  timeZone: string,
): Buffer | null {
  if (file.path === TAGS_PATH) return renameInTagsFile(file, { from, to })
  const isProject = contentFileAt(file.path)?.kind === PROJECTS.noun
  const reading = { timeZone, fallbackDate: 0 }
  const parsed = isProject ? PROJECTS.parse(file) : parsePostFile(file, reading)
  if (parsed.value === null) return null
  const renamed = parsed.value.tags.map((name) => (tagKey(name) === tagKey(from) ? to : name))
  // Deduplicates.
  const tags = namesField({ tags: renamed }, ['tags'])
  return isProject ? PROJECTS.patch(file, { tags }) : patchPostFile(file, () => ({ tags }), reading)
}
