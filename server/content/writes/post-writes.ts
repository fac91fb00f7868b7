/**
 * The admin's writes of posts. Each is planned against the newest bytes inside the repository's
 * queue, committed, then read back like any other change of a file.
 */
import type { BlobId, Planner } from '../../git/repository.ts'
import type { ContentWriter } from '../content-writer.ts'
import type { PostInput, PostPatch } from '../formats/post-file.ts'
import type { PostTexts } from '../index/post-texts.ts'
import type { KeyedRequest, PostRecord, Saved } from '../records.ts'
import { MadeOnce } from './made-once.ts'
import { imagesNamedIn } from './post-images.ts'
import {
  type PlannedPost,
  type PostPlanning,
  planCreatePost,
  planDeletePost,
  planFeaturePost,
  planSavePost,
} from './post-plans.ts'
import { planRenamePost, wantedId } from './rename-post.ts'

interface PostWriteDeps extends PostPlanning {
  writer: ContentWriter
  texts: Pick<PostTexts, 'html'>
}

export class PostWrites {
  readonly #deps: PostWriteDeps
  readonly #once: MadeOnce<PostRecord>

  constructor(deps: PostWriteDeps) {
    this.#deps = deps
    this.#once = new MadeOnce(deps.now)
  }

  /**
   * If the same request made a post within the last day, gives that post as made.
   * @throws KeyReusedError, BadRequestError
   */
  create(input: PostInput, request: KeyedRequest | null = null): Promise<Saved<PostRecord>> {
    return this.#once.create(request, () =>
      this.#save((tree) => planCreatePost(tree, input, this.#deps)),
    )
  }

  /** @throws NotFoundError, StaleRevisionError, BadRequestError, AppError 409 when the file is a problem */
  save(id: string, patch: PostPatch, basedOn: BlobId | null): Promise<Saved<PostRecord>> {
    return this.#save((tree) => planSavePost(tree, { id, patch, basedOn }, this.#deps))
  }

  /**
   * Gives the post another id; the old one leads there.
   * @param typed made an id as the title of a new post is
   * @throws as `save`, but never merges; ValidationError for an id that is empty, reserved or taken
   */
  async rename(id: string, typed: string, basedOn: BlobId | null): Promise<Saved<PostRecord>> {
    const rename = { id, wanted: wantedId(typed), basedOn }
    return this.#save((tree) => planRenamePost(tree, rename, this.#deps))
  }

  /** @throws as `save` */
  feature(id: string, featured: boolean): Promise<Saved<PostRecord>> {
    return this.#save((tree) => planFeaturePost(tree, { id, featured }, this.#deps))
  }

  /** @throws NotFoundError */
  async delete(id: string): Promise<Saved<{ id: string }>> {
    const { writer, live } = this.#deps
    const { commit } = await writer.write((tree) => planDeletePost(tree, id, { live }))
    return { value: { id }, commit, merged: false }
  }

  /** Makes the write and gives the post as visitors now get it. */
  async #save(plan: Planner<PlannedPost>): Promise<Saved<PostRecord>> {
    const { writer, live, images, texts } = this.#deps
    const { commit, value } = await writer.write(async (tree) => {
      const planned = await plan(tree)
      // The answer has it: rendered while git makes the commit.
      void texts.html(planned.value.post)
      return planned
    })
    const { post, merged } = value
    if (commit !== null) await images.forget(imagesNamedIn(post.content))
    // Someone may have changed it again meanwhile.
    const current = live.snapshot().posts.get(post.id)
    return { value: current?.revision === post.revision ? current : post, commit, merged }
  }
}
