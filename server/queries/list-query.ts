/** Options of list queries, and the selection of posts by them. */
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import {
  type PostListMeta,
  postListMetaSchema,
  postSchema,
  postSummarySchema,
} from '#domain/answers/public-answers.ts'
import { type CountedTag, mostUsedFirst, tagKey } from '#domain/tag.ts'
import { compareNewestFirst } from '../content/index/build-snapshot.ts'
import type { PostRecord, Snapshot } from '../content/records.ts'
import { BadRequestError } from '../errors.ts'
import { listAnswer, type PostList } from './list-text.ts'
import {
  cursorParam,
  defineRead,
  formatCursor,
  optionalParam,
  type PublicRead,
  type ReadInput,
  wordParam,
} from './read.ts'

export const LIMIT_MAX = 100
const FILTER_TAGS_MAX = 50

export const limitOption = optionalParam((value) => {
  const limit = /^\d{1,3}$/.test(value) ? Number(value) : 0
  if (limit >= 1 && limit <= LIMIT_MAX) return limit
  throw new BadRequestError(`The limit must be a whole number from 1 to ${LIMIT_MAX}.`)
}).describe(`1 to ${LIMIT_MAX}`)

/** Options of a list of posts; no limit means the whole list. */
export const listOptions = z.object({
  limit: limitOption,
  cursor: cursorParam(/^-?\d{1,16}\../).transform((text) => text && parsePosition(text)),
  tag: z.array(text).default([]).transform(tagKeys).describe('Posts with any of these tags'),
  view: wordParam('view', ['summary', 'full']),
})
type ListQuery = z.output<typeof listOptions>

/** Keys of tags; a post needs one of them. Empty: all posts. @throws BadRequestError for too many */
export function tagKeys(names: readonly string[]): string[] {
  if (names.length > FILTER_TAGS_MAX) {
    throw new BadRequestError(`At most ${FILTER_TAGS_MAX} tags can be asked for at once.`)
  }
  return names.map(tagKey).filter((tag) => tag !== '')
}

/** The position of a cursor, `<instant>.<id>`: everything strictly older comes after it. */
function parsePosition(text: string) {
  const [instant = '', ...id] = text.split('.')
  return { instant: Number(instant), id: id.join('.') }
}

interface ListRow<Params, Query> {
  summary: string
  params?: Params
  query: Query
  /** Default of `view=`. */
  view?: PostList['view']
  /** The posts, newest first, and the tag of the list's address, if any. @throws NotFoundError */
  select(input: ReadInput<Params, Query>): { posts: readonly PostRecord[]; tag?: CountedTag }
}

export function defineListRead<
  Query extends typeof listOptions,
  Params extends z.ZodObject | undefined = undefined,
>({ select, view = 'full', ...row }: ListRow<Params, Query>): PublicRead {
  const list = (input: ReadInput<Params, Query>) => {
    const { posts, tag } = select(input)
    const query = { ...input.query, view: input.query.view ?? view }
    const { meta, ...list } = selectPosts(posts, query, input.context.snapshot)
    return { ...list, meta: { ...meta, ...(tag && { tag }) } }
  }
  return defineRead<Params, Query>({
    ...row,
    data: z.array(view === 'full' ? postSchema : postSummarySchema),
    meta: postListMetaSchema,
    list,
    answer: (input) => listAnswer(list(input), input.context),
  })
}

/** Selects posts of `list` (newest first) and computes the answer's meta. */
function selectPosts(
  list: readonly PostRecord[],
  query: ListQuery & Pick<PostList, 'view'>,
  snapshot: Snapshot,
): PostList {
  const matching = query.tag.length === 0 ? list : list.filter((post) => hasTag(post, query.tag))
  const { cursor, limit } = query
  // The post of the cursor need not be in the list any more.
  const rest = cursor ? matching.filter((post) => compareNewestFirst(post, cursor) > 0) : matching
  const posts = limit === null ? rest : rest.slice(0, limit)
  const last = posts.length < rest.length ? posts.at(-1) : undefined
  const meta: PostListMeta = {
    next_cursor: last ? formatCursor(`${last.instant}.${last.id}`) : null,
    total: matching.length,
    tags: tagsOfList(list, snapshot),
  }
  return { posts, meta, view: query.view }
}

export function hasTag(post: PostRecord, keys: readonly string[]): boolean {
  return post.tags.some((name) => keys.includes(tagKey(name)))
}

function tagsOfList(list: readonly PostRecord[], { tagNamed }: Snapshot): CountedTag[] {
  const counted = new Map<string, CountedTag>()
  for (const name of list.flatMap(({ tags }) => tags)) {
    const tag = counted.get(tagKey(name)) ?? { ...tagNamed(name), count: 0 }
    tag.count += 1
    counted.set(tagKey(name), tag)
  }
  return [...counted.values()].sort(mostUsedFirst)
}
