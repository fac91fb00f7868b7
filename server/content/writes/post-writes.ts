/**
 * The admin's writes of posts. Each is planned in the repository's queue against the newest bytes,
 * committed, then read back as any changed file. A plan may run more than once.
 */
import { parsePostDate } from '#domain/days/post-date.ts'
import { dayAt, formatInstant } from '#domain/days/zone.ts'
import { RESERVED_POST_IDS } from '#domain/post.ts'
import { NotFoundError, ValidationError } from '../../errors.ts'
import { type BlobId, type FileChange, isVersion, type WorkTree } from '../../git/repository.ts'
import type { ContentAccess, ContentPlan } from '../content-access.ts'
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
import type { PostTexts } from '../index/post-texts.ts'
import { isPublic, type PostRecord, type Saved } from '../records.ts'
import { changedRecord, newestRecord, recordOrThrow, StaleError } from './record-writes.ts'

/** Uploaded images that are not committed yet. */
export interface PendingImageStore {
  /** By path in the content folder, or null. */
  read(path: string): Promise<Buffer | null>
  /** Removes committed images. */
  forget(paths: readonly string[]): Promise<void>
}

interface PostWriteDeps {
  images: PendingImageStore
  texts: Pick<PostTexts, 'render'>
}

type Plan = ContentPlan<PostRecord>

export class PostWrites {
  readonly #content: ContentAccess
  readonly #deps: PostWriteDeps

  constructor(content: ContentAccess, deps: PostWriteDeps) {
    this.#content = content
    this.#deps = deps
  }

  /** @throws BadRequestError */
  create(input: PostInput): Promise<Saved<PostRecord>> {
    return this.#save((tree) => this.#planCreate(tree, input))
  }

  /**
   * @param basedOn base revision of the edit; null for the newest
   * @throws NotFoundError, StaleError, BadRequestError, AppError 409 when the file is a problem
   */
  save(id: string, patch: PostChange, basedOn: BlobId | null): Promise<Saved<PostRecord>> {
    return this.#save((tree) => this.#planSave(tree, id, { patch, basedOn }))
  }

  /**
   * Gives the post another id; the old one redirects.
   * @param typed slugified like the title of a new post
   * @throws as `save`, but never merges; ValidationError for an id that is empty, reserved or taken
   */
  async rename(id: string, typed: string, basedOn: BlobId | null): Promise<Saved<PostRecord>> {
    const newId = await slugOf(typed)
    if (newId === '') {
      throw new ValidationError({ id: 'The address has no letter and no digit in it.' })
    }
    return this.#save((tree) => this.#planRename(tree, id, { newId, basedOn }))
  }

