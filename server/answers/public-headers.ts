/**
 * Caching headers of public answers. Browsers revalidate each time, so that a save shows at once; a
 * shared cache may serve an answer for a few seconds, and a stale one while it revalidates.
 * server/OPERATING.md, "Behind nginx or a CDN", promises these numbers.
 */

/** Fresh in a shared cache. */
export const SHARED_SECONDS = 10
/** Then stale while revalidating; both sum up to less than a minute. */
export const STALE_SECONDS = 45
/** Stale while no server answers. */
const FAILING_SECONDS = 24 * 60 * 60

// nginx reads the last two. `must-revalidate` forbids browsers to serve stale answers.
const CACHE_CONTROL = `public, max-age=0, must-revalidate, s-maxage=${SHARED_SECONDS}, stale-while-revalidate=${STALE_SECONDS}`
// CDNs that support it (RFC 9213) prefer it; it has no `must-revalidate`.
const CDN_CACHE_CONTROL = `max-age=${SHARED_SECONDS}, stale-while-revalidate=${STALE_SECONDS}, stale-if-error=${FAILING_SECONDS}`

/** Header for purging by content. */
const TAG_HEADER = 'cache-tag'

/** Headers of every public answer except assets. @param tag of the generation */
export function publicHeaders({ tag }: { tag: string }): Record<string, string> {
  return {
    'cache-control': CACHE_CONTROL,
    'cdn-cache-control': CDN_CACHE_CONTROL,
    [TAG_HEADER]: tag,
  }
}

/** Replaces the caching headers by `no-store`. */
export function withNoStore(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { 'cdn-cache-control': _, [TAG_HEADER]: __, ...others } = headers
  return { ...others, 'cache-control': 'no-store' }
}

/** Whether an answer with these headers may be cached. */
export function isCacheable(headers: Readonly<Record<string, string>>): boolean {
  return headers['cache-control'] !== 'no-store'
}
