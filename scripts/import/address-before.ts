/**
 * Where a post stood on its old site: what it says itself, else the site's rule, else the usual. A
 * pattern with a word that is not known here gives none, and the report names it.
 */
import { dirname } from 'node:path'
import slugify from '@sindresorhus/slugify'
import type { SiteKind, SourcePost } from './read/source-post.ts'
import type { SiteRules } from './site/site-rules.ts'

type Placed = Pick<SourcePost, 'source' | 'name' | 'title' | 'date' | 'permalink' | 'categories'>

interface AddressBefore {
  /** Null when only the program knows. */
  address: string | null
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
/** Jekyll's patterns that have a name (its docs, "Permalinks"). */
const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title:output_ext',
}

/** The address by what is written, and what cannot be told from it. */
export function addressBefore(post: Placed, kind: SiteKind, rules: SiteRules): AddressBefore {
  const { name, permalink } = post
  if (kind === 'ghost') return { address: `/${name}/`, left: [] }
  const root = ROOTS[kind]
  if (root === undefined) {
    const isPattern = permalink === null || /[{}]|(?:^|\/):/.test(permalink)
    return { address: isPattern ? null : permalink, left: [] }
  }
  const pattern = permalink ?? rules.patternFor(post.source)
  const place = rules.placeOf(post.source) ?? { path: post.source, prefix: '' }
  const { sections, fileName } = standing(place.path, root, kind)
  const inBase = (address: string) =>
    `${rules.base}${place.prefix}/${address}`.replace(/\/{2,}/g, '/')
  if (pattern === null && kind !== 'jekyll') {
    const [collection = '', ...folders] = sections
    const route = kind === 'astro' ? rules.routeOf(collection) : null
    const above = route === null ? sections : [route, ...folders]
    const usual = inBase([...above, name, ''].join('/'))
    const isAssumed = kind === 'astro' && route === null
    const left = isAssumed ? [`an old address that is assumed, for code made it: ${usual}`] : []
    return { address: kind === 'hugo' ? usual.toLowerCase() : usual, left }
  }
  const words = wordsOf(post, { sections, fileName, kind })
  const found = filled(JEKYLL_STYLES[pattern ?? 'date'] ?? pattern ?? '', words)
  if (found === null) {
    return { address: null, left: [`an old address that only code knows: ${pattern}`] }
  }
  // Hugo writes addresses in small letters, but for one in the front matter.
  const isLower = kind === 'hugo' && permalink === null
  return { address: inBase(isLower ? found.toLowerCase() : found), left: [] }
}

/** Folders between the top of the site's posts and the file, and its name without its date. */
function standing(place: string, root: RegExp, kind: SiteKind) {
  // Eleventy takes `x/x.md` for `x/index.md`.
  const isTwice = kind === 'eleventy' && /(?:^|\/)([^/]+)\/\1\.\w+$/.test(place)
  const isBundle = isTwice || /(?:^|\/)index\.\w+$/.test(place)
  const path = isBundle ? dirname(place) : place.replace(/\.\w+$/, '')
  const folder = dirname(path).replace(root, '')
  const file = path.split('/').at(-1) ?? ''
  return {
    sections: folder.split('/').filter((part) => part !== '' && part !== '.'),
    fileName: kind === 'hugo' ? file : file.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, ''),
  }
}

type Words = Readonly<Record<string, string | null | undefined>>

/** The words of Jekyll, Hugo and Eleventy that most sites use. */
function wordsOf(
  { name, title, date, source, categories }: Placed,
  { sections, fileName, kind }: { sections: string[]; fileName: string; kind: SiteKind },
): Words {
  const dateInName = /(?:^|\/)(\d{4}-\d{2}-\d{2})-[^/]*$/.exec(source)?.[1]
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(date ?? dateInName ?? '') ?? []
  const dates = { year, month: month?.padStart(2, '0'), day: day?.padStart(2, '0') }
  if (kind === 'jekyll') {
    // Folders above Jekyll's _posts are categories.
    const all = new Set([...sections, ...categories].map((each) => each.toLowerCase()))
    const short = { i_month: month?.replace(/^0/, ''), i_day: day?.replace(/^0/, '') }
    const own = { title: name, slug: slugify(name), output_ext: '.html' }
    return { ...dates, ...short, ...own, categories: [...all].join('/') }
  }
  if (kind === 'eleventy') {
    const stem = ['', ...sections, fileName].join('/')
    return { 'page.fileSlug': fileName, 'page.filePathStem': stem, title }
  }
  const ofTitle = title?.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\s._+~-]/gu, '')
  const titled = ofTitle?.trim().replace(/[\s-]+/g, '-')
  return {
    ...dates,
    section: sections[0] ?? '',
    sections: sections.join('/'),
    title: titled,
    slug: name === fileName ? titled : name,
    slugorfilename: name,
    slugorcontentbasename: name,
    filename: fileName,
    contentbasename: fileName,
  }
}

/** `:word`, or `{{ word | slugify }}`. Null when a word is not known, or signs of a pattern are left. */
function filled(pattern: string, words: Words): string | null {
  let isKnown = true
  const address = pattern.replace(
    /:([a-z_]+)|\{\{-?\s*([^{}|]*?)\s*(\|[^{}]*?)?-?\}\}/g,
    (_, plain?: string, value?: string, filters?: string) => {
      const word = words[plain ?? value ?? ''] ?? null
      const isSlug = /^(?:\|\s*(?:slug|slugify|lower)\s*)+$/.test(filters ?? '')
      if (word === null || (filters !== undefined && !isSlug)) isKnown = false
      return isSlug ? slugify(word ?? '', { decamelize: false }) : (word ?? '')
    },
  )
  return isKnown && !/[{}[\]]|\/:|^:/.test(address) ? address : null
}
