/**
 * The admin's writes of posts. Each is planned inside the repository's queue against the newest
 * bytes, committed, then read back like any other change of a file. A plan may run more than once.
 */
import { parsePostDate } from '#domain/days/post-date.ts'
import { dayAt, formatInstant } from '#domain/days/zone.ts'
import { RESERVED_POST_IDS } from '#domain/post.ts'
import { NotFoundError, ValidationError } from '../../errors.ts'
import { type BlobId, type FileChange, isVersion, type WorkTree } from '../../git/repository.ts'
import { namesField } from '../formats/fields.ts'
import type { ContentBytes } from '../formats/parsed-file.ts'
import type { PostFieldInputs } from '../formats/post-fields.ts'
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
import type { ContentPlan, LiveContent } from '../live-content.ts'
import { isPublic, type KeyedRequest, type PostRecord, type Saved } from '../records.ts'
import { changedRecord, KeyedCreates, newestRecord, StaleError, savable } from './record-writes.ts'

/** Images that were added and are in no commit yet. */
export interface WaitingImages {
  /** By path in the content folder; null when none waits there. */
  read(path: string): Promise<Buffer | null>
  /** Forgets those that a commit has. */
  forget(paths: readonly string[]): Promise<void>
}

interface PostWriteDeps {
  images: WaitingImages
  texts: Pick<PostTexts, 'render'>
}

type Plan = ContentPlan<PostRecord>

export class PostWrites {
  readonly #live: LiveContent
  readonly #deps: PostWriteDeps
  readonly #creates: KeyedCreates<PostRecord>

  constructor(live: LiveContent, deps: PostWriteDeps) {
    this.#live = live
    this.#deps = deps
    this.#creates = new KeyedCreates(live.now)
  }

  /** Made once for one `request`. @throws KeyReusedError, BadRequestError */
  create(input: PostInput, request: KeyedRequest | null = null): Promise<Saved<PostRecord>> {
    return this.#creates.once(request, () => this.#save((tree) => this.#planCreate(tree, input)))
  }

  /**
   * @param basedOn the revision the edit began from; null when the newest is meant
   * @throws NotFoundError, StaleError, BadRequestError, AppError 409 when the file is a problem
   */
  save(id: string, patch: PostChange, basedOn: BlobId | null): Promise<Saved<PostRecord>> {
    return this.#save((tree) => this.#planSave(tree, id, { patch, basedOn }))
  }

  /**
   * Gives the post another id; the old one leads there.
   * @param typed made an id as the title of a new post is
   * @throws as `save`, but never merges; ValidationError for an id that is empty, reserved or taken
   */
  async rename(id: string, typed: string, basedOn: BlobId | null): Promise<Saved<PostRecord>> {
    const wanted = slugOf(typed)
    if (wanted === '') {
      throw new ValidationError({ id: 'The address has no letter and no digit in it.' })
    }
    return this.#save((tree) => this.#planRename(tree, id, { wanted, basedOn }))
  }

