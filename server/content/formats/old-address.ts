/**
 * Addresses that posts had on another site, in one spelling: `/2019/old-post/`, `/2019/old-post.html`
 * and `/2019/old-post/index.html` are the same. An address has a slash, an id never does.
 */
import { composed } from '#domain/texts/composed.ts'

const ADDRESS_LENGTH_MAX = 500

/** The spelling under which an old address is known; null for what is none. */
export function oldAddress(path: string): string | null {
  if (path.length > ADDRESS_LENGTH_MAX || !path.includes('/')) return null
  const parts = decoded(path)
    .replace(/(?:\/index)?\.(?:html?|md)$/, '')
    .split('/')
    .filter((part) => part !== '')
  return parts.length === 0 ? null : composed(`/${parts.join('/')}`)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
