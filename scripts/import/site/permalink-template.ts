/**
 * The patterns by which Jekyll, Hugo and Eleventy make addresses, filled in for one post. Pure; a
 * pattern with a word that is not known here gives null, and the report names it.
 */
import slugify from '@sindresorhus/slugify'

/** What an address can be made of. */
export interface AddressFacts {
  /** Slug, else the file's name without its date. */
  name: string
  /** The file's name without its date. */
  fileName: string
  title: string | null
  /** As written, `2020-01-02` at its beginning; null without one. */
  date: string | null
  categories: readonly string[]
  /** Folders between the top of the site's posts and the file. */
  sections: readonly string[]
}

/** Jekyll's patterns that have a name (its docs, "Permalinks"). */
const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title:output_ext',
}

type Words = Readonly<Record<string, string | null | undefined>>

/** The address by a pattern of `_config.yml` or of the front matter. */
export function jekyllAddress(pattern: string, facts: AddressFacts): string | null {
  const words: Words = {
    ...dateWords(facts.date),
    title: facts.name,
    slug: slugify(facts.name),
    categories: facts.categories.map((name) => name.toLowerCase()).join('/'),
    output_ext: '.html',
  }
  return filled(JEKYLL_STYLES[pattern] ?? pattern, /:([a-z_]+)/g, (name) => words[name])
}

/** The address by a pattern of `permalinks`, or by a `url` with such words in it. */
export function hugoAddress(pattern: string, facts: AddressFacts): string | null {
  const title = facts.title === null ? null : urlized(facts.title)
  const isNamed = facts.name !== facts.fileName
  const words: Words = {
    ...dateWords(facts.date),
    section: facts.sections[0] ?? '',
    sections: facts.sections.join('/'),
    title,
    slug: isNamed ? facts.name : title,
    slugorfilename: facts.name,
    slugorcontentbasename: facts.name,
    filename: facts.fileName,
    contentbasename: facts.fileName,
  }
  return filled(pattern, /:([a-z]+)/g, (name) => words[name])
}

/** The address by a `permalink` with the words of Nunjucks and Liquid that most sites use. */
export function eleventyAddress(pattern: string, facts: AddressFacts): string | null {
  const stem = ['', ...facts.sections, facts.fileName].join('/')
  const words: Words = {
    'page.fileSlug': facts.fileName,
    'page.filePathStem': stem,
    title: facts.title,
  }
  return filled(pattern, /\{\{-?\s*(.*?)\s*-?\}\}/g, (code) => {
    const [value = '', ...filters] = code.split(/\s*\|\s*/)
    const text = words[value]
    if (!text || filters.length === 0) return text
    const isSlug = filters.every((filter) => /^(?:slug|slugify|lower)$/.test(filter))
    return isSlug ? slugify(text, { decamelize: false }) : null
  })
}

/** Null when a word is not known, or signs of a pattern are left. */
function filled(
  pattern: string,
  word: RegExp,
  textFor: (name: string) => string | null | undefined,
): string | null {
  let isKnown = true
  const address = pattern.replace(word, (_, name: string) => {
    const value = textFor(name) ?? null
    if (value === null) isKnown = false
    return value ?? ''
  })
  if (!isKnown || /[{}[\]]|\/:|^:/.test(address)) return null
  return `/${address}`.replace(/\/{2,}/g, '/')
}

/** The parts of a date; none without a date. */
function dateWords(written: string | null): Words {
  const found = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(written?.trim() ?? '')
  if (!found) return {}
  const [, year = '', month = '', day = ''] = found
  return {
    year,
    month: month.padStart(2, '0'),
    day: day.padStart(2, '0'),
    i_month: String(Number(month)),
    i_day: String(Number(day)),
  }
}

/** Hugo's way from a title to a part of an address. */
function urlized(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s._+~-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-')
}
