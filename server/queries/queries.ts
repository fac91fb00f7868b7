/**
 * The public reads, by query path: an API address without `/api`, with its query string. The API,
 * the pages and their initial data come from here, so they cannot disagree. A read touches neither
 * files nor git.
 */
import type { Answer, SearchHit } from '#domain/answers/public-answers.ts'
import { POST_TYPES } from '#domain/post.ts'
import { emptyResourcePage, RESOURCE_PAGE_IDS } from '#domain/site.ts'
import type { PostRecord } from '../content/records.ts'
import { NotFoundError } from '../errors.ts'
import { parseLimit, parseListQuery, selectPosts } from './list-query.ts'
import { isLong, listAnswer, type PostList } from './list-text.ts'
import { postSummary } from './post-answer.ts'
import { answerPost, postRevision } from './post-queries.ts'
import { answerPreview } from './preview.ts'
import type { Asked, QueryContext } from './query-context.ts'
import { answerLedger, answerProjects, answerRecord } from './record-answers.ts'
import { heatmapAnswer, parseRange, streakAnswer } from './statistics-answer.ts'

interface Query {
  path: RegExp
  answer(asked: Asked): Promise<Answer<unknown, unknown>>
  /** The list of posts that it is. */
  list?(asked: Asked): PostList
  /** The revision of the one file that is asked for. */
  revision?(asked: Asked): string
}

const NO_PUBLIC_POSTS: readonly PostRecord[] = []
const SEARCH_LIMIT = 20
const SEARCH_LENGTH_MAX = 200

const QUERIES: readonly Query[] = [
  listQuery(/^\/posts\/public$/, ({ context }) => context.snapshot.publicPosts),
  listQuery(/^\/posts\/public\/([^/]+)$/, publicPostsOfType),
  listQuery(/^\/posts\/featured$/, ({ context }) => context.snapshot.featured),
  {
    path: /^\/posts\/tags$/,
    answer: async ({ context }) => ({ data: context.snapshot.tags }),
  },
  {
    path: /^\/posts\/streak$/,
    answer: async ({ context }) => ({ data: streakAnswer(context.snapshot, context.today) }),
  },
  {
    path: /^\/posts\/heatmap$/,
    answer: async ({ context, options }) => ({
      data: heatmapAnswer(context.snapshot, parseRange(options)),
    }),
  },
  {
    path: /^\/posts\/by-id\/([^/]+)$/,
    answer: answerPost,
    revision: postRevision,
  },
  { path: /^\/posts\/([^/]+)$/, answer: answerPost, revision: postRevision },
  { path: /^\/preview\/([^/]+)$/, answer: ({ name, context }) => answerPreview(name, context) },
  { path: /^\/deadline-projects$/, answer: answerProjects },
  { path: /^\/deadlines\/ledger$/, answer: answerLedger },
  { path: /^\/record$/, answer: answerRecord },
  {
    path: /^\/search$/,
    answer: answerSearch,
  },
  {
    path: /^\/about$/,
    answer: async ({ context }) => ({
      data: {
        html: await context.aboutHtml(),
        areas: context.snapshot.pages.get('about')?.areas ?? [],
      },
    }),
  },
  {
    path: /^\/resources\/([^/]+)$/,
    answer: async (asked) => ({ data: resourcePage(asked) }),
  },
  {
    path: /^\/site$/,
    answer: async ({ context }) => ({ data: context.snapshot.site }),
  },
]

/**
 * Answers one public read.
 * @throws NotFoundError for an unknown query, type, page or post; BadRequestError for a bad option.
 */
export async function answerQuery(
  path: string,
  context: QueryContext,
): Promise<Answer<unknown, unknown>> {
  const { query, asked } = find(path, context)
  return query.answer(asked)
}

/**
 * The list that is asked for when it is too long to be made at once, else null.
 * @throws NotFoundError, BadRequestError as `answerQuery` does.
 */
export function longListOf(path: string, context: QueryContext): PostList | null {
  const { query, asked } = find(path, context)
  const list = query.list?.(asked)
  return list && isLong(list) ? list : null
}

/**
 * The posts of the list that is asked for, newest first.
 * @throws NotFoundError, BadRequestError as `answerQuery` does.
 */
export function selectedPosts(path: string, context: QueryContext): readonly PostRecord[] {
  const { query, asked } = find(path, context)
  const list = query.list?.(asked)
  if (!list) throw new NotFoundError()
  return list.posts
}

/** The revision of the file that is asked for; null where it is not one file. */
export function revisionOf(path: string, context: QueryContext): string | null {
  const { query, asked } = find(path, context)
  return query.revision?.(asked) ?? null
}

function find(path: string, context: QueryContext) {
  const mark = path.indexOf('?')
  const given = mark < 0 ? path : path.slice(0, mark)
  const options = new URLSearchParams(mark < 0 ? '' : path.slice(mark + 1))
  for (const query of QUERIES) {
    const match = query.path.exec(given)
    if (!match) continue
    const [, part = ''] = match
    const name = decode(part)
    return { query, asked: { name, options, context } }
  }
  throw new NotFoundError()
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new NotFoundError()
  }
}

function listQuery(path: RegExp, listOf: (asked: Asked) => readonly PostRecord[]): Query {
  const list = (asked: Asked) =>
    selectPosts(listOf(asked), parseListQuery(asked.options), asked.context.snapshot)
  return {
    path,
    list,
    answer: (asked) => listAnswer(list(asked), asked.context),
  }
}

function publicPostsOfType({ name, context }: Asked): readonly PostRecord[] {
  const lists = context.snapshot.publicByType
  for (const [type, list] of lists) if (type === name) return list
  if (POST_TYPES.some((type) => type === name)) return NO_PUBLIC_POSTS
  throw new NotFoundError('There is no such type of post.')
}

async function answerSearch({ options, context }: Asked) {
  const text = (options.get('q') ?? '').trim().slice(0, SEARCH_LENGTH_MAX)
  const limit = parseLimit(options) ?? SEARCH_LIMIT
  const { hits, similar } = await context.search(text, limit)
  const data: SearchHit[] = []
  // One after the other: long texts that are summed up at once would hold others up.
  for (const { post, snippet } of hits) {
    data.push({ ...(await postSummary(post, context)), snippet })
  }
  return { data, ...(similar && { meta: { similar } }) }
}

function resourcePage({ name, context }: Asked) {
  const id = RESOURCE_PAGE_IDS.find((known) => known === name)
  if (id === undefined) throw new NotFoundError('There is no such page.')
  // The menu leads to all of them, whichever files there are.
  const { title, intro, items } = context.snapshot.pages.get(id) ?? emptyResourcePage(id)
  return { id, title, intro, items }
}
