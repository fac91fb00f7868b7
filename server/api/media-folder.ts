/** The images of the content folder, for the admin: what there is, what shows them, and removing. */
import * as z from 'zod'
import type { MediaImage } from '#domain/answers/admin-answers.ts'
import { dayAt } from '#domain/days/zone.ts'
import { mediaAddress, mediaPath, storedImageSize } from '#domain/image.ts'
import { POST_STATES, postState } from '#domain/post-state.ts'
import type { ContentImage, ImageUses } from '../content/store.ts'
import { BadRequestError } from '../errors.ts'
import { formatCursor, parseListQuery } from '../queries/list-query.ts'
import { pathOf } from './answer-query.ts'
import type { Call } from './call.ts'
import { replyData } from './http/reply.ts'
import { replySaved } from './http/reply-saved.ts'
import { count, day, limitOption, postLinkSchema, savedMetaSchema, text } from './schemas.ts'

const address = text.meta({ example: '/media/2026/loaf-1600x1067-0123456789ab.webp' })

const imageSchema = z.object({
  path: address,
  name: text,
  bytes: count,
  width: count.nullable().meta({ description: 'Null where the name does not tell' }),
  height: count.nullable(),
  day: day.meta({ description: "The first commit's, else the file's" }),
  alt: text.meta({ description: 'As the newest post that shows it has it' }),
  posts: z.array(postLinkSchema.extend({ state: z.enum(POST_STATES) })),
  files: z
    .array(text)
    .meta({ description: 'What else shows it: about.md, and files that cannot be read' }),
}) satisfies z.ZodType<MediaImage>

export const listImages: Call = {
  tag: 'Posts',
  summary: 'Images of the content folder, newest first, with the posts that show them',
  query: z.object({
    limit: limitOption,
    cursor: text.optional().meta({ description: '`meta.next_cursor` of the list before' }),
  }),
  data: z.array(imageSchema),
  meta: z.object({ next_cursor: text.nullable(), total: count }),
  async handle(request, reply, { store, generation, contextOf }) {
    const options = new URLSearchParams(pathOf(request).split('?')[1])
    const { limit, cursor } = parseListQuery(options)
    const [images, usesOf] = await Promise.all([store.images(), store.imageUses()])
    const rest =
      cursor === null
        ? images
        : images.filter(
            ({ addedAt, path }) =>
              addedAt < cursor.instant || (addedAt === cursor.instant && path > cursor.id),
          )
    const part = rest.slice(0, limit ?? rest.length)
    const last = part.at(-1)
    const next = last && part.length < rest.length ? last : null
    const current = generation()
    const zone = current.snapshot.site.time_zone
    const { now } = contextOf(current)
    const data = part.map((image) => imageAnswer(image, { ...usesOf(image.path), zone, now }))
    const next_cursor = next && formatCursor({ instant: next.addedAt, id: next.path })
    return replyData(reply, data, { meta: { next_cursor, total: images.length } })
  },
}

/** Removes an image that no text shows; which, is in the query: it may lie in any folder. */
export const removeImage: Call = {
  tag: 'Posts',
  summary: 'Remove an image that no post shows',
  query: z.object({ path: address }),
  data: z.object({ path: address }),
  meta: savedMetaSchema,
  async handle(request, reply, { store }) {
    const { path } = request.query as { path?: unknown } // what the address says, unchecked
    if (typeof path !== 'string' || path === '') {
      throw new BadRequestError('Say which image to remove: ?path=/media/….')
    }
    return replySaved(reply, store.removeImage(mediaPath(path)), {
      answerOf: (image) => ({ path: mediaAddress(image.path) }),
    })
  },
}

function imageAnswer(
  { path, bytes, addedAt }: ContentImage,
  { posts, files, zone, now }: ImageUses & { zone: string; now: number },
): MediaImage {
  const address = mediaAddress(path)
  const size = storedImageSize(address)
  const [newest] = posts
  return {
    path: address,
    name: path.slice(path.lastIndexOf('/') + 1),
    bytes,
    width: size?.width ?? null,
    height: size?.height ?? null,
    day: dayAt(addedAt, zone),
    alt: newest ? altOf(newest.content, address) : '',
    posts: posts.map((post) => ({
      ...{ id: post.id, title: post.title },
      state: postState(post, now),
    })),
    files: [...files],
  }
}

/** What a text says of an image in its markdown; empty where it says nothing. */
function altOf(text: string, address: string): string {
  const end = text.indexOf(`](${address}`)
  const start = end < 0 ? -1 : text.lastIndexOf('![', end)
  return start < 0 ? '' : text.slice(start + 2, end)
}
