/** What a preview link shows: its post as it is now, published or not. */
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import { postMetaSchema, postSchema, previewMetaSchema } from '#domain/answers/public-answers.ts'
import { formatInstant } from '#domain/days/zone.ts'
import { isPublic, type PostRecord } from '../content/records.ts'
import { NotFoundError } from '../errors.ts'
import { fullPost } from './post-answer.ts'
import { answerPost, contentsOf } from './post-reads.ts'
import type { QueryContext } from './query-context.ts'
import { read } from './read.ts'

/** Where preview links are read. */
export interface PreviewReader {
  /** Null for a link that is none of ours or has ended. Times in ms since 1970. */
  read(token: string): Promise<{ postId: string; expiresAt: number } | null>
  isRevoked(postId: string, expiresAt: number): boolean
}

interface PreviewedPost {
  post: PostRecord
  /** Milliseconds since 1970. */
  expiresAt: number
  /** Published meanwhile: it has its address. */
  isPublic: boolean
}

/** The post that a link shows, also under another id; null when the link or the post is gone. */
export async function previewedPost(
  token: string,
  { snapshot, previews, now }: QueryContext,
): Promise<PreviewedPost | null> {
  const link = await previews?.read(token)
  if (!link) return null
  const { postId, expiresAt } = link
  const { posts, allPosts, renames } = snapshot
  // The snapshot has the aliases of public posts alone.
  const post =
    posts.get(postId) ??
    allPosts.find(({ aliases }) => aliases.includes(postId)) ??
    posts.get(renames.get(postId) ?? '')
  if (post === undefined || previews?.isRevoked(post.id, expiresAt)) return null
  return { post, expiresAt, isPublic: isPublic(post, now) }
}

export const readPreview = read({
  tag: 'Posts',
  summary: 'The post of a preview link as it is now; no token is needed beside the one in the link',
  params: z.object({ token: text }),
  data: postSchema,
  meta: z.union([
    previewMetaSchema,
    postMetaSchema.meta({ description: 'Of a post that is published meanwhile' }),
  ]),
  isUncached: true,
  headers: { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' },
  async answer({ params: { token }, context }) {
    const found = await previewedPost(token, context)
    if (found === null) throw new NotFoundError('This preview link has ended.')
    const { post, expiresAt } = found
    if (found.isPublic) return answerPost(post.id, context)
    const { snapshot } = context
    const shown = await fullPost(post, {
      snapshot,
      html: (alone) => context.html(alone, { isAlone: true }),
    })
    return {
      data: shown,
      meta: {
        previous: null,
        next: null,
        edited: null,
        contents: contentsOf(shown),
        expires_at: formatInstant(expiresAt, snapshot.site.time_zone),
      },
    }
  },
})
