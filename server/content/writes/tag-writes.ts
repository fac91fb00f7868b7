/** The admin's writes of tags: reset to the defaults, rename in every file. */
import type { TagChange, TagUse } from '#domain/answers/admin-answers.ts'
import { DEFAULT_TAGS, tagKey } from '#domain/tag.ts'
import { NotFoundError } from '../../errors.ts'
import type { Change, FileChange, WorkTree } from '../../git/repository.ts'
import type { ContentAccess } from '../content-access.ts'
import { contentFileAt } from '../files/content-paths.ts'
import { namesField } from '../formats/fields.ts'
import { parsePostFile, patchPostFile } from '../formats/post-file.ts'
import { PROJECTS } from '../formats/project-file.ts'
import { composeTagsFile, renameInTagsFile } from '../formats/tags-file.ts'
import { tagUses } from '../index/tag-index.ts'
import type { Saved } from '../records.ts'

const TAGS_PATH = 'tags.yaml'

type TagRename = { from: string; to: string }

export class TagWrites {
  readonly #content: ContentAccess

  constructor(content: ContentAccess) {
    this.#content = content
  }

  /** Every tag with the number of files that have it, drafts too. */
  uses(): TagUse[] {
    return tagUses(this.#content.snapshot(), this.#content.records.records().tags[0] ?? [])
  }

  /** Writes the default tags. @returns their number */
  reset(): Promise<Saved<number>> {
    return this.#content.write(async (tree) => {
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
  async rename({ name, to }: { name: string; to: string }): Promise<Saved<TagChange>> {
    const uses = this.uses()
    const tagNamed = (tagName: string) => uses.find((use) => tagKey(use.name) === tagKey(tagName))
    const from = tagNamed(name)?.name
    if (from === undefined) throw new NotFoundError('Tag not found')
    const target = tagKey(to) === tagKey(from) ? undefined : tagNamed(to)
    const rename = { from, to: target?.name ?? to }
    return this.#content.write((tree) => this.#planRename(tree, rename))
  }

  async #planRename(tree: WorkTree, rename: TagRename): Promise<Change<TagChange>> {
    const { allPosts, projects, site } = this.#content.snapshot()
    const changes: FileChange[] = []
    const left_out: string[] = []
    const tagged = [...allPosts, ...projects].filter(({ tags }) =>
      tags.some((tag) => tagKey(tag) === tagKey(rename.from)),
    )
    for (const path of [...tagged.map((record) => record.path), TAGS_PATH]) {
      const file = await tree.read(path)
      if (file === null) continue
      const bytes = renamedIn({ path, bytes: file.bytes }, rename, site.time_zone)
      if (bytes === null) left_out.push(path)
      else if (!bytes.equals(file.bytes)) changes.push({ path, bytes })
    }
    return {
      changes,
      subject: `Rename tag: ${rename.from} to ${rename.to}`,
      value: { name: rename.to, files: changes.length, left_out },
    }
  }
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
