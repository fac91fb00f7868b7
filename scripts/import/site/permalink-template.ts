/**
 * The patterns by which Jekyll, Hugo and Eleventy make addresses, filled in for one post. Pure; a
 * pattern that needs what only the program knows gives null, and the report names it.
 */
import slugify from '@sindresorhus/slugify'
import { daysBetween, formatFullDay, formatLongDay, isDay, weekday } from '#domain/days/day.ts'
import { weekOf } from '#domain/days/week.ts'

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
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
}

/** The address by a pattern of `_config.yml` or of the front matter. */
export function jekyllAddress(pattern: string, facts: AddressFacts): string | null {
  const categories = facts.categories.map((name) => name.toLowerCase())
  const words: Words = {
    ...dateWords(facts.date),
    title: facts.name,
    slug: slugify(facts.name),
    categories: categories.join('/'),
    slugified_categories: categories.map((name) => slugify(name)).join('/'),
    output_ext: '.html',
  }
  return filled(JEKYLL_STYLES[pattern] ?? pattern, /:([a-z_]+)/g, (name) => words[name] ?? null)
}

/** The address by a pattern of `permalinks`, or by a `url` with such words in it. */
export function hugoAddress(pattern: string, facts: AddressFacts): string | null {
  const { month, w_day, long_day, y_day, ...date } = dateWords(facts.date)
  const title = facts.title === null ? null : urlized(facts.title)
  const isNamed = facts.name !== facts.fileName
  const words: Words = {
    year: date.year,
    month,
    monthname: date.long_month,
    day: date.day,
    weekday: w_day === '7' ? '0' : w_day,
    weekdayname: long_day,
    yearday: y_day?.replace(/^0+/, ''),
    section: facts.sections[0] ?? '',
    sections: facts.sections.join('/'),
    title,
    slug: isNamed ? facts.name : title,
    slugorfilename: facts.name,
    slugorcontentbasename: facts.name,
    filename: facts.fileName,
    contentbasename: facts.fileName,
  }
  // A name in brackets picks some of the sections, which is rare.
  return filled(pattern, /:([a-z]+)(?!\[)/g, (name) => words[name] ?? null)
}

/** The address by a `permalink` with the words of Nunjucks and Liquid that most sites use. */
export function eleventyAddress(pattern: string, facts: AddressFacts): string | null {
  const stem = ['', ...facts.sections, facts.fileName].join('/')
  const date = dateWords(facts.date)
  return filled(pattern, /\{\{-?\s*(.*?)\s*-?\}\}/g, (code) => {
    const [value = '', ...filters] = code.split(/\s*\|\s*/)
    if (/^(?:page\.)?date$/.test(value)) return liquidDate(filters, date)
    const text = { 'page.fileSlug': facts.fileName, 'page.filePathStem': stem, title: facts.title }[
      value
    ]
    if (text === undefined || text === null) return null
    if (filters.length === 0) return text
    const isSlug = filters.every((filter) => /^(?:slug|slugify|url_encode|lower)$/.test(filter))
    return isSlug ? slugify(text, { decamelize: false }) : null
  })
}

type Words = Readonly<Record<string, string | null | undefined>>

/** Null when a word is not known, or signs of a pattern are left. */
function filled(
  pattern: string,
  word: RegExp,
  textFor: (name: string) => string | null,
): string | null {
  let isKnown = true
  const address = pattern.replace(word, (_, name: string) => {
    const value = textFor(name)
    if (value === null) isKnown = false
    return value ?? ''
  })
  if (!isKnown || /[{}[\]]|\/:|^:/.test(address)) return null
  return `/${address}`.replace(/\/{2,}/g, '/')
}

/** `{{ page.date | date: "%Y/%m/%d" }}` of Liquid. */
function liquidDate(filters: readonly string[], date: Words): string | null {
  const format = /^date:\s*["'](.*)["']$/.exec(filters[0] ?? '')?.[1]
  if (format === undefined || filters.length > 1) return null
  const words: Words = { Y: date.year, m: date.month, d: date.day, y: date.short_year }
  return filled(format, /%(\w)/g, (name) => words[name] ?? null)?.slice(1) ?? null
}

/** The parts of a date by Jekyll's names; none without a date. */
function dateWords(written: string | null): Readonly<Record<string, string>> {
  const found = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d\d):(\d\d)(?::(\d\d))?)?/.exec(
    written?.trim() ?? '',
  )
  if (!found) return {}
  const [, year = '', rawMonth = '', rawDay = '', hour = '00', minute = '00', second = '00'] = found
  const [month, day] = [rawMonth.padStart(2, '0'), rawDay.padStart(2, '0')]
  const whole = `${year}-${month}-${day}`
  if (!isDay(whole)) return {}
  const [longDay = ''] = formatFullDay(whole).split(',')
  const [longMonth = ''] = formatLongDay(whole).split(' ')
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    short_year: year.slice(2),
    i_month: String(Number(month)),
    i_day: String(Number(day)),
    short_month: longMonth.slice(0, 3),
    long_month: longMonth,
    short_day: longDay.slice(0, 3),
    long_day: longDay,
    w_day: String(weekday(whole) || 7),
    y_day: String(daysBetween(`${year}-01-01`, whole) + 1).padStart(3, '0'),
    w_year: weekOf(whole).slice(0, 4),
    week: weekOf(whole).slice(-2),
  }
}

/** Hugo's way from a title to a part of an address. */
function urlized(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s._+~-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-{2,}/g, '-')
}
