/**
 * Plans of the admin's changes of posts: what each one writes, worked out inside the repository's
 * queue against the newest bytes. A plan may run more than once.
 */
import { formatInstant } from '#domain/days/zone.ts'
import { AppError, BadRequestError, NotFoundError } from '../../errors.ts'
import {
  type BlobId,
  isVersion,
  type TreeFile,
  type WorkTree,
  type WritePlan,
} from '../../git/repository.ts'
import { clashKey } from '../files/content-paths.ts'
import { composePostFile } from '../formats/edits/compose-post-file.ts'
import { patchPostFile } from '../formats/edits/patch-post-file.ts'
import { type ParsedPost, parsePostFile } from '../formats/parse-post-file.ts'
import { leftOutKeys, type Reserve } from '../index/new-ids.ts'
import type { LiveContent } from '../live-content.ts'
import { isPublic, type PostRecord } from '../records.ts'
import type { PostInput, PostPatch } from '../store.ts'
import { mergePostPatch } from './merge-patches.ts'
import { type WaitingImages, waitingImagesOf } from './post-images.ts'
import { StaleRevisionError } from './stale-errors.ts'

export interface PostPlanning {
  live: Pick<LiveContent, 'snapshot'>
  now: () => number
  images: WaitingImages
  /** Hears of a post, parsed, as it will be once its commit is made. */
  onPlanned(parsed: ParsedPost & { value: PostRecord }): void
}

/** What the plan of one write worked out. */
export interface PlannedPost {
  post: PostRecord
  /** True when the file had moved on and both changes fitted together. */
  merged: boolean
  /** Where the file was before it was renamed. */
  from?: string
}

interface NewPost {
  input: PostInput
  /** For an input without a date, ISO 8601. */
  date: string
  /** In milliseconds since 1970. */
  instant: number
  /** The calendar year whose folder gets the file. */
  year: string
  /** What the id is made from. */
  idBase: string
}

interface PostSave {
  id: string
  patch: PostPatch
  /** The revision the edit began from; null when the newest is meant. */
  basedOn: BlobId | null
}

/** A new post under an id that nothing else has. @throws BadRequestError */
export async function planCreatePost(
  tree: WorkTree,
  { input, date, instant, year, idBase }: NewPost,
  deps: PostPlanning & { reserve: Reserve },
): Promise<WritePlan<PlannedPost>> {
  // A folder a year keeps git's trees, and so every later commit, small.
  const pathOf = (id: string) => `posts/${year}/${id}.md`
  const isTaken = async (id: string) =>
    (await tree.exists(pathOf(id))) || (await leftOutKeys(tree)).has(clashKey({ kind: 'post', id }))
  const path = pathOf(await deps.reserve(idBase, isTaken))
  const bytes = composePostFile(input, date)
  const post = checkedPost({ path, bytes, fallbackDate: instant }, deps)
  const images = await waitingImagesOf(post.content, { tree, images: deps.images })
  return {
    changes: [{ path, bytes }, ...images],
    subject: savedSubject(null, post, instant),
    value: { post, merged: false },
  }
}

/**
 * A change of a post's fields or text.
 * @throws NotFoundError, StaleRevisionError, BadRequestError, AppError 409 when the file is a problem
 */
export async function planSavePost(
  tree: WorkTree,
  save: PostSave,
  deps: PostPlanning,
): Promise<WritePlan<PlannedPost>> {
  const updated = formatInstant(deps.now(), zoneOf(deps))
  const { before, post, change, merged } = await changedPost(tree, { ...save, updated }, deps)
  const images = await waitingImagesOf(post.content, { tree, images: deps.images })
  return {
    changes: [...change, ...images],
    subject: savedSubject(before, post, deps.now()),
    value: { post, merged },
  }
}

/** Features a post or takes that back, which is no edit of its text. @throws as `planSavePost` */
export async function planFeaturePost(
  tree: WorkTree,
  { id, featured }: { id: string; featured: boolean },
  deps: PostPlanning,
): Promise<WritePlan<PlannedPost>> {
  const save = { id, patch: { featured }, basedOn: null, updated: null }
  const { post, change, merged } = await changedPost(tree, save, deps)
  const subject = `${featured ? 'Feature' : 'Unfeature'} ${post.type}: ${post.title}`
  return { changes: change, subject, value: { post, merged } }
}

