/**
 * Who may keep a public answer, and for how long. Browsers ask each time, so that a save shows at
 * once; a cache in front of the servers may show an answer for a few seconds, and the old one once
 * more while it fetches the new. server/OPERATING.md, "Behind nginx or a CDN", promises these numbers.
 */

/** For how long a shared cache may give an answer without asking. */
export const SHARED_SECONDS = 10
/** For how long after that it may still give it while it asks; both with room to a minute. */
export const STALE_SECONDS = 45
/** For how long while no server answers: an old page is better than none. */
const FAILING_SECONDS = 24 * 60 * 60

// nginx reads the last two. `must-revalidate` keeps browsers from doing what the last one allows.
const CACHE_CONTROL = `public, max-age=0, must-revalidate, s-maxage=${SHARED_SECONDS}, stale-while-revalidate=${STALE_SECONDS}`
// Where it is known (RFC 9213) it counts instead, and `must-revalidate` does not stand in its way.
const CDN_CACHE_CONTROL = `max-age=${SHARED_SECONDS}, stale-while-revalidate=${STALE_SECONDS}, stale-if-error=${FAILING_SECONDS}`

/** The header that names the site's content, for purging. */
const TAG_HEADER = 'cache-tag'

/** The headers of every public answer but the browser's files. @param tag of the generation */
export function publicHeaders({ tag }: { tag: string }): Record<string, string> {
  return {
    'cache-control': CACHE_CONTROL,
    'cdn-cache-control': CDN_CACHE_CONTROL,
    [TAG_HEADER]: tag,
  }
}

/** The same headers with `no-store` in place of all about keeping. */
export function unstored(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { 'cdn-cache-control': _, [TAG_HEADER]: __, ...others } = headers
  return { ...others, 'cache-control': 'no-store' }
}

/** Whether anybody may keep an answer with these headers. */
export function isStored(headers: Readonly<Record<string, string>>): boolean {
  return headers['cache-control'] !== 'no-store'
}
