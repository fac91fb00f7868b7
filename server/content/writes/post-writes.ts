/** The admin's writes of posts, planned against the newest bytes. A plan may run more than once. */
import { parsePostDate } from '#domain/days/post-date.ts'
import { dayAt, formatInstant } from '#domain/days/zone.ts'
import { RESERVED_POST_IDS } from '#domain/post.ts'
import { NotFoundError, ValidationError } from '../../errors.ts'
import { type BlobId, type FileChange, isVersion, type WorkTree } from '../../git/repository.ts'
import type { ContentStore } from '../content-store.ts'
import { namesField } from '../formats/fields.ts'
import type { ContentBytes } from '../formats/parsed-file.ts'
import {
  composePostFile,
  type PostChange,
  type PostInput,
  parsePostFile,
  patchPostFile,
  patchText,
} from '../formats/post-file.ts'
import { idFromTitle, slugOf } from '../formats/post-id.ts'
import { freeId } from '../index/ids.ts'
import { renderPost } from '../index/post-texts.ts'
import { type ContentPlan, isPublic, type PostRecord, type Saved } from '../records.ts'
import { changedRecord, newestRecord, recordOrThrow, StaleError } from './record-writes.ts'

type Plan = (tree: WorkTree) => Promise<ContentPlan<PostRecord>>

/** @throws BadRequestError */
export function createPost(
  store: ContentStore,
  { date, ...fields }: PostInput,
): Promise<Saved<PostRecord>> {
  return commitPost(store, async (tree) => {
    const now = store.now()
    const timeZone = store.snapshot().site.time_zone
    const today = dayAt(now, timeZone)
    const day = parsePostDate(date ?? '', timeZone)?.day ?? today
    // A folder for each year keeps git's trees, and so later commits, small.
    const pathOf = (id: string) => `posts/${day.slice(0, 4)}/${id}.md`
    const base = await idFromTitle(fields.title, today)
    const path = pathOf(await freeId({ kind: 'post', base, pathOf }, { tree, store }))
    const bytes = composePostFile(date ? { ...fields, date } : fields, formatInstant(now, timeZone))
    const record = recordOrThrow(parsePostFile({ path, bytes }, { timeZone, fallbackDate: now }))
    return { changes: [{ path, bytes }], subject: savedSubject(null, record, now), value: record }
  })
}

/**
 * Changes a post's fields or text. A draft that is published without a date, and a date of null,
 * are dated now.
 * @param basedOn base revision of the edit; null for the newest
 * @throws NotFoundError, StaleError, BadRequestError, AppError 409 when the file is a problem
 */
export function savePost(
  store: ContentStore,
  id: string,
  { patch, basedOn }: { patch: PostChange; basedOn: BlobId | null },
): Promise<Saved<PostRecord>> {
  return commitPost(store, async (tree) => {
    const now = store.now()
    const { file, reading } = find(store, id)
    const savedAt = formatInstant(now, reading.timeZone)
    const { date, ...fields } = patch
    const dated = ({ draft }: PostRecord) => {
      const isPublished = date === undefined && draft && patch.draft === false
      const newDate = date === null || isPublished ? savedAt : date
      return newDate ? { ...fields, date: newDate } : fields
    }
    const edit = (bytes: ContentBytes) => patchPostFile(bytes, dated, { ...reading, savedAt })
    const { before, record, ...made } = await changedRecord(tree, file, { basedOn, edit })
    return { ...made, subject: savedSubject(before, record, now), value: record }
  })
}

/** Features or unfeatures a post without changing `updated`. @throws as `savePost` */
export function featurePost(
  store: ContentStore,
  id: string,
  featured: boolean,
): Promise<Saved<PostRecord>> {
  return commitPost(store, async (tree) => {
    const { file, reading } = find(store, id)
    const edit = (bytes: ContentBytes) => patchPostFile(bytes, () => ({ featured }), reading)
    const { record, changes } = await changedRecord(tree, file, { basedOn: null, edit })
    const subject = `${featured ? 'Feature' : 'Unfeature'} ${record.type}: ${record.title}`
    return { changes, subject, value: record }
  })
}

/** @throws NotFoundError, AppError 409 when the file is a problem */
export function deletePost(store: ContentStore, id: string): Promise<Saved<{ id: string }>> {
  return store.write(async (tree) => {
    const { file, current } = find(store, id)
    const { path } = await newestRecord(tree, file)
    const subject = `Delete ${current.type}: ${current.title}`
    return { changes: [{ path, bytes: null }], subject, value: { id } }
  })
}

/**
 * Renames a post's file within its folder in one commit, which git detects as a rename. The old id
 * of a public post becomes an alias, so that it redirects at once, and also with a shallow or
 * rewritten history.
 * @param change.typed the new id, slugified like the title of a new post
 * @throws as `savePost`, but never merges; ValidationError for an id that is empty, reserved or taken
 */
