/** What the queries of one answer work with: the snapshot, its day, and the store's ways to texts. */
import type { Day } from '#domain/days/day.ts'
import type { ContentStore } from '../content/content-store.ts'
import type { PostRecord, Snapshot } from '../content/records.ts'
import type { RenderedText, WaitLimits } from '../markdown/markdown-renderer.ts'
import type { PreviewReader } from './preview.ts'

/** A text of a list may have to wait in line for the others. */
const LIST_MS_MAX = 10_000

export interface QueryContext {
  snapshot: Snapshot
  today: Day
  /** Milliseconds since 1970. */
  now: number
  /**
   * A post's html, null while it is not rendered. With `isAlone`, an unrendered text comes back
   * escaped, within the time of one answer.
   */
  html(post: PostRecord, options?: { isAlone?: boolean } & WaitLimits): Promise<string | null>
  aboutHtml(): Promise<string>
  search: ContentStore['search']['find']
  /** Absent where no post can be shown before it is published. */
  previews?: PreviewReader
  /**
   * Whether a fallback was used so far (for `post`, if given). Such an answer must not be cached.
   */
  hasFallbacks?(post?: PostRecord): boolean
}

/**
 * The context of the queries of one answer, with the store's ways to text. Create one per answer:
 * `hasFallbacks` is about that answer.
 */
export function queryContext(
  store: {
    texts: Pick<ContentStore['texts'], 'render' | 'about'>
    search: Pick<ContentStore['search'], 'find'>
  },
  { snapshot, today, now, previews }: Pick<QueryContext, 'snapshot' | 'today' | 'now' | 'previews'>,
): QueryContext {
  const fallbacks = new Set<PostRecord | 'about'>()
  const noted = (of: PostRecord | 'about', rendered: RenderedText) => {
    if (rendered.later) fallbacks.add(of)
    return rendered
  }
  return {
    ...{ snapshot, today, now },
    ...(previews && { previews }),
    async html(post, { isAlone = false, ...limits } = {}) {
      const rendered = await store.texts.render(
        post,
        isAlone ? {} : { waitMs: LIST_MS_MAX, ...limits },
      )
      const { html, problem, later } = noted(post, rendered)
      const isRendered = problem === null && later === undefined
      return isRendered || isAlone ? html : null
    },
    aboutHtml: async () => noted('about', await store.texts.about()).html,
    search: (query, limit) => store.search.find(query, limit),
    hasFallbacks: (post) => (post ? fallbacks.has(post) : fallbacks.size > 0),
  }
}
