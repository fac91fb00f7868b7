/** The query of one post. One that is not public is not found. */
import type { Answer, PostEdited, PostMeta } from '#domain/answers/public-answers.ts'
import { CONTENTS_HEADINGS_MIN, type Post, type PostHeading } from '#domain/post.ts'
import { fileHistoryUrl } from '#domain/record/commit-url.ts'
import { placeOf } from '../content/index/post-order.ts'
import { isPublic, type PostRecord } from '../content/records.ts'
import { NotFoundError } from '../errors.ts'
import { headingsOf } from '../markdown/headings.ts'
import { fullPost, postLink } from './post-answer.ts'
import type { Asked, QueryContext } from './query-context.ts'

/** One public post. @throws NotFoundError */
export async function answerPost({ name, context }: Asked): Promise<Answer<Post, PostMeta>> {
  const { post, next, previous } = publicPost(name, context)
  const data = await fullPost(post, {
    snapshot: context.snapshot,
    html: (alone) => context.html(alone, { isAlone: true }),
  })
  return {
    data,
    meta: {
      previous: previous ? postLink(previous) : null,
      next: next ? postLink(next) : null,
      edited: editedNote(post, context),
      contents: contentsOf(data),
    },
  }
}

/** When the post was edited, by the author's `updated` of a later day than the post's; null for never. */
function editedNote(post: PostRecord, { snapshot, now }: QueryContext): PostEdited | null {
  const day = post.updated_at.slice(0, 10)
  if (day <= post.day || Date.parse(post.updated_at) > now) return null
  const { repository } = snapshot.site
  return { day, url: repository === null ? null : fileHistoryUrl(repository, post.path) }
}

/** Headings of an essay with several of them, in order; none of any other post. */
export function contentsOf({ type, html }: Post): PostHeading[] {
  const headings = type === 'essay' ? headingsOf(html) : []
  return headings.length < CONTENTS_HEADINGS_MIN ? [] : headings
}

/** The revision of its file. @throws NotFoundError */
export function postRevision({ name, context }: Asked): string {
  return publicPost(name, context).post.revision
}

function publicPost(id: string, { snapshot, now }: QueryContext) {
  const post = snapshot.posts.get(id)
  if (!post || !isPublic(post, now)) throw new NotFoundError('Post not found')
  const list = snapshot.publicPosts
  const index = placeOf(list, post)
  // A post whose time has just come is in no list yet: it has no neighbours for that moment.
  if (list[index]?.id !== id) return { post, next: undefined, previous: undefined }
  return { post, next: list[index - 1], previous: list[index + 1] }
}
