/** Parses site.yaml; missing or invalid values get defaults. */
import { readableAccent } from '#domain/accent.ts'
import type { Break } from '#domain/days/breaks.ts'
import { daysBetween, isDay, WEEKDAY_NAMES, type Weekday } from '#domain/days/day.ts'
import { isTimeZone } from '#domain/days/zone.ts'
import { REASON_LENGTH_MAX } from '#domain/project.ts'
import {
  DEFAULT_AUTHOR,
  DEFAULT_REMIND,
  type FooterLink,
  type MenuEntry,
  type Site,
  STREAK_RULES,
} from '#domain/site.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import { ContentError, collect, type YamlPath } from './content-error.ts'
import {
  choiceField,
  flagField,
  LANGUAGE_RULE,
  listField,
  namesField,
  quoted,
  type TextRule,
  textField,
} from './fields.ts'
import { isYamlMap, loadYamlMap, type YamlMap, type YamlValue } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'

export const SITE_PATH = 'site.yaml'

/** The site without a site.yaml, in the server's zone. */
export function defaultSite(timeZone: string): Site {
  return {
    brand: 'G.A.P.',
    title: 'Growth & Accountability Project',
    description: 'Essays, short posts and deadlines, kept in public.',
    author: { name: DEFAULT_AUTHOR, url: null },
    language: 'en',
    time_zone: timeZone,
    footer: [],
    math: false,
    streak: 'all',
    rest_days: [],
    repository: null,
  }
}

/** Validator of each text, and the end of its message after "'x' is". */
const TEXT_RULES: Partial<Record<keyof Site, TextRule>> = {
  language: LANGUAGE_RULE,
  time_zone: [isTimeZone, "not a time zone like 'Europe/Berlin'"],
  weekly_target: [/^(?:[1-9]|[1-4]\d|50)$/, 'not a whole number from 1 to 50'],
  repository: [
    isRepository,
    "not the https address of a repository, like 'https://github.com/ada/blog'",
  ],
  accent: [/^#[0-9a-f]{6}$/i, "not a colour like '#c2410c'"],
  webmention: [isSecureAddress, 'not an address that begins with https://'],
  bridge: [isBase, "not an https address like 'https://fed.brid.gy'"],
  standard_site: [
    /^at:\/\/did:[\w:.%-]+\/site\.standard\.publication\/[\w.:~-]+$/,
    "not like 'at://did:plc:…/site.standard.publication/…'",
  ],
}

/** Parses site.yaml. @param defaultZone for a file that names no zone */
export function parseSiteFile(file: ContentBytes, defaultZone: string): Parsed<Site> {
  return parseFile(file, (source, faults) => {
    const data = loadYamlMap(source, 'The site')
    const text = (key: keyof Site) => collect(faults, () => textField(data, key, TEXT_RULES[key]))
    const accent = text('accent')?.toLowerCase()
    if (accent) faults.push(...accentWarnings(accent))
    const remind = readRemind(data, faults)
    return {
      ...defaultSite(defaultZone),
      ...given({
        accent,
        brand: text('brand'),
        title: text('title'),
        description: text('description'),
        author: readAuthor(data, faults),
        language: text('language'),
        time_zone: text('time_zone'),
        footer: readFooter(data.footer, faults),
        math: collect(faults, () => flagField(data, 'math')),
        streak: collect(faults, () => choiceField(data, 'streak', STREAK_RULES)),
        rest_days: readRestDays(data, faults),
        weekly_target: Number(text('weekly_target')) || null,
        breaks: readBreaks(data.breaks, faults),
        repository: text('repository')
          ?.replace(/\/+$/, '')
          .replace(/\.git$/, ''),
        webmention: text('webmention'),
        bridge: text('bridge')?.replace(/\/+$/, ''),
        standard_site: text('standard_site'),
        menu: readMenu(data.menu, { path: ['menu'], faults }),
      }),
      ...(remind !== undefined && { remind }),
    }
  })
}

/** The values without those that are null or undefined. */
function given<Values extends object>(values: Values) {
  const entries = Object.entries(values).filter(([, value]) => (value ?? null) !== null)
  // The same values by the same names.
  return Object.fromEntries(entries) as { [Name in keyof Values]?: NonNullable<Values[Name]> }
}

/** A warning for each theme in which the accent is another. */
function accentWarnings(accent: string): ContentError[] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const color = readableAccent(accent, theme)
    if (color === accent) return []
    const reason = `The accent ${accent} is ${color} in the ${theme} theme, where it could not be read.`
    return [new ContentError('accent', reason, { isWarning: true })]
  })
}