export async function renamePost(
  store: ContentStore,
  id: string,
  { typed, basedOn }: { typed: string; basedOn: BlobId | null },
): Promise<Saved<PostRecord>> {
  const newId = await slugOf(typed)
  if (newId === '') {
    throw new ValidationError({ id: 'The address has no letter and no digit in it.' })
  }
  return commitPost(store, async (tree) => {
    const { current, reading, file: found } = find(store, id)
    const { path: from, file, parsed, record: post } = await newestRecord(tree, found)
    if (basedOn !== null && !isVersion(file, basedOn)) {
      throw new StaleError({ current: post, base: null })
    }
    const subject = `Rename ${post.type}: ${post.title}`
    if (newId === id) return { changes: [], subject, value: post }
    if (RESERVED_POST_IDS.has(newId)) {
      throw new ValidationError({ id: `'${newId}' is a word that the site itself uses.` })
    }
    const pathOf = (postId: string) => `${from.slice(0, from.lastIndexOf('/') + 1)}${postId}.md`
    const request = { kind: 'post', base: newId, pathOf, renamed: current.id } as const
    if ((await freeId(request, { tree, store })) !== newId) {
      throw new ValidationError({
        id: `Another post has the address '${newId}', or had it before.`,
      })
    }
    const path = pathOf(newId)
    // Write down a date that came from its name or its first commit.
    const renamed = parsePostFile({ path, bytes: file.bytes }, reading)
    const isDated = !renamed.value?.isDateless && renamed.value?.created_at === post.created_at
    const old = namesField(parsed.data, ['aliases']).filter((name) => name !== newId)
    const needsAlias = isPublic(post, store.now()) && !post.aliases.includes(id)
    const aliases = needsAlias ? [...old, id] : old
    const fields = {
      ...(!isDated && { date: { date: post.created_at } }),
      aliases: aliases.length > 0 ? aliases : undefined,
    }
    const bytes = patchText(file.bytes, fields, undefined)
    const record = recordOrThrow(parsePostFile({ path, bytes }, reading))
    const removal = { path: from, bytes: null }
    const body = `Its address was /post/${id} and is /post/${newId}.`
    return { changes: [removal, { path, bytes }], subject, body, value: record }
  })
}

/** Commits a post with its pending images. */
async function commitPost(store: ContentStore, plan: Plan): Promise<Saved<PostRecord>> {
  const saved = await store.write(async (tree) => {
    const { changes, ...planned } = await plan(tree)
    // The answer needs the html: render while git makes the commit.
    void renderPost(store, planned.value)
    return {
      ...planned,
      changes: [...changes, ...(await pendingImagesOf(store, tree, planned.value))],
    }
  })
  if (saved.commit !== null) await store.images.forget(imagesOf(saved.value))
  return saved
}

/** A post of the snapshot, its file and how to parse it. @throws NotFoundError */
function find(store: ContentStore, id: string) {
  const { posts, site } = store.snapshot()
  const current = posts.get(id)
  if (current === undefined) throw new NotFoundError('Post not found')
  const reading = { timeZone: site.time_zone, fallbackDate: current.instant }
  const parse = (bytes: ContentBytes) => parsePostFile(bytes, reading)
  return { current, reading, file: { noun: 'post', path: current.path, parse } as const }
}

/** Commit subject of a post's save. @param before null for a new post */
function savedSubject(before: PostRecord | null, after: PostRecord, now: number): string {
  const { type, title } = after
  if (after.draft) return `Save draft: ${title}`
  if (!isPublic(after, now)) return `Schedule ${type}: ${title}`
  const wasPublic = before !== null && isPublic(before, now)
  return wasPublic ? `Update ${type}: ${title}` : `Publish ${type}: ${title}`
}

/** Names of uploaded images (server/media/image-name.ts). */
const IMAGE_ADDRESS = /\/media\/\d{4}\/[a-z0-9-]{1,100}\.webp/g

/** Paths in the content folder of the uploaded images in a text, without duplicates. */
export function imagesNamedIn(text: string): string[] {
  const names = [...text.matchAll(IMAGE_ADDRESS)].map(([address]) => address.slice(1))
  return [...new Set(names)]
}

function imagesOf({ content, image_url }: PostRecord): string[] {
  return imagesNamedIn(`${image_url}\n${content}`)
}

/** The pending images of a post, as changes for the post's commit. */
async function pendingImagesOf(
  { images }: ContentStore,
  tree: WorkTree,
  post: PostRecord,
): Promise<FileChange[]> {
  const changes: FileChange[] = []
  for (const path of imagesOf(post)) {
    const bytes = await images.read(path)
    if (bytes === null) continue
    const existing = await tree.read(path)
    // A different file at this path is the author's: it stays.
    const mayWrite = existing === null ? !(await tree.exists(path)) : existing.bytes.equals(bytes)
    if (mayWrite) changes.push({ path, bytes })
  }
  return changes
}
