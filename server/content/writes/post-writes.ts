/**
 * The admin's writes of posts. Each is planned against the newest bytes inside the repository's
 * queue, committed, then read back like any other change of a file.
 */
import { parsePostDate } from '#domain/days/post-date.ts'
import { dayAt, formatInstant } from '#domain/days/zone.ts'
import { AppError, BadRequestError, NotFoundError } from '../../errors.ts'
import {
  type BlobId,
  isVersion,
  type Repository,
  type TreeFile,
  type WorkTree,
} from '../../git/repository.ts'
import { composePostFile } from '../formats/edits/compose-post-file.ts'
import { patchPostFile } from '../formats/edits/patch-post-file.ts'
import { parsePostFile } from '../formats/parse-post-file.ts'
import { idFromTitle } from '../formats/post-id.ts'
import { createNewIds, isLeftOut } from '../index/new-ids.ts'
import type { LiveContent } from '../live-content.ts'
import type { PostRecord } from '../records.ts'
import type { PostInput, PostPatch, Saved } from '../store.ts'
import { deletedPostSubject, featuredPostSubject, savedPostSubject } from './commit-subjects.ts'
import { mergePostPatch } from './merge-patches.ts'
import { imagesNamedIn, type WaitingImages, waitingImagesOf } from './post-images.ts'
import { StaleRevisionError } from './stale-revision-error.ts'

export interface WriteEdges {
  repository: Repository
  live: LiveContent
  now: () => number
}

/** What the plan of one write worked out. */
interface PlannedPost {
  post: PostRecord
  merged: boolean
}

interface PostWriteEdges extends WriteEdges {
  images: WaitingImages
  /** Hears of a post as it will be once its commit is made. */
  onPlanned(post: PostRecord): void
}

