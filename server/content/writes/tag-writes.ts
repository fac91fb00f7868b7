/** The admin's changes of a tag everywhere: another name, the name of another tag, a color. */
import type { TagChange, TagUse } from '#domain/answers/admin-answers.ts'
import { type TagColor, tagKey } from '#domain/tag.ts'
import { AppError, NotFoundError } from '../../errors.ts'
import type { FileChange, WorkTree, WritePlan } from '../../git/repository.ts'
import type { ContentWriter } from '../content-writer.ts'
import { patchPostFile } from '../formats/edits/patch-post-file.ts'
import { patchTagsFile, type TagEdit } from '../formats/edits/patch-tags-file.ts'
import { patchProjectFile } from '../formats/edits/write-project-file.ts'
import { namesField } from '../formats/front-matter-fields.ts'
import { parsePostFile } from '../formats/parse-post-file.ts'
import { parseProjectFile } from '../formats/parse-project-file.ts'
import { tagUses } from '../index/tag-uses.ts'
import type { LiveContent } from '../live-content.ts'
import type { PostRecord, ProjectRecord } from '../records.ts'
import type { Saved } from '../store.ts'
import { planResetTags, TAGS_PATH } from './project-plans.ts'

const NO_FILES: ChangedFiles = { changes: [], leftOut: [] }

interface ChangedFiles {
  changes: readonly FileChange[]
  /** Paths of those that cannot be read as they are now. */
  leftOut: readonly string[]
}

interface TagWriteDeps {
  writer: ContentWriter
  live: LiveContent
}

interface TagEditing {
  name: string
  to?: string
  color?: TagColor
}

interface PlannedTag extends TagChange {
  paths: readonly string[]
}

export class TagWrites {
  readonly #deps: TagWriteDeps

  constructor(deps: TagWriteDeps) {
    this.#deps = deps
  }

  /** Every tag with the number of files that have it. */
  uses(): TagUse[] {
    const { live } = this.#deps
    return tagUses(live.snapshot(), live.listedTags())
  }

  /** Writes the default tags; the value is how many. */
  async reset(): Promise<Saved<number>> {
    const { commit, value } = await this.#deps.writer.write(planResetTags, () => [TAGS_PATH])
    return { value, commit, merged: false }
  }

  /**
   * Gives a tag another name in every file, or a color; the name of another tag merges the two.
   * @throws NotFoundError, AppError 409 when tags.yaml is a problem
   */
  async change(editing: TagEditing): Promise<Saved<TagChange>> {
    const { writer, live } = this.#deps
    const { commit, value } = await writer.write(
      (tree) => planChangeTag(tree, editing, live),
      ({ paths }) => paths,
    )
    const { name, files, left_out } = value
    return { value: { name, files, left_out }, commit, merged: false }
  }
}

/**
 * One commit that changes a tag in every post and project that has it, drafts too, and in tags.yaml.
 * @throws NotFoundError, AppError 409 where a color cannot be noted in an unreadable tags.yaml
 */
async function planChangeTag(
  tree: WorkTree,
  { name, to: typed, color }: TagEditing,
  live: Pick<LiveContent, 'snapshot' | 'listedTags'>,
): Promise<WritePlan<PlannedTag>> {
  const uses = tagUses(live.snapshot(), live.listedTags())
  const knownTag = (wanted: string) => uses.find((use) => tagKey(use.name) === tagKey(wanted))
  const known = knownTag(name)
  if (known === undefined) throw new NotFoundError('Tag not found')
  const from = known.name
  const target = typed === undefined || tagKey(typed) === tagKey(from) ? undefined : knownTag(typed)
  const to = target?.name ?? typed ?? from
  const { changes, leftOut } =
    typed === undefined ? NO_FILES : await changedFiles(tree, { from, to }, live)
  const tags = await changedTags(tree, { from, to, color: color ?? null })
  if (tags === null && color !== undefined) {
    const sentence = 'tags.yaml cannot be read, so it has to be repaired by hand first.'
    throw new AppError(409, 'unreadable_file', sentence)
  }
  const all = [...changes, ...(tags ?? [])]
  const left_out = tags === null ? [...leftOut, TAGS_PATH] : leftOut
  return {
    changes: all,
    subject: subjectOf({ from, to, isMerge: target !== undefined }),
    value: { name: to, files: all.length, left_out, paths: all.map(({ path }) => path) },
  }
}

function subjectOf({ from, to, isMerge }: { from: string; to: string; isMerge: boolean }): string {
  if (from === to) return `Color tag: ${from}`
  return isMerge ? `Merge tag: ${from} into ${to}` : `Rename tag: ${from} to ${to}`
}

interface Renamed {
  from: string
  to: string
}

/** Posts and projects with the tag under its new name. */
async function changedFiles(
  tree: WorkTree,
  renamed: Renamed,
  live: Pick<LiveContent, 'snapshot'>,
): Promise<ChangedFiles> {
  const { allPosts, projects, site } = live.snapshot()
  const key = tagKey(renamed.from)
  const hasTag = ({ tags }: { tags: readonly string[] }) => tags.some((tag) => tagKey(tag) === key)
  const changes: FileChange[] = []
  const leftOut: string[] = []
  const records = [...allPosts.filter(hasTag), ...projects.filter(hasTag)]
  for (const record of records) {
    const { path } = record
    const file = await tree.read(path)
    if (file === null) continue
    const bytes = retagged(record, file.bytes, { ...renamed, timeZone: site.time_zone })
    if (bytes === null) leftOut.push(path)
    else if (!bytes.equals(file.bytes)) changes.push({ path, bytes })
  }
  return { changes, leftOut }
}

/** The file with the tag's new name, each tag once; null where its tags cannot be read as a whole. */
function retagged(
  record: PostRecord | ProjectRecord,
  bytes: Buffer,
  { timeZone, ...renamed }: Renamed & { timeZone: string },
): Buffer | null {
  const file = { path: record.path, bytes }
  if ('due_date' in record) {
    const project = parseProjectFile(file).value
    return project && patchProjectFile(file, { tags: newTags(project.tags, renamed) })
  }
  const reading = { timeZone, fallbackDate: record.instant }
  const parsed = parsePostFile(file, reading)
  if (parsed.value === null) return null
  // Of too many tags the parser keeps some: those that it leaves out must not be lost here.
  const { tags } = parsed.value
  if (namesField(parsed.data, ['tags', 'categories']).length !== tags.length) return null
  return patchPostFile(
    file,
    { tags: newTags(tags, renamed) },
    { ...reading, updated: null, parsed },
  )
}

function newTags(tags: readonly string[], { from, to }: Renamed): string[] {
  const names = tags.map((tag) => (tagKey(tag) === tagKey(from) ? to : tag))
  const firstOf = (name: string) => names.findIndex((other) => tagKey(other) === tagKey(name))
  return names.filter((name, index) => firstOf(name) === index)
}

/** The change of tags.yaml, if any; null where it cannot be read. */
async function changedTags(tree: WorkTree, edit: TagEdit): Promise<FileChange[] | null> {
  const before = (await tree.read(TAGS_PATH))?.bytes ?? Buffer.alloc(0)
  const bytes = patchTagsFile(before, edit)
  if (bytes === null) return null
  return bytes.equals(before) ? [] : [{ path: TAGS_PATH, bytes }]
}
