/**
 * The admin's writes of posts. Each is planned inside the repository's queue against the newest
 * bytes, committed, then read back like any other change of a file. A plan may run more than once.
 */
import { parsePostDate } from '#domain/days/post-date.ts'
import { dayAt, formatInstant } from '#domain/days/zone.ts'
import { RESERVED_POST_IDS } from '#domain/post.ts'
import { NotFoundError, ValidationError } from '../../errors.ts'
import { type BlobId, isVersion, type WorkTree, type WritePlan } from '../../git/repository.ts'
import type { ContentPlan, ContentWriter } from '../content-writer.ts'
import { namesField } from '../formats/fields.ts'
import type { PostFieldInputs } from '../formats/post-fields.ts'
import {
  composePostFile,
  type PostChange,
  type PostInput,
  type PostPatch,
  parsePostFile,
  patchPostFile,
  patchText,
} from '../formats/post-file.ts'
import { idFromTitle, slugOf } from '../formats/post-id.ts'
import { freeId } from '../index/free-ids.ts'
import type { PostTexts } from '../index/post-texts.ts'
import type { LiveContent } from '../live-content.ts'
import { isPublic, type KeyedRequest, type PostRecord, type Saved } from '../records.ts'
import { imagesNamedIn, type WaitingImages, waitingImagesOf } from './post-images.ts'
import { changedRecord, KeyedCreates, newestRecord, StaleError, savable } from './record-writes.ts'

interface PostPlanning {
  live: LiveContent
  /** Milliseconds since 1970. */
  now: () => number
  images: WaitingImages
}

interface PostWriteDeps extends PostPlanning {
  writer: ContentWriter
  texts: Pick<PostTexts, 'html'>
}

interface PostSave {
  id: string
  patch: PostPatch
  /** The revision the edit began from; null when the newest is meant. */
  basedOn: BlobId | null
}

export class PostWrites {
  readonly #deps: PostWriteDeps
  readonly #creates: KeyedCreates<PostRecord>

  constructor(deps: PostWriteDeps) {
    this.#deps = deps
    this.#creates = new KeyedCreates(deps.now)
  }

  /** Made once for one `request`. @throws KeyReusedError, BadRequestError */
  create(input: PostInput, request: KeyedRequest | null = null): Promise<Saved<PostRecord>> {
    return this.#creates.once(request, () =>
      this.#save((tree) => planCreatePost(tree, input, this.#deps)),
    )
  }

  /** @throws NotFoundError, StaleError, BadRequestError, AppError 409 when the file is a problem */
  save(id: string, patch: PostPatch, basedOn: BlobId | null): Promise<Saved<PostRecord>> {
    return this.#save((tree) => planSavePost(tree, { id, patch, basedOn }, this.#deps))
  }

  /**
   * Gives the post another id; the old one leads there.
   * @param typed made an id as the title of a new post is
   * @throws as `save`, but never merges; ValidationError for an id that is empty, reserved or taken
   */
  async rename(id: string, typed: string, basedOn: BlobId | null): Promise<Saved<PostRecord>> {
    const rename = { id, wanted: slugOf(typed), basedOn }
    if (rename.wanted === '') {
      throw new ValidationError({ id: 'The address has no letter and no digit in it.' })
    }
    return this.#save((tree) => planRenamePost(tree, rename, this.#deps))
  }

  /** @throws as `save` */
  feature(id: string, featured: boolean): Promise<Saved<PostRecord>> {
    return this.#save((tree) => planFeaturePost(tree, { id, featured }, this.#deps))
  }

  /** @throws NotFoundError, AppError 409 when the file is a problem */
  delete(id: string): Promise<Saved<{ id: string }>> {
    return this.#deps.writer.write((tree) => planDeletePost(tree, id, this.#deps))
  }

  async #save(plan: (tree: WorkTree) => Promise<ContentPlan<PostRecord>>) {
    const { images, texts, writer } = this.#deps
    const saved = await writer.write(async (tree) => {
      const planned = await plan(tree)
      // The answer has it: rendered while git makes the commit.
      void texts.html(planned.value)
      return planned
    })
    if (saved.commit !== null) await images.forget(imagesNamedIn(saved.value.content))
    return saved
  }
}

/** A new post under an id that nothing else has. @throws BadRequestError */
async function planCreatePost(
  tree: WorkTree,
  { date, ...fields }: PostInput,
  deps: PostPlanning,
): Promise<ContentPlan<PostRecord>> {
  const now = deps.now()
  const timeZone = zoneOf(deps)
  const today = dayAt(now, timeZone)
  const day = parsePostDate(date ?? '', timeZone)?.day ?? today
  // A folder a year keeps git's trees, and so every later commit, small.
  const pathOf = (id: string) => `posts/${day.slice(0, 4)}/${id}.md`
  const wanted = { kind: 'post', base: idFromTitle(fields.title, today), pathOf } as const
  const path = pathOf(await freeId(wanted, { tree, live: deps.live }))
  const bytes = composePostFile(date ? { ...fields, date } : fields, formatInstant(now, timeZone))
  const record = savable(parsePostFile({ path, bytes }, { timeZone, fallbackDate: now }))
  return {
    changes: [{ path, bytes }, ...(await waitingImagesOf(record.content, tree, deps.images))],
    subject: savedSubject(null, record, now),
    value: record,
  }
}