/** Whether it is an https address without credentials: it is public. */
function isSecureAddress(text: string): boolean {
  const url = isTypedWebAddress(text) ? new URL(text) : null
  return url?.protocol === 'https:' && url.username + url.password === ''
}

/** Whether a path can be added to it. */
function isBase(text: string): boolean {
  return isSecureAddress(text) && !/[?#]/.test(text)
}

function isRepository(text: string): boolean {
  return isBase(text) && new URL(text).pathname.length > 1
}

/** Whether a link is safe: http, https, mailto or relative. */
function isSafeAddress(text: string): boolean {
  if (text.length > 2048 || /[\s\p{Cc}]/u.test(text)) return false
  return /^(?:https?:\/\/[^/]|mailto:[^/])/i.test(text) || !/^[^/?#]*:|^\/[/\\]|^\\/.test(text)
}

const HANDLE_RULE: TextRule = [/^@[\w.-]+@[\w.-]+$/, "not a name like '@ada@example.social'"]
const MEDIA_RULE: TextRule = [
  /^\/media\/\d{4}\/[^/?#\s]+$/,
  "not an image of the site like '/media/2026/me.webp'",
]
const ADDRESS_RULE: TextRule = [isSafeAddress, 'not an http, https, mailto or relative address']
const EMAIL_RULE: TextRule = [
  /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/,
  "not an address like 'ada@example.org'",
]

/** A map, or a name alone. The e-mail address is only read with `replies: mail`. */
function readAuthor(site: YamlMap, faults: ContentError[]): Site['author'] | null {
  const data = typeof site.author === 'string' ? { name: site.author } : site.author
  const replies = collect(faults, () => choiceField(site, 'replies', ['mail']))
  if (!isYamlMap(data)) {
    const fault = new ContentError('author', "'author' must have a 'name' and may have a 'url'.")
    if (Array.isArray(data)) faults.push(fault)
    return null
  }
  const text = (key: string, rule?: TextRule) =>
    collect(faults, () => textField(data, key, rule), ['author'])
  const [name, email] = [text('name'), text('email', EMAIL_RULE)]
  return {
    name: name ?? DEFAULT_AUTHOR,
    url: text('url', ADDRESS_RULE),
    ...given({
      email: replies && email,
      fediverse: text('fediverse', HANDLE_RULE),
      image: text('image', MEDIA_RULE),
    }),
  }
}

/** An unknown name is a fault; the others count. */
function readRestDays(data: YamlMap, faults: ContentError[]): Weekday[] {
  const names = collect(faults, () => namesField(data, ['rest_days'])) ?? []
  const isDay = (day: Weekday) => (name: string) => name.toLowerCase() === day
  const unknown = names.find((name) => !WEEKDAY_NAMES.some((day) => isDay(day)(name)))
  if (unknown !== undefined) {
    faults.push(new ContentError('rest_days', `${quoted(unknown)} is no day like 'sunday'.`))
  }
  return WEEKDAY_NAMES.filter((day) => names.some(isDay(day)))
}

const TIME_RULE: TextRule = [/^(?:[01]?\d|2[0-3]):[0-5]\d$/, "not a time of day like '20:00'"]

/** A wrong value is a fault, and its default holds; null for `remind: false`. */
function readRemind(data: YamlMap, faults: ContentError[]): Site['remind'] {
  const { remind } = data
  if (!isYamlMap(remind)) {
    return collect(faults, () => flagField(data, 'remind')) === false ? null : undefined
  }
  const at = collect(faults, () => textField(remind, 'at', TIME_RULE), ['remind'])
  const deadlines = collect(faults, () => daysBefore(remind), ['remind'])
  return {
    at: at?.padStart(5, '0') ?? DEFAULT_REMIND.at,
    deadlines: deadlines ?? DEFAULT_REMIND.deadlines,
  }
}

function daysBefore(remind: YamlMap): number[] | null {
  const days = namesField(remind, ['deadlines'])
  const wrong = days.find((text) => !/^\d{1,3}$/.test(text))
  if (wrong !== undefined) {
    throw new ContentError('deadlines', `${quoted(wrong)} is not a number of days.`)
  }
  return Array.isArray(remind.deadlines) || days.length > 0 ? days.map(Number) : null
}

/** Together they bound the days of the heatmap. */
const BREAKS_MAX = 100
const BREAK_DAYS_MAX = 366
const DAY_RULE = [isDay, "not a day like '2026-12-20'"] as const

function readBreaks(value: YamlValue | undefined, faults: ContentError[]): Break[] | null {
  const breaks = listField(value, { path: ['breaks'], faults }, (entry) => {
    const from = textField(entry, 'from', DAY_RULE)
    const to = textField(entry, 'to', DAY_RULE)
    if (from === null || to === null)
      throw new ContentError([], "A break needs a 'from' and a 'to'.")
    const days = daysBetween(from, to) + 1
    if (days < 1) throw new ContentError('to', `${quoted(to)} is before ${quoted(from)}.`)
    if (days > BREAK_DAYS_MAX)
      throw new ContentError('to', `A break has at most ${BREAK_DAYS_MAX} days.`)
    return { from, to, reason: textField(entry, 'reason')?.slice(0, REASON_LENGTH_MAX) ?? null }
  })
  if (breaks && breaks.length > BREAKS_MAX) {
    faults.push(new ContentError('breaks', `Only the first ${BREAKS_MAX} breaks are used.`))
  }
  return breaks?.length ? breaks.slice(0, BREAKS_MAX) : null
}

/** An entry with a label and without an address is not shown, and no problem. */
function readFooter(value: YamlValue | undefined, faults: ContentError[]): FooterLink[] | null {
  return listField(value, { path: ['footer'], faults }, (entry) => {
    if (entry.label === undefined && entry.url === undefined) {
      throw new ContentError([], "A footer entry needs a 'label' and a 'url'.")
    }
    const url = textField(entry, 'url', ADDRESS_RULE)
    if (url === null) return null
    const me = flagField(entry, 'me') ? ({ me: true } as const) : null
    return { label: textField(entry, 'label') ?? url, url, ...me }
  })
}

const isPath = (text: string) => text.startsWith('/') && isSafeAddress(text)
const PATH_RULE: TextRule = [isPath, "no path of this site, like '/now'"]

/** The menu, at most 8 entries, or the items of one, at most 12; null without a usable entry. */
function readMenu(
  value: YamlValue | undefined,
  list: { path: YamlPath; faults: ContentError[] },
  max: 8 | 12 = 8,
): MenuEntry[] | null {
  const entries = listField(value, list, (entry, entryPath): MenuEntry => {
    const label = textField(entry, 'label')
    const path = textField(entry, 'path', PATH_RULE)
    const url = textField(entry, 'url', ADDRESS_RULE)
    const group = { ...list, path: [...entryPath, 'items'] }
    const items = max === 8 ? readMenu(entry.items, group, 12) : null
    const target = (items && { items }) ?? (path && { path }) ?? (url && { url })
    if (label !== null && target) return { label, ...target }
    throw new ContentError([], "A menu entry needs a 'label', and 'items', a 'path' or a 'url'.")
  })
  if (!entries || entries.length === 0) return null
  if (entries.length > max) {
    list.faults.push(new ContentError([...list.path, max], `There may be at most ${max} entries.`))
  }
  return entries.slice(0, max)
}
