/** Where a post stood on its old site: what it says itself, else the site's rule, else the usual. */
import { dirname } from 'node:path'
import type { SiteKind, SourcePost } from './read/source-post.ts'
import {
  type AddressFacts,
  eleventyAddress,
  hugoAddress,
  jekyllAddress,
} from './site/permalink-template.ts'
import type { SiteRules } from './site/site-rules.ts'

type Placed = Pick<SourcePost, 'source' | 'name' | 'title' | 'date' | 'permalink' | 'categories'>

interface AddressBefore {
  /** The addresses it had, mostly one; none when only the program knows. */
  addresses: string[]
  /** For the report: what is not known, or only assumed. */
  left: string[]
}

type RuledKind = keyof typeof ROOTS

const hasRules = (kind: SiteKind): kind is RuledKind => Object.hasOwn(ROOTS, kind)

/** The addresses by what is written, and what cannot be told from it. */
export function addressBefore(post: Placed, kind: SiteKind, rules: SiteRules): AddressBefore {
  if (kind === 'ghost') return known([`/${post.name}/`])
  if (!hasRules(kind)) {
    const isPattern = /[{}]|(?:^|\/):/.test(post.permalink ?? '{}')
    return known(isPattern ? [] : [post.permalink ?? ''])
  }
  const pattern = post.permalink ?? rules.patternFor(post.source)
  const place = rules.placeOf(post.source) ?? { path: post.source, prefix: '' }
  const before = rules.base + place.prefix
  const inBase = (address: string) => `${before}/${address}`.replace(/\/{2,}/g, '/')
  const facts = factsOf(post, kind, place.path)
  if (kind === 'jekyll') {
    const dates = datesOf(post)
    const found = (dates.length > 0 ? dates : [null]).map((date) =>
      jekyllAddress(pattern ?? 'date', { ...facts, date }),
    )
    return told(found, pattern, inBase)
  }
  if (kind === 'astro') return astroAddress(post, facts, rules, inBase)
  const usual = inBase(['', ...facts.sections, post.name, ''].join('/'))
  if (kind === 'gatsby' || kind === 'next') {
    return post.permalink === null ? assumed(usual) : known([inBase(post.permalink)])
  }
  if (kind === 'zola') return known([pattern === null ? usual : inBase(`${pattern}/`)])
  if (pattern !== null) {
    const address = kind === 'hugo' ? hugoAddress(pattern, facts) : eleventyAddress(pattern, facts)
    const isOwn = post.permalink !== null || rules.keepsCase || kind !== 'hugo'
    return told([isOwn ? address : (address?.toLowerCase() ?? null)], pattern, inBase)
  }
  return known([kind === 'hugo' && !rules.keepsCase ? usual.toLowerCase() : usual])
}

function astroAddress(
  post: Placed,
  { sections: [collection = '', ...folders] }: AddressFacts,
  rules: SiteRules,
  inBase: (address: string) => string,
): AddressBefore {
  if (post.permalink !== null) return known([inBase(post.permalink)])
  const route = rules.routeOf(collection)
  const address = inBase([route ?? `/${collection}`, ...folders, post.name, ''].join('/'))
  return route === null ? assumed(address) : known([address])
}

const assumed = (address: string): AddressBefore => ({
  addresses: [address],
  left: [`an old address that is assumed, for code made it: ${address}`],
})

const known = (addresses: string[]): AddressBefore => ({ addresses, left: [] })

function told(
  found: readonly (string | null)[],
  pattern: string | null,
  inBase: (address: string) => string,
): AddressBefore {
  const addresses = found.flatMap((address) => (address === null ? [] : [inBase(address)]))
  const isLost = addresses.length === 0 && pattern !== null
  return {
    addresses: [...new Set(addresses)],
    left: isLost ? [`an old address that only code knows: ${pattern}`] : [],
  }
}

/** The date it says, and the one in its name: which counted depends on where it was built. */
function datesOf({ source, date }: Placed): string[] {
  const named = /(?:^|\/)(\d{4}-\d{2}-\d{2})-[^/]*$/.exec(source)?.[1]
  const dates = [date, named].filter((found) => found !== null && found !== undefined)
  return dates.filter((found, at) => at === 0 || found.slice(0, 10) !== dates[0]?.slice(0, 10))
}

/** What stands before the sections of a post's place. */
const ROOTS = {
  jekyll: /(?:^|\/)_(?:posts|drafts)(?:\/.*)?$/,
  hugo: /^content(?:\/|$)/,
  zola: /^content(?:\/|$)/,
  eleventy: /^$/,
  astro: /^src\/content(?:\/|$)/,
  gatsby: /^(?:src\/|content\/)?(?:pages|posts|_posts|blog|content|articles|public)(?:\/|$)/,
  next: /^(?:src\/|content\/)?(?:pages|posts|_posts|blog|content|articles|public)(?:\/|$)/,
} as const satisfies Partial<Record<SiteKind, RegExp>>

function factsOf(post: Placed, kind: RuledKind, place: string): AddressFacts {
  const { name, title, date, categories } = post
  // Eleventy takes `x/x.md` for `x/index.md`.
  const isTwice = kind === 'eleventy' && /(?:^|\/)([^/]+)\/\1\.\w+$/.test(place)
  const isBundle = isTwice || /(?:^|\/)index\.\w+$/.test(place)
  const path = isBundle ? dirname(place) : place
  const folder = dirname(path).replace(ROOTS[kind], '')
  const sections = folder === '.' || folder === '' ? [] : folder.split('/')
  const file = (path.split('/').at(-1) ?? '').replace(isBundle ? /$^/ : /\.\w+$/, '')
  const fileName = kind === 'hugo' ? file : file.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, '')
  // Folders above Jekyll's _posts are categories.
  const above = kind === 'jekyll' ? sections : []
  return {
    name,
    fileName,
    title,
    date,
    categories: [...new Set([...above, ...categories])],
    sections,
  }
}
