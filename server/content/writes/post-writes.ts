/**
 * The admin's writes of posts. Each is planned against the newest bytes inside the repository's
 * queue, committed, then read back like any other change of a file.
 */
import { parsePostDate } from '#domain/days/post-date.ts'
import { dayAt, formatInstant } from '#domain/days/zone.ts'
import type { BlobId, Planner } from '../../git/repository.ts'
import type { ContentWriter } from '../content-writer.ts'
import { idFromTitle } from '../formats/post-id.ts'
import { NewIds } from '../index/new-ids.ts'
import type { LiveContent } from '../live-content.ts'
import type { PostRecord } from '../records.ts'
import type { KeyedRequest, PostInput, PostPatch, Saved } from '../store.ts'
import { MadeOnce } from './made-once.ts'
import { imagesNamedIn, type WaitingImages } from './post-images.ts'
import {
  type PlannedPost,
  type PostPlanning,
  planCreatePost,
  planDeletePost,
  planFeaturePost,
  planSavePost,
} from './post-plans.ts'
import { planRenamePost, wantedId } from './rename-plan.ts'

interface PostWriteDeps {
  writer: ContentWriter
  live: LiveContent
  now: () => number
  images: WaitingImages
}

export class PostWrites {
  readonly #deps: PostWriteDeps
  readonly #newIds: NewIds
  readonly #once: MadeOnce<PostRecord>

  constructor(deps: PostWriteDeps) {
    this.#deps = deps
    this.#newIds = new NewIds('post', deps.live)
    this.#once = new MadeOnce(deps.now)
  }

  /**
   * If the same request created a post within the last day, returns that post as created.
   * @throws KeyReusedError
   */
  create(input: PostInput, request: KeyedRequest | null = null): Promise<Saved<PostRecord>> {
    return this.#once.create(request, () => this.#create(input))
  }

  #create(input: PostInput): Promise<Saved<PostRecord>> {
    const instant = this.#deps.now()
    const zone = this.#deps.live.snapshot().site.time_zone
    const today = dayAt(instant, zone)
    const day = parsePostDate(input.date ?? '', zone)?.day ?? today
    const post = {
      ...{ input, instant, year: day.slice(0, 4), idBase: idFromTitle(input.title, today) },
      date: formatInstant(instant, zone),
    }
    return this.#newIds.reserving((reserve) =>
      this.#save((planning) => (tree) => planCreatePost(tree, post, { ...planning, reserve })),
    )
  }

  /** @throws NotFoundError, StaleRevisionError, AppError 409 when the file is a problem */
  save(id: string, patch: PostPatch, basedOn: BlobId | null): Promise<Saved<PostRecord>> {
    const save = { id, patch, basedOn }
    return this.#save((planning) => (tree) => planSavePost(tree, save, planning))
  }

  /**
   * Gives the post another id; the old one leads there.
   * @param typed made an id as the title of a new post is
   * @throws as `save`, but never merges; ValidationError for an id that is empty, reserved or taken
   */
  async rename(id: string, typed: string, basedOn: BlobId | null): Promise<Saved<PostRecord>> {
    const rename = { id, wanted: wantedId(typed), basedOn }
    return this.#newIds.reserving((reserve) =>
      this.#save((planning) => (tree) => planRenamePost(tree, rename, { ...planning, reserve })),
    )
  }

  feature(id: string, featured: boolean): Promise<Saved<PostRecord>> {
    return this.#save((planning) => (tree) => planFeaturePost(tree, { id, featured }, planning))
  }

  async delete(id: string): Promise<Saved<{ id: string }>> {
    const { writer, live } = this.#deps
    const { commit } = await writer.write(
      (tree) => planDeletePost(tree, id, { live }),
      (path) => [path],
    )
    return { value: { id }, commit, merged: false }
  }

  /** Makes the write and gives the post as visitors now get it. */
  async #save(
    planner: (planning: PostPlanning) => Planner<PlannedPost>,
  ): Promise<Saved<PostRecord>> {
    const { writer, live, now, images } = this.#deps
    const forget: (() => void)[] = []
    const onPlanned: PostPlanning['onPlanned'] = (parsed) => {
      forget.push(live.expect(parsed))
    }
    try {
      const { commit, value } = await writer.write(
        planner({ live, now, images, onPlanned }),
        ({ post, from }) => (from === undefined ? [post.path] : [from, post.path]),
      )
      const { post, merged } = value
      if (commit !== null) await images.forget(imagesNamedIn(post.content))
      // Someone may have changed it again meanwhile.
      const current = live.snapshot().posts.get(post.id)
      return { value: current?.revision === post.revision ? current : post, commit, merged }
    } finally {
      for (const drop of forget) drop()
    }
  }
}