/** Deletes a post. The value is its path. @throws NotFoundError */
export async function planDeletePost(
  tree: WorkTree,
  id: string,
  deps: Pick<PostPlanning, 'live'>,
): Promise<WritePlan<string>> {
  const { known } = await findPost(tree, id, deps)
  const { path, type, title } = known
  return {
    changes: [{ path, bytes: null }],
    subject: `Delete ${type}: ${title}`,
    value: path,
  }
}

/** The post as it is and as it becomes; no change when its bytes come out the same. */
async function changedPost(
  tree: WorkTree,
  save: PostSave & { updated: string | null },
  deps: PostPlanning,
) {
  const { known, file } = await findPost(tree, save.id, deps)
  const { path } = known
  const reading = { timeZone: zoneOf(deps), fallbackDate: known.instant }
  const parsed = readablePost(parsePostFile({ path, bytes: file.bytes }, reading))
  const { patch, merged } = await fittedPatch(tree, { ...save, known, file, parsed }, deps)
  const options = { ...reading, updated: save.updated, parsed }
  const bytes = patchPostFile({ path, bytes: file.bytes }, patch, options) ?? file.bytes
  const isSame = bytes.equals(file.bytes)
  const post = isSame ? parsed.value : checkedPost({ path, bytes, ...reading }, deps)
  return { before: parsed.value, post, change: isSame ? [] : [{ path, bytes }], merged }
}

/** The post as the snapshot has it and the file's newest bytes. @throws NotFoundError */
export async function findPost(
  tree: WorkTree,
  id: string,
  { live }: Pick<PostPlanning, 'live'>,
): Promise<{ known: PostRecord; file: TreeFile }> {
  const known = live.snapshot().posts.get(id)
  const file = known ? await tree.read(known.path) : null
  if (known === undefined || file === null) throw new NotFoundError('Post not found')
  return { known, file }
}

/** @throws AppError 409 when the file is a problem */
export function readablePost(parsed: ParsedPost): ParsedPost & { value: PostRecord } {
  const { value, problems } = parsed
  if (value !== null) return { ...parsed, value }
  const reason = problems[0]?.reason ?? ''
  throw new AppError(
    409,
    'unreadable_file',
    `The file of this post cannot be read, so it has to be repaired by hand first: ${reason}`,
  )
}

/** The patch to make in the newest form of the post. @throws StaleRevisionError */
async function fittedPatch(
  tree: WorkTree,
  save: PostSave & { known: PostRecord; file: TreeFile; parsed: { value: PostRecord } },
  deps: PostPlanning,
): Promise<{ patch: PostPatch; merged: boolean }> {
  const { known, file, patch, basedOn } = save
  const { value: current } = save.parsed
  if (basedOn === null || isVersion(file, basedOn)) return { patch, merged: false }
  const base = await postAtRevision(tree, { known, revision: basedOn }, deps)
  const fitted = base && mergePostPatch(base, patch, current, zoneOf(deps))
  if (!fitted) throw new StaleRevisionError(current, base)
  return { patch: fitted, merged: true }
}

/** The post as it was at a revision; null where git does not know it. */
export async function postAtRevision(
  tree: WorkTree,
  { known, revision }: { known: PostRecord; revision: BlobId },
  deps: Pick<PostPlanning, 'live'>,
): Promise<PostRecord | null> {
  const { path, instant } = known
  const bytes = await tree.readRevision(revision, path)
  const reading = { timeZone: zoneOf(deps), fallbackDate: instant }
  return bytes && parsePostFile({ path, bytes }, reading).value
}

/** A save must not make a file that cannot be read. @throws BadRequestError */
export function checkedPost(
  { path, bytes, fallbackDate }: { path: string; bytes: Uint8Array; fallbackDate: number },
  deps: PostPlanning,
): PostRecord {
  const parsed = parsePostFile({ path, bytes }, { timeZone: zoneOf(deps), fallbackDate })
  const { value, problems } = parsed
  if (value === null) {
    throw new BadRequestError(`This cannot be saved: ${problems[0]?.reason ?? 'it is unreadable.'}`)
  }
  deps.onPlanned({ ...parsed, value })
  return value
}

export function zoneOf({ live }: Pick<PostPlanning, 'live'>): string {
  return live.snapshot().site.time_zone
}

/** The subject of a post's save, as a person would write it. `before` is null for a new post. */
function savedSubject(before: PostRecord | null, after: PostRecord, now: number): string {
  const { type, title } = after
  if (after.draft) return `Save draft: ${title}`
  if (!isPublic(after, now)) return `Schedule ${type}: ${title}`
  const wasPublic = before !== null && isPublic(before, now)
  return wasPublic ? `Update ${type}: ${title}` : `Publish ${type}: ${title}`
}
