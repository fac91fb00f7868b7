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

/** What stands before the sections of a post's place. */
const ROOTS: Partial<Record<SiteKind, RegExp>> = {
  jekyll: /(?:^|\/)_(?:posts|drafts)(?:\/.*)?$/,
  hugo: /^content(?:\/|$)/,
  eleventy: /^$/,
  astro: /^src\/(?:content|data)(?:\/|$)/,
}

/** The addresses by what is written, and what cannot be told from it. */
export function addressBefore(post: Placed, kind: SiteKind, rules: SiteRules): AddressBefore {
  if (kind === 'ghost') return { addresses: [`/${post.name}/`], left: [] }
  const root = ROOTS[kind]
  if (root === undefined) {
    const { permalink } = post
    const isPattern = permalink === null || /[{}]|(?:^|\/):/.test(permalink)
    return { addresses: isPattern ? [] : [permalink], left: [] }
  }
  const pattern = post.permalink ?? rules.patternFor(post.source)
  const place = rules.placeOf(post.source) ?? { path: post.source, prefix: '' }
  const facts = factsOf(post, place.path, root, kind)
  const inBase = (address: string) =>
    `${rules.base}${place.prefix}/${address}`.replace(/\/{2,}/g, '/')
  if (kind === 'astro' && pattern === null) return astroAddress(post, facts, rules, inBase)
  const address = ruledAddress(kind, pattern, facts, post)
  if (address !== null) return { addresses: [inBase(address)], left: [] }
  return { addresses: [], left: [`an old address that only code knows: ${pattern}`] }
}

function ruledAddress(
  kind: SiteKind,
  pattern: string | null,
  facts: AddressFacts,
  { permalink, name }: Placed,
): string | null {
  if (kind === 'jekyll') return jekyllAddress(pattern ?? 'date', facts)
  if (pattern === null) {
    const usual = ['', ...facts.sections, name, ''].join('/')
    return kind === 'hugo' ? usual.toLowerCase() : usual
  }
  if (kind !== 'hugo') return kind === 'astro' ? pattern : eleventyAddress(pattern, facts)
  const address = hugoAddress(pattern, facts)
  return permalink === null ? (address?.toLowerCase() ?? null) : address
}

/** Astro's pages are code; the folder of the page that shows a collection tells mostly enough. */
function astroAddress(
  { name }: Placed,
  { sections: [collection = '', ...folders] }: AddressFacts,
  rules: SiteRules,
  inBase: (address: string) => string,
): AddressBefore {
  const route = rules.routeOf(collection)
  const address = inBase([route ?? `/${collection}`, ...folders, name, ''].join('/'))
  const left =
    route === null ? [`an old address that is assumed, for code made it: ${address}`] : []
  return { addresses: [address], left }
}

function factsOf(post: Placed, place: string, root: RegExp, kind: SiteKind): AddressFacts {
  const { name, title, date, categories, source } = post
  // Eleventy takes `x/x.md` for `x/index.md`.
  const isTwice = kind === 'eleventy' && /(?:^|\/)([^/]+)\/\1\.\w+$/.test(place)
  const isBundle = isTwice || /(?:^|\/)index\.\w+$/.test(place)
  const path = isBundle ? dirname(place) : place
  const folder = dirname(path).replace(root, '')
  const sections = folder === '.' || folder === '' ? [] : folder.split('/')
  const file = (path.split('/').at(-1) ?? '').replace(isBundle ? /$^/ : /\.\w+$/, '')
  const dateInName = /(?:^|\/)(\d{4}-\d{2}-\d{2})-[^/]*$/.exec(source)?.[1] ?? null
  return {
    name,
    fileName: kind === 'hugo' ? file : file.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, ''),
    title,
    date: date ?? dateInName,
    // Folders above Jekyll's _posts are categories.
    categories: [...new Set([...(kind === 'jekyll' ? sections : []), ...categories])],
    sections,
  }
}
