/**
 * Plans of the admin's changes of posts: what each one writes, worked out inside the repository's
 * queue against the newest bytes. A plan may run more than once.
 */
import { parsePostDate } from '#domain/days/post-date.ts'
import { dayAt, formatInstant } from '#domain/days/zone.ts'
import { NotFoundError } from '../../errors.ts'
import type { BlobId, FileChange, TreeFile, WorkTree, WritePlan } from '../../git/repository.ts'
import type { PostFieldInputs } from '../formats/post-fields.ts'
import {
  composePostFile,
  type ParsedPost,
  type PostChange,
  type PostInput,
  type PostPatch,
  parsePostFile,
  patchPostFile,
} from '../formats/post-file.ts'
import { idFromTitle } from '../formats/post-id.ts'
import { freeId } from '../index/free-ids.ts'
import type { LiveContent } from '../live-content.ts'
import { isPublic, type PostRecord } from '../records.ts'
import { fitChange, readable, StaleRevisionError, savable } from './fit-change.ts'
import { type WaitingImages, waitingImagesOf } from './post-images.ts'

export interface PostPlanning {
  live: LiveContent
  /** Milliseconds since 1970. */
  now: () => number
  images: WaitingImages
}

/** What the plan of one write worked out. */
export interface PlannedPost {
  post: PostRecord
  /** True when the file had moved on and both changes fitted together. */
  merged: boolean
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
  input: PostInput,
  deps: PostPlanning,
): Promise<WritePlan<PlannedPost>> {
  const now = deps.now()
  const zone = zoneOf(deps)
  const today = dayAt(now, zone)
  const day = parsePostDate(input.date ?? '', zone)?.day ?? today
  // A folder a year keeps git's trees, and so every later commit, small.
  const pathOf = (id: string) => `posts/${day.slice(0, 4)}/${id}.md`
  const wanted = { kind: 'post', base: idFromTitle(input.title, today), pathOf } as const
  const id = await freeId(wanted, { tree, live: deps.live })
  const { date, ...fields } = input
  const bytes = composePostFile(date ? { ...fields, date } : fields, formatInstant(now, zone))
  const post = plannedPost({ path: pathOf(id), bytes, fallbackDate: now }, deps)
  return {
    changes: await withImages([{ path: post.path, bytes }], post, { tree, deps }),
    subject: savedSubject(null, post, now),
    value: { post, merged: false },
  }
}

/** A change of a post's fields or text. */
export async function planSavePost(
  tree: WorkTree,
  save: PostSave,
  deps: PostPlanning,
): Promise<WritePlan<PlannedPost>> {
  const stamp = { updated: formatInstant(deps.now(), zoneOf(deps)) }
  const { before, post, changes, merged } = await changedPost(tree, { ...save, stamp }, deps)
  return {
    changes: await withImages(changes, post, { tree, deps }),
    subject: savedSubject(before, post, deps.now()),
    value: { post, merged },
  }
}

/** Features a post or takes that back, which is no edit of its text. */
export async function planFeaturePost(
  tree: WorkTree,
  { id, featured }: { id: string; featured: boolean },
  deps: PostPlanning,
): Promise<WritePlan<PlannedPost>> {
  const save = { id, patch: { featured }, basedOn: null, stamp: {} }
  const { post, changes, merged } = await changedPost(tree, save, deps)
  const subject = `${featured ? 'Feature' : 'Unfeature'} ${post.type}: ${post.title}`
  return { changes, subject, value: { post, merged } }
}

export async function planDeletePost(
  tree: WorkTree,
  id: string,
  deps: Pick<PostPlanning, 'live'>,
): Promise<WritePlan<null>> {
  const { path, type, title } = (await findPost(tree, id, deps)).known
  const subject = `Delete ${type}: ${title}`
  return { changes: [{ path, bytes: null }], subject, value: null }
}

/** The post as it is and as it becomes; no change when its bytes come out the same. */
async function changedPost(
  tree: WorkTree,
  { id, patch, basedOn, stamp }: PostSave & { stamp: PostFieldInputs },
  deps: PostPlanning,
) {
  const { known, file, parsed } = await findPost(tree, id, deps)
  const { path } = known
  const reading = { timeZone: zoneOf(deps), fallbackDate: known.instant }
  const change = (post: PostRecord) => datedChange(patch, post, stamp.updated)
  const edit = (bytes: Buffer | null) =>
    bytes && patchPostFile({ path, bytes }, change, { ...reading, stamp })
  const fitted = await fitChange(tree, { path, file, basedOn: basedOn ?? file.revision, edit })
  if (fitted.bytes === null) {
    const base = fitted.base && parsePostFile({ path, bytes: fitted.base }, reading).value
    throw new StaleRevisionError(parsed.value, base)
  }
  const { bytes, merged } = fitted
  const isSame = bytes.equals(file.bytes)
  const post = isSame ? parsed.value : plannedPost({ path, bytes, ...reading }, deps)
  return { before: parsed.value, post, changes: isSame ? [] : [{ path, bytes }], merged }
}

/**
 * The change with its date: a draft that is published without one is dated now, and so is every
 * post whose date is to be null.
 */
function datedChange(
  { date, ...patch }: PostPatch,
  { draft }: PostRecord,
  now: string | undefined,
): PostChange {
  const isPublished = draft && patch.draft === false
  const wanted = date === null || (date === undefined && isPublished) ? now : date
  return wanted ? { ...patch, date: wanted } : patch
}

/** The post as the snapshot has it and its file's newest version. @throws NotFoundError, AppError 409 */
export async function findPost(
  tree: WorkTree,
  id: string,
  deps: Pick<PostPlanning, 'live'>,
): Promise<{ known: PostRecord; file: TreeFile; parsed: ParsedPost & { value: PostRecord } }> {
  const known = deps.live.snapshot().posts.get(id)
  const file = known ? await tree.read(known.path) : null
  if (known === undefined || file === null) throw new NotFoundError('Post not found')
  const reading = { timeZone: zoneOf(deps), fallbackDate: known.instant }
  const parsed = parsePostFile({ path: known.path, bytes: file.bytes }, reading)
  return { known, file, parsed: readable(parsed, 'post') }
}

/** A post as it will be. @throws BadRequestError for bytes that cannot be read */
export function plannedPost(
  { path, bytes, fallbackDate }: { path: string; bytes: Uint8Array; fallbackDate: number },
  deps: PostPlanning,
): PostRecord {
  return savable(parsePostFile({ path, bytes }, { timeZone: zoneOf(deps), fallbackDate }))
}

/** With the images that wait for the first post that names them. */
async function withImages(
  changes: readonly FileChange[],
  post: PostRecord,
  { tree, deps }: { tree: WorkTree; deps: PostPlanning },
): Promise<FileChange[]> {
  const images = await waitingImagesOf(post.content, { tree, images: deps.images })
  return [...changes, ...images]
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