/** A change of a post's fields or text. */
async function planSavePost(
  tree: WorkTree,
  save: PostSave,
  deps: PostPlanning,
): Promise<ContentPlan<PostRecord>> {
  const stamp = { updated: formatInstant(deps.now(), zoneOf(deps)) }
  const { before, record, changes, merged } = await changedPost(tree, { ...save, stamp }, deps)
  return {
    changes: [...changes, ...(await waitingImagesOf(record.content, tree, deps.images))],
    subject: savedSubject(before, record, deps.now()),
    value: record,
    merged,
  }
}

/** Features a post or takes that back, which is no edit of its text. */
async function planFeaturePost(
  tree: WorkTree,
  { id, featured }: { id: string; featured: boolean },
  deps: PostPlanning,
): Promise<ContentPlan<PostRecord>> {
  const save = { id, patch: { featured }, basedOn: null, stamp: {} }
  const { record, changes, merged } = await changedPost(tree, save, deps)
  const subject = `${featured ? 'Feature' : 'Unfeature'} ${record.type}: ${record.title}`
  return { changes, subject, value: record, merged }
}

async function planDeletePost(
  tree: WorkTree,
  id: string,
  deps: Pick<PostPlanning, 'live'>,
): Promise<WritePlan<{ id: string }>> {
  const { path, known } = await newestPost(tree, id, deps)
  const subject = `Delete ${known.type}: ${known.title}`
  return { changes: [{ path, bytes: null }], subject, value: { id } }
}

/**
 * A post under another id, in its folder: its file gets another name in one commit, which git takes
 * for a rename. The old id of a public post is written into `aliases`, so that it leads on at once,
 * and still does where the history is shallow or was rewritten.
 */
async function planRenamePost(
  tree: WorkTree,
  { id, wanted, basedOn }: { id: string; wanted: string; basedOn: BlobId | null },
  deps: PostPlanning,
): Promise<ContentPlan<PostRecord>> {
  const {
    known,
    reading,
    path: from,
    file,
    parsed,
    record: post,
  } = await newestPost(tree, id, deps)
  if (basedOn !== null && !isVersion(file, basedOn)) {
    throw new StaleError({ current: post, base: null })
  }
  const subject = `Rename ${post.type}: ${post.title}`
  if (wanted === id) return { changes: [], subject, value: post }
  const path = await freePath(tree, { known, wanted }, deps)
  // With the date that its name or its first commit gave it.
  const renamed = parsePostFile({ path, bytes: file.bytes }, reading)
  const isDated = !renamed.isDateless && renamed.value?.created_at === post.created_at
  const old = namesField(parsed.data, ['aliases']).filter((name) => name !== wanted)
  const leadsOn = isPublic(post, deps.now()) && !post.aliases.includes(id)
  const aliases = leadsOn ? [...old, id] : old
  const changes = {
    ...(!isDated && { date: { date: post.created_at } }),
    aliases: aliases.length > 0 ? aliases : undefined,
  }
  const bytes = patchText(file.bytes, changes, undefined)
  const record = savable(parsePostFile({ path, bytes }, reading))
  return {
    changes: [
      { path: from, bytes: null },
      { path, bytes },
    ],
    subject,
    body: `Its address was /post/${id} and is /post/${wanted}.`,
    value: record,
  }
}

/** Where the file goes. @throws ValidationError for an id that is reserved or taken */
async function freePath(
  tree: WorkTree,
  { known, wanted }: { known: PostRecord; wanted: string },
  { live }: PostPlanning,
): Promise<string> {
  const folder = known.path.slice(0, known.path.lastIndexOf('/') + 1)
  const pathOf = (id: string) => `${folder}${id}.md`
  if (RESERVED_POST_IDS.has(wanted)) {
    throw new ValidationError({ id: `'${wanted}' is a word that the site itself uses.` })
  }
  const place = { kind: 'post', base: wanted, pathOf, renamed: known.id } as const
  if ((await freeId(place, { tree, live })) === wanted) return pathOf(wanted)
  throw new ValidationError({ id: `Another post has the address '${wanted}', or had it before.` })
}

function changedPost(
  tree: WorkTree,
  { id, patch, basedOn, stamp }: PostSave & { stamp: PostFieldInputs },
  deps: PostPlanning,
) {
  const { file, reading } = postFile(id, deps)
  const change = (post: PostRecord) => datedChange(patch, post, stamp.updated)
  const edit = (bytes: Parameters<typeof patchPostFile>[0]) =>
    patchPostFile(bytes, change, { ...reading, stamp })
  return changedRecord(tree, file, { basedOn, edit })
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

/** Where a post's file is and how it is read. @throws NotFoundError */
function postFile(id: string, deps: Pick<PostPlanning, 'live'>) {
  const known = deps.live.snapshot().posts.get(id)
  if (known === undefined) throw new NotFoundError('Post not found')
  const reading = { timeZone: zoneOf(deps), fallbackDate: known.instant }
  const parse = (bytes: Parameters<typeof parsePostFile>[0]) => parsePostFile(bytes, reading)
  return { known, reading, file: { noun: 'post', path: known.path, parse } as const }
}

/** The post as the snapshot has it and its file's newest version. @throws NotFoundError, AppError 409 */
async function newestPost(tree: WorkTree, id: string, deps: Pick<PostPlanning, 'live'>) {
  const { known, reading, file } = postFile(id, deps)
  return { known, reading, ...(await newestRecord(tree, file)) }
}

function zoneOf({ live }: Pick<PostPlanning, 'live'>): string {
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