  /** Features or unfeatures a post without changing `updated`. @throws as `save` */
  feature(id: string, featured: boolean): Promise<Saved<PostRecord>> {
    return this.#save(async (tree) => {
      const { record, changes } = await this.#changed(tree, id, { patch: { featured } })
      const subject = `${featured ? 'Feature' : 'Unfeature'} ${record.type}: ${record.title}`
      return { changes, subject, value: record }
    })
  }

  /** @throws NotFoundError, AppError 409 when the file is a problem */
  delete(id: string): Promise<Saved<{ id: string }>> {
    return this.#content.write(async (tree) => {
      const { file, current } = this.#find(id)
      const { path } = await newestRecord(tree, file)
      const subject = `Delete ${current.type}: ${current.title}`
      return { changes: [{ path, bytes: null }], subject, value: { id } }
    })
  }

  async #save(plan: (tree: WorkTree) => Promise<Plan>) {
    const { images, texts } = this.#deps
    const saved = await this.#content.write(async (tree) => {
      const planned = await plan(tree)
      // The answer needs the html: render while git makes the commit.
      void texts.render(planned.value)
      return planned
    })
    if (saved.commit !== null) await images.forget(imagesOf(saved.value))
    return saved
  }

  /** @throws BadRequestError */
  async #planCreate(tree: WorkTree, { date, ...fields }: PostInput): Promise<Plan> {
    const now = this.#content.now()
    const timeZone = this.#zone()
    const today = dayAt(now, timeZone)
    const day = parsePostDate(date ?? '', timeZone)?.day ?? today
    // A folder for each year keeps git's trees, and so later commits, small.
    const pathOf = (id: string) => `posts/${day.slice(0, 4)}/${id}.md`
    const base = await idFromTitle(fields.title, today)
    const path = pathOf(
      await freeId({ kind: 'post', base, pathOf }, { tree, content: this.#content }),
    )
    const bytes = composePostFile(date ? { ...fields, date } : fields, formatInstant(now, timeZone))
    const record = recordOrThrow(parsePostFile({ path, bytes }, { timeZone, fallbackDate: now }))
    return {
      changes: [{ path, bytes }, ...(await pendingImagesOf(record, tree, this.#deps.images))],
      subject: savedSubject(null, record, now),
      value: record,
    }
  }

  /** A change of a post's fields or text. */
  async #planSave(
    tree: WorkTree,
    id: string,
    { patch, basedOn }: { patch: PostChange; basedOn: BlobId | null },
  ): Promise<Plan> {
    const now = this.#content.now()
    const change = { patch, basedOn, savedAt: formatInstant(now, this.#zone()) }
    const { before, record, changes, merged } = await this.#changed(tree, id, change)
    const images = await pendingImagesOf(record, tree, this.#deps.images)
    const subject = savedSubject(before, record, now)
    return { changes: [...changes, ...images], subject, value: record, merged }
  }

  /**
   * Renames a post's file within its folder in one commit, which git detects as a rename. The old
   * id of a public post becomes an alias, so that it redirects at once, and also with a shallow or
   * rewritten history.
   */
  async #planRename(
    tree: WorkTree,
    id: string,
    { newId, basedOn }: { newId: string; basedOn: BlobId | null },
  ): Promise<Plan> {
    const { current, reading, file: found } = this.#find(id)
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
    const place = { kind: 'post', base: newId, pathOf, renamed: current.id } as const
    if ((await freeId(place, { tree, content: this.#content })) !== newId) {
      throw new ValidationError({
        id: `Another post has the address '${newId}', or had it before.`,
      })
    }
    const path = pathOf(newId)
    // Write down a date that came from its name or its first commit.
    const renamed = parsePostFile({ path, bytes: file.bytes }, reading)
    const isDated = !renamed.value?.isDateless && renamed.value?.created_at === post.created_at
    const old = namesField(parsed.data, ['aliases']).filter((name) => name !== newId)
    const needsAlias = isPublic(post, this.#content.now()) && !post.aliases.includes(id)
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
  }

  #changed(
    tree: WorkTree,
    id: string,
    change: { patch: PostChange; basedOn?: BlobId | null; savedAt?: string },
  ) {
    const { patch, basedOn = null, savedAt } = change
    const { file, reading } = this.#find(id)
    const dated = (post: PostRecord) => datedChange(patch, post, savedAt)
    const edit = (bytes: ContentBytes) =>
      patchPostFile(bytes, dated, { ...reading, ...(savedAt && { savedAt }) })
    return changedRecord(tree, file, { basedOn, edit })
  }

  /** A post of the snapshot, its file and how to parse it. @throws NotFoundError */
  #find(id: string) {
    const current = this.#content.snapshot().posts.get(id)
    if (current === undefined) throw new NotFoundError('Post not found')
    const reading = { timeZone: this.#zone(), fallbackDate: current.instant }
    const parse = (bytes: ContentBytes) => parsePostFile(bytes, reading)
    return { current, reading, file: { noun: 'post', path: current.path, parse } as const }
  }

  #zone(): string {
    return this.#content.snapshot().site.time_zone
  }
}

/** Sets the date to now if a draft is published without one, or if the date is null. */
function datedChange(
  { date, ...patch }: PostChange,
  { draft }: PostRecord,
  now: string | undefined,
): PostChange {
  const isPublished = draft && patch.draft === false
  const newDate = date === null || (date === undefined && isPublished) ? now : date
  return newDate ? { ...patch, date: newDate } : patch
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
  post: PostRecord,
  tree: WorkTree,
  images: PendingImageStore,
): Promise<FileChange[]> {
  const changes: FileChange[] = []
  for (const path of imagesOf(post)) {
    const bytes = await images.read(path)
    if (bytes === null) continue
    const existing = await tree.read(path)
    // A different file at this path is the author's: it stays.
    const isOurs = existing === null ? !(await tree.exists(path)) : existing.bytes.equals(bytes)
    if (isOurs) changes.push({ path, bytes })
  }
  return changes
}
