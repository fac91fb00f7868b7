/** Where a post stood on its old site: what it says itself, else the site's rule, else the usual. */
import { dirname } from 'node:path'
import {
  type AddressFacts,
  eleventyAddress,
  hugoAddress,
  jekyllAddress,
} from './read/permalink-template.ts'
import type { SiteRules } from './read/site-rules.ts'
import type { SiteKind, SourcePost } from './read/source-post.ts'

type Placed = Pick<SourcePost, 'source' | 'name' | 'title' | 'date' | 'permalink' | 'categories'>

interface AddressBefore {
  /** The addresses it had, mostly one; none when only the program knows. */
  addresses: string[]
  /** For the report: what is not known, or only assumed. */
  left: string[]
}

type RuledKind = 'jekyll' | 'hugo' | 'eleventy' | 'astro'

const hasRules = (kind: SiteKind): kind is RuledKind => Object.hasOwn(ROOTS, kind)

/** The addresses by what is written, and what cannot be told from it. */
export function addressBefore(post: Placed, kind: SiteKind, rules: SiteRules): AddressBefore {
  if (kind === 'ghost') return known([`/${post.name}/`])
  if (!hasRules(kind)) {
    const isPattern = /[{}]|(?:^|\/):/.test(post.permalink ?? '{}')
    return known(isPattern ? [] : [post.permalink ?? ''])
  }
  const pattern = post.permalink ?? rules.patternFor(post.source)
  const inBase = (address: string) => `${rules.base}/${address}`.replace(/\/{2,}/g, '/')
  const facts = factsOf(post, kind)
  if (kind === 'jekyll') {
    const dates = datesOf(post)
    const found = (dates.length > 0 ? dates : [null]).map((date) =>
      jekyllAddress(pattern ?? 'date', { ...facts, date }),
    )
    return told(found, pattern, inBase)
  }
  if (pattern !== null && kind !== 'astro') {
    const address = kind === 'hugo' ? hugoAddress(pattern, facts) : eleventyAddress(pattern, facts)
    const isOwn = post.permalink !== null || rules.keepsCase || kind !== 'hugo'
    return told([isOwn ? address : (address?.toLowerCase() ?? null)], pattern, inBase)
  }
  if (kind === 'astro') return astroAddress(post, facts, rules, inBase)
  const address = inBase(['', ...facts.sections, post.name, ''].join('/'))
  return known([kind === 'hugo' && !rules.keepsCase ? address.toLowerCase() : address])
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
  const left = route === null ? [`its old address, which code made: ${address} is assumed`] : []
  return { addresses: [address], left }
}

const known = (addresses: string[]): AddressBefore => ({ addresses, left: [] })

function told(
  found: readonly (string | null)[],
  pattern: string | null,
  inBase: (address: string) => string,
): AddressBefore {
  const addresses = found.flatMap((address) => (address === null ? [] : [inBase(address)]))
  const isLost = addresses.length === 0 && pattern !== null
  return { addresses: [...new Set(addresses)], left: isLost ? [`the address ${pattern}`] : [] }
}

/** The date it says, and the one in its name: which counted depends on where it was built. */
function datesOf({ source, date }: Placed): string[] {
  const named = /(?:^|\/)(\d{4}-\d{2}-\d{2})-[^/]*$/.exec(source)?.[1]
  const dates = [date, named].filter((found) => found !== null && found !== undefined)
  return dates.filter((found, at) => at === 0 || found.slice(0, 10) !== dates[0]?.slice(0, 10))
}

const ROOTS: Readonly<Record<RuledKind, RegExp>> = {
  jekyll: /(?:^|\/)_(?:posts|drafts)(?:\/.*)?$/,
  hugo: /^content(?:\/|$)/,
  eleventy: /^(?:src|content|input)(?:\/|$)/,
  astro: /^src\/content(?:\/|$)/,
}

function factsOf(post: Placed, kind: RuledKind): AddressFacts {
  const { source, name, title, date, categories } = post
  const isBundle = /(?:^|\/)index\.\w+$/.test(source)
  const path = isBundle ? dirname(source) : source
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
