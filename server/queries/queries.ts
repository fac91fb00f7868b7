/**
 * The public reads by path: an API address without `/api`, with its query string. The API, the
 * pages and their initial data use them, so they agree. A read uses neither files nor git.
 */
import { splitUrl } from '#domain/addresses.ts'
import type { Answer } from '#domain/answers/public-answers.ts'
import { NotFoundError } from '../errors.ts'
import * as posts from './post-reads.ts'
import { readPreview } from './preview.ts'
import type { QueryContext } from './query-context.ts'
import { checkParams, checkQuery, type PublicRead } from './read.ts'
import {
  listProjectPosts,
  listProjects,
  readLedger,
  readProject,
  readRecord,
} from './record-reads.ts'
import { readAbout, readPage, readResources, readSite } from './site-reads.ts'

/** Path and read; the first match answers. `{by-id/}` is optional. */
export const QUERIES = [
  ['/posts/public', posts.listPosts],
  ['/posts/public/:type', posts.listPostsOfType],
  ['/posts/featured', posts.listFeatured],
  ['/posts/tags', posts.listTags],
  ['/posts/streak', posts.readStreak],
  ['/posts/heatmap', posts.readHeatmap],
  ['/posts/{by-id/}:id', posts.readPost],
  ['/tags/:tag', posts.listTagged],
  ['/preview/:token', readPreview],
  ['/deadline-projects', listProjects],
  ['/deadline-projects/:id', readProject],
  ['/deadline-projects/:id/posts', listProjectPosts],
  ['/deadlines/ledger', readLedger],
  ['/record', readRecord],
  ['/search', posts.search],
  ['/about', readAbout],
  ['/pages/:id', readPage],
  ['/resources/:page', readResources],
  ['/site', readSite],
] as const satisfies readonly (readonly [string, PublicRead])[]

const PATTERNS = QUERIES.map(([path, read]) => {
  const pattern = path.replace(/:(\w+)/g, '(?<$1>[^/]+)').replace('{by-id/}', '(?:by-id/)?')
  return { pattern: new RegExp(`^${pattern}$`), read }
})

/** Expands the optional `{by-id/}` of a path. */
export function pathsOf(path: string): string[] {
  return path.includes('{by-id/}')
    ? ['', 'by-id/'].map((part) => path.replace('{by-id/}', part))
    : [path]
}

/** Answers one public read. @throws NotFoundError; BadRequestError for a bad option */
export async function answerQuery(
  path: string,
  context: QueryContext,
): Promise<Answer<unknown, unknown>> {
  for (const { pattern, read } of PATTERNS) {
    const match = pattern.exec(splitUrl(path).path)
    if (match === null) continue
    const parts = Object.entries(match.groups ?? {})
    const params = parts.map(([name, part]) => [name, decodeURIComponent(part)])
    return read.answer({ ...inputOf(read, Object.fromEntries(params), path), context })
  }
  throw new NotFoundError()
}

/** Parses params and options by a call's schemas. @throws NotFoundError, BadRequestError */
export function inputOf(
  call: Pick<PublicRead, 'params' | 'query'>,
  params: unknown,
  address: string,
) {
  return { params: checkParams(call.params, params), query: checkQuery(call.query, address) }
}