  /** Features a post or takes that back, which is no edit of its text. @throws as `save` */
  feature(id: string, featured: boolean): Promise<Saved<PostRecord>> {
    return this.#save(async (tree) => {
      const { record, changes } = await this.#changed(tree, id, { patch: { featured } })
      const subject = `${featured ? 'Feature' : 'Unfeature'} ${record.type}: ${record.title}`
      return { changes, subject, value: record }
    })
  }

  /** @throws NotFoundError, AppError 409 when the file is a problem */
  delete(id: string): Promise<Saved<{ id: string }>> {
    return this.#live.write(async (tree) => {
      const { file, known } = this.#find(id)
      const { path } = await newestRecord(tree, file)
      const subject = `Delete ${known.type}: ${known.title}`
      return { changes: [{ path, bytes: null }], subject, value: { id } }
    })
  }

  async #save(plan: (tree: WorkTree) => Promise<Plan>) {
    const { images, texts } = this.#deps
    const saved = await this.#live.write(async (tree) => {
      const planned = await plan(tree)
      // The answer has it: rendered while git makes the commit.
      void texts.render(planned.value)
      return planned
    })
    if (saved.commit !== null) await images.forget(imagesNamedIn(saved.value.content))
    return saved
  }

  /** A new post under an id that nothing else has. @throws BadRequestError */
  async #planCreate(tree: WorkTree, { date, ...fields }: PostInput): Promise<Plan> {
    const now = this.#live.now()
    const timeZone = this.#zone()
    const today = dayAt(now, timeZone)
    const day = parsePostDate(date ?? '', timeZone)?.day ?? today
    // A folder a year keeps git's trees, and so every later commit, small.
    const pathOf = (id: string) => `posts/${day.slice(0, 4)}/${id}.md`
    const wanted = { kind: 'post', base: idFromTitle(fields.title, today), pathOf } as const
    const path = pathOf(await freeId(wanted, { tree, live: this.#live }))
    const bytes = composePostFile(date ? { ...fields, date } : fields, formatInstant(now, timeZone))
    const record = savable(parsePostFile({ path, bytes }, { timeZone, fallbackDate: now }))
    return {
      changes: [
        { path, bytes },
        ...(await waitingImagesOf(record.content, tree, this.#deps.images)),
      ],
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
    const now = this.#live.now()
    const stamp = { updated: formatInstant(now, this.#zone()) }
    const change = { patch, basedOn, stamp }
    const { before, record, changes, merged } = await this.#changed(tree, id, change)
    const images = await waitingImagesOf(record.content, tree, this.#deps.images)
    const subject = savedSubject(before, record, now)
    return { changes: [...changes, ...images], subject, value: record, merged }
  }

  /**
   * A post under another id, in its folder: its file gets another name in one commit, which git takes
   * for a rename. The old id of a public post is written into `aliases`, so that it leads on at once,
   * and still does where the history is shallow or was rewritten.
   */
  async #planRename(
    tree: WorkTree,
    id: string,
    { wanted, basedOn }: { wanted: string; basedOn: BlobId | null },
  ): Promise<Plan> {
    const { known, reading, file: found } = this.#find(id)
    const { path: from, file, parsed, record: post } = await newestRecord(tree, found)
    if (basedOn !== null && !isVersion(file, basedOn)) {
      throw new StaleError({ current: post, base: null })
    }
    const subject = `Rename ${post.type}: ${post.title}`
    if (wanted === id) return { changes: [], subject, value: post }
    if (RESERVED_POST_IDS.has(wanted)) {
      throw new ValidationError({ id: `'${wanted}' is a word that the site itself uses.` })
    }
    const pathOf = (one: string) => `${from.slice(0, from.lastIndexOf('/') + 1)}${one}.md`
    const place = { kind: 'post', base: wanted, pathOf, renamed: known.id } as const
    if ((await freeId(place, { tree, live: this.#live })) !== wanted) {
      throw new ValidationError({
        id: `Another post has the address '${wanted}', or had it before.`,
      })
    }
    const path = pathOf(wanted)
    // With the date that its name or its first commit gave it.
    const renamed = parsePostFile({ path, bytes: file.bytes }, reading)
    const isDated = !renamed.value?.isDateless && renamed.value?.created_at === post.created_at
    const old = namesField(parsed.data, ['aliases']).filter((name) => name !== wanted)
    const leadsOn = isPublic(post, this.#live.now()) && !post.aliases.includes(id)
    const aliases = leadsOn ? [...old, id] : old
    const fields = {
      ...(!isDated && { date: { date: post.created_at } }),
      aliases: aliases.length > 0 ? aliases : undefined,
    }
    const bytes = patchText(file.bytes, fields, undefined)
    const record = savable(parsePostFile({ path, bytes }, reading))
    const gone = { path: from, bytes: null }
    const body = `Its address was /post/${id} and is /post/${wanted}.`
    return { changes: [gone, { path, bytes }], subject, body, value: record }
  }

  #changed(
    tree: WorkTree,
    id: string,
    change: { patch: PostChange; basedOn?: BlobId | null; stamp?: PostFieldInputs },
  ) {
    const { patch, basedOn = null, stamp = {} } = change
    const { file, reading } = this.#find(id)
    const dated = (post: PostRecord) => datedChange(patch, post, stamp.updated)
    const edit = (bytes: ContentBytes) => patchPostFile(bytes, dated, { ...reading, stamp })
    return changedRecord(tree, file, { basedOn, edit })
  }

  /** The post as the snapshot has it, where its file is and how it is read. @throws NotFoundError */
  #find(id: string) {
    const known = this.#live.snapshot().posts.get(id)
    if (known === undefined) throw new NotFoundError('Post not found')
    const reading = { timeZone: this.#zone(), fallbackDate: known.instant }
    const parse = (bytes: ContentBytes) => parsePostFile(bytes, reading)
    return { known, reading, file: { noun: 'post', path: known.path, parse } as const }
  }

  #zone(): string {
    return this.#live.snapshot().site.time_zone
  }
}

/**
 * The change with its date: a draft that is published without one is dated now, and so is every
 * post whose date is to be null.
 */
function datedChange(
  { date, ...patch }: PostChange,
  { draft }: PostRecord,
  now: string | undefined,
): PostChange {
  const isPublished = draft && patch.draft === false
  const wanted = date === null || (date === undefined && isPublished) ? now : date
  return wanted ? { ...patch, date: wanted } : patch
}

/** The subject of a post's save, as a person would write it. `before` is null for a new post. */
function savedSubject(before: PostRecord | null, after: PostRecord, now: number): string {
  const { type, title } = after
  if (after.draft) return `Save draft: ${title}`
  if (!isPublic(after, now)) return `Schedule ${type}: ${title}`
  const wasPublic = before !== null && isPublic(before, now)
  return wasPublic ? `Update ${type}: ${title}` : `Publish ${type}: ${title}`
}

/** As added images are called (server/media/image-name.ts); others never wait. */
const NAMED = /\/media\/\d{4}\/[a-z0-9-]{1,100}\.webp/g

/** Paths in the content folder of the added images that a text names, each once. */
export function imagesNamedIn(text: string): string[] {
  const names = [...text.matchAll(NAMED)].map(([address]) => address.slice(1))
  return [...new Set(names)]
}

/** The images of a text that wait, as changes for the commit of the post. */
async function waitingImagesOf(
  text: string,
  tree: WorkTree,
  images: WaitingImages,
): Promise<FileChange[]> {
  const changes: FileChange[] = []
  for (const path of imagesNamedIn(text)) {
    const bytes = await images.read(path)
    if (bytes === null) continue
    const there = await tree.read(path)
    // Anything else that stands there is the author's.
    const isFree = there === null ? !(await tree.exists(path)) : there.bytes.equals(bytes)
    if (isFree) changes.push({ path, bytes })
  }
  return changes
}
