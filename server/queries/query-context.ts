/** What one answer is made of: snapshot, day, html of texts, search. */
import type { ContentStore } from '../content/content-store.ts'
import { renderPage, renderPost } from '../content/index/post-texts.ts'
import type { PageRecord, PostRecord } from '../content/records.ts'
import { type RenderedText, WAITS } from '../markdown/markdown-renderer.ts'
import type { Generation } from './generation.ts'

export type PostText = Pick<RenderedText, 'html' | 'headings' | 'portable'>

/** Store of preview links. */
interface PreviewReader {
  /** The id of its post; null for an unknown or expired link. Times in ms since 1970. */
  read(token: string): Promise<{ id: string; expiresAt: number } | null>
  isRevoked(id: string, expiresAt: number): boolean
}

export interface QueryContext extends Generation {
  /** Milliseconds since 1970. */
  now: number
  /** The site's own address without a trailing slash. */
  siteUrl: string
  /**
   * A post's rendered text; null if it is not rendered in time or cannot be. Where the
   * wait is `page`, the escaped text comes instead of null.
   */
  text(post: PostRecord, wait?: keyof typeof WAITS): Promise<PostText | null>
  pageHtml(page: PageRecord): Promise<string>
  search: ContentStore['search']['find']
  /** Absent without preview links. */
  previews?: PreviewReader
  /** Whether a fallback was used (for `post`, if given): then the answer must not be cached. */
  hasFallbacks(post?: PostRecord): boolean
}

/** Create one context for each answer: `hasFallbacks` collects its fallbacks. */
export function queryContext(
  store: ContentStore,
  given: Generation & Pick<QueryContext, 'now' | 'siteUrl' | 'previews'>,
): QueryContext {
  const fallbacks = new Set<PostRecord | PageRecord>()
  const noteFallback = (of: PostRecord | PageRecord, rendered: RenderedText) => {
    if (!rendered.isFinal) fallbacks.add(of)
    return rendered
  }
  return {
    ...given,
    async text(post, wait = 'list') {
      const rendered = await renderPost(store, post, WAITS[wait])
      const { problem, isFinal } = noteFallback(post, rendered)
      return (problem === null && isFinal) || wait === 'page' ? rendered : null
    },
    pageHtml: async (page) => noteFallback(page, await renderPage(store, page)).html,
    search: (query, limit) => store.search.find(query, limit),
    hasFallbacks: (post) => (post ? fallbacks.has(post) : fallbacks.size > 0),
  }
}