export function createPostWrites(edges: PostWriteEdges) {
  const { repository, live, now, images, onPlanned } = edges
  const newIds = createNewIds({ kind: 'post', live })
  const zone = () => live.snapshot().site.time_zone

  function parse(path: string, bytes: Uint8Array, fallbackDate: number) {
    return parsePostFile({ path, bytes }, { timeZone: zone(), fallbackDate })
  }

  /** A save must not make a file that cannot be read. */
  function checked(path: string, bytes: Uint8Array, fallbackDate: number): PostRecord {
    const { value, problems } = parse(path, bytes, fallbackDate)
    if (value === null) {
      throw new BadRequestError(
        `This cannot be saved: ${problems[0]?.reason ?? 'it is unreadable.'}`,
      )
    }
    return value
  }

  /** The post as the snapshot has it and the file's newest bytes. @throws NotFoundError */
  async function find(id: string, tree: WorkTree): Promise<[PostRecord, TreeFile]> {
    const known = live.snapshot().posts.get(id)
    const file = known ? await tree.read(known.path) : null
    if (known === undefined || file === null) throw new NotFoundError('Post not found')
    return [known, file]
  }

  /** The newest form of the post. @throws AppError 409 when the file is a problem */
  function readable(known: PostRecord, bytes: Uint8Array): PostRecord {
    const { value, problems } = parse(known.path, bytes, known.instant)
    if (value !== null) return value
    const reason = problems[0]?.reason ?? ''
    throw new AppError(
      409,
      'unreadable_file',
      `The file of this post cannot be read, so it has to be repaired by hand first: ${reason}`,
    )
  }

  /** The newest form, and the patch to make there. @throws StaleRevisionError */
  async function fitted(
    input: { known: PostRecord; file: TreeFile; patch: PostPatch; basedOn: BlobId | null },
    tree: WorkTree,
  ): Promise<{ current: PostRecord; patch: PostPatch; merged: boolean }> {
    const { known, file, patch, basedOn } = input
    const current = readable(known, file.bytes)
    if (basedOn === null || isVersion(file, basedOn)) return { current, patch, merged: false }
    const bytes = await tree.readRevision(basedOn, known.path)
    const base = bytes && parse(known.path, bytes, known.instant).value
    const merged = base && mergePostPatch(base, patch, current, zone())
    if (!merged) throw new StaleRevisionError(current, base)
    return { current, patch: merged, merged: true }
  }

  async function save(
    id: string,
    change: { patch: PostPatch; basedOn: BlobId | null; isEdit: boolean },
    subjectOf: (before: PostRecord, after: PostRecord) => string,
  ): Promise<Saved<PostRecord>> {
    const { commit, value } = await repository.write<PlannedPost>(async (tree) => {
      const [known, file] = await find(id, tree)
      const { path } = known
      const { current, patch, merged } = await fitted({ known, file, ...change }, tree)
      const reading = { timeZone: zone(), fallbackDate: known.instant }
      const updated = change.isEdit ? formatInstant(now(), zone()) : null
      const bytes = patchPostFile({ path, bytes: file.bytes }, patch, { ...reading, updated })
      // `readable` has seen to it that there is a post to change.
      const post = bytes === null ? current : checked(path, bytes, known.instant)
      const isChanged = bytes !== null && !bytes.equals(file.bytes)
      onPlanned(post)
      const added = change.isEdit ? await waitingImagesOf(post.content, { tree, images }) : []
      return {
        changes: [...(isChanged ? [{ path, bytes }] : []), ...added],
        subject: subjectOf(current, post),
        value: { post, merged },
      }
    })
    if (commit !== null) await images.forget(imagesNamedIn(value.post.content))
    return { value: await readBack(value.post), commit, merged: value.merged }
  }

  /** The saved post as visitors now get it, unless someone changed it again meanwhile. */
  async function readBack(post: PostRecord): Promise<PostRecord> {
    await live.refresh([post.path])
    const current = live.snapshot().posts.get(post.id)
    return current?.revision === post.revision ? current : post
  }

  return {
    async createPost(input: PostInput): Promise<Saved<PostRecord>> {
      const instant = now()
      const date = formatInstant(instant, zone())
      const today = dayAt(instant, zone())
      const day = parsePostDate(input.date ?? '', zone())?.day ?? today
      const base = idFromTitle(input.title, today)
      return newIds.reserving(async (reserve) => {
        const { commit, value } = await repository.write<PostRecord>(async (tree) => {
          // A folder a year keeps git's trees, and so every later commit, small.
          const pathOf = (id: string) => `posts/${day.slice(0, 4)}/${id}.md`
          const isTaken = async (id: string) =>
            (await tree.exists(pathOf(id))) || (await isLeftOut(tree, { kind: 'post', id }))
          const path = pathOf(await reserve(base, isTaken))
          const bytes = composePostFile(input, date)
          const post = checked(path, bytes, instant)
          onPlanned(post)
          const subject = savedPostSubject(null, post, instant)
          const added = await waitingImagesOf(post.content, { tree, images })
          return { changes: [{ path, bytes }, ...added], subject, value: post }
        })
        await images.forget(imagesNamedIn(value.content))
        return { value: await readBack(value), commit, merged: false }
      })
    },

    savePost(id: string, patch: PostPatch, basedOn: BlobId | null): Promise<Saved<PostRecord>> {
      return save(id, { patch, basedOn, isEdit: true }, (before, after) =>
        savedPostSubject(before, after, now()),
      )
    },

    featurePost(id: string, featured: boolean): Promise<Saved<PostRecord>> {
      return save(id, { patch: { featured }, basedOn: null, isEdit: false }, (_, after) =>
        featuredPostSubject(after, featured),
      )
    },

    async deletePost(id: string): Promise<Saved<{ id: string }>> {
      const { commit, value } = await repository.write<string>(async (tree) => {
        const [known] = await find(id, tree)
        return {
          changes: [{ path: known.path, bytes: null }],
          subject: deletedPostSubject(known),
          value: known.path,
        }
      })
      await live.refresh([value])
      return { value: { id }, commit, merged: false }
    },
  }
}
