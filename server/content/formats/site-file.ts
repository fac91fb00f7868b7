/** site.yaml: the site's own words. Whatever it lacks, or says in a way not understood, has a default. */
import { WEEKDAY_NAMES, type Weekday } from '#domain/days/day.ts'
import { isTimeZone } from '#domain/days/zone.ts'
import { type FooterLink, type Site, STREAK_RULES } from '#domain/site.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import {
  FieldFault,
  flagField,
  listField,
  quoted,
  textField,
  tolerate,
  type YamlPath,
} from './fields.ts'
import { isYamlMap, type YamlMap, type YamlValue } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseYamlFile } from './parsed-file.ts'

const FOOTER_LINKS_MAX = 20

/** The site without a site.yaml, in the server's zone. */
export function defaultSite(timeZone: string): Site {
  return {
    brand: 'G.A.P.',
    title: 'Growth & Accountability Project',
    description: 'Essays, short posts and deadlines, kept in public.',
    author: { name: 'The author', url: null },
    language: 'en',
    time_zone: timeZone,
    footer: [],
    math: false,
    streak: 'all',
    rest_days: [],
    repository: null,
  }
}

/** The site of site.yaml; `defaults` fill in the rest. */
export function parseSiteFile(file: ContentBytes, defaults: Site): Parsed<Site> {
  return parseYamlFile(file, (top, faults) => {
    const data = top ?? {}
    if (!isYamlMap(data)) {
      throw new FieldFault([], 'The site must be a list of `key: value` lines.')
    }
    const checked = (key: keyof Site, isRight: (text: string) => boolean, what: string) =>
      tolerate(faults, () => textThat(data, key, isRight, what))
    const text = (key: keyof Site) => tolerate(faults, () => textField(data, [key]))
    const streak = checked(
      'streak',
      isStreakRule,
      "no rule for the streak: write 'all' or 'on-time'",
    )
    return {
      brand: text('brand') ?? defaults.brand,
      title: text('title') ?? defaults.title,
      description: text('description') ?? defaults.description,
      author: readAuthor(data.author, defaults.author, faults),
      language:
        checked('language', isLanguage, "not a language code like 'en' or 'de-AT'") ??
        defaults.language,
      time_zone:
        checked('time_zone', isTimeZone, "not a time zone like 'Europe/Berlin'") ??
        defaults.time_zone,
      footer: readFooter(data.footer, faults),
      math: tolerate(faults, () => flagField(data, 'math')) ?? defaults.math,
      streak: STREAK_RULES.find((rule) => rule === streak?.toLowerCase()) ?? defaults.streak,
      rest_days: readRestDays(data.rest_days, faults) ?? defaults.rest_days,
      repository:
        checked(
          'repository',
          isRepository,
          "not the https address of a repository, like 'https://github.com/ada/blog'",
        )
          ?.replace(/\/+$/, '')
          .replace(/\.git$/, '') ?? defaults.repository,
    }
  })
}

/** The text under a key. @param what as in "'x' is not a time zone". @throws FieldFault */
function textThat(
  data: YamlMap,
  key: string,
  isRight: (text: string) => boolean,
  what: string,
): string | null {
  const text = textField(data, [key])
  if (text === null || isRight(text)) return text
  throw new FieldFault(key, `${quoted(text)} is ${what}.`)
}

/** Whether the text is a language code like `en` or `de-AT`. */
export const isLanguage = (text: string) => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(text)

function isStreakRule(text: string): boolean {
  return STREAK_RULES.some((rule) => rule === text.toLowerCase())
}

/** Everybody sees it, so it must hold no password. */
function isRepository(text: string): boolean {
  const url = isTypedWebAddress(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' || url.pathname.length === 1) return false
  return `${url.username}${url.password}${url.search}${url.hash}` === ''
}

/** Whether a link to it is safe to show: http, https, mailto, or relative. */
function isSafeAddress(text: string): boolean {
  if (text.length > 2048 || /[\s\p{Cc}]/u.test(text)) return false
  return /^(?:https?:\/\/[^/]|mailto:[^/])/i.test(text) || !/^[^/?#]*:|^\/[/\\]|^\\/.test(text)
}

function addressIn(data: YamlMap, place: YamlPath, faults: FieldFault[]): string | null {
  const what = 'not an http, https, mailto or relative address'
  return tolerate(faults, () => textThat(data, 'url', isSafeAddress, what), place)
}

/** A map, or a name alone. */
function readAuthor(
  value: YamlValue | undefined,
  fallback: Site['author'],
  faults: FieldFault[],
): Site['author'] {
  const data = typeof value === 'string' ? { name: value } : value
  if (data === undefined || data === null) return fallback
  if (!isYamlMap(data)) {
    faults.push(new FieldFault('author', "'author' must have a 'name' and may have a 'url'."))
    return fallback
  }
  const name = tolerate(faults, () => textField(data, ['name']), ['author'])
  return { name: name ?? fallback.name, url: addressIn(data, ['author'], faults) }
}

/** A list of names, or one name; those that name no day are faults and the others count. */
function readRestDays(value: YamlValue | undefined, faults: FieldFault[]): Weekday[] | null {
  if (value === undefined || value === null) return null
  const days = new Set<Weekday>()
  for (const [index, entry] of (Array.isArray(value) ? value : [value]).entries()) {
    const text = typeof entry === 'string' ? entry.trim().toLowerCase() : null
    const day = WEEKDAY_NAMES.find((name) => name === text)
    if (day !== undefined) days.add(day)
    else
      faults.push(new FieldFault(['rest_days', index], `${quoted(entry)} is no day like 'sunday'.`))
  }
  return WEEKDAY_NAMES.filter((name) => days.has(name))
}

/** Entries without an address are not shown, so they are no problem either. */
function readFooter(value: YamlValue | undefined, faults: FieldFault[]): FooterLink[] {
  const links = listField(value, {
    faults,
    max: FOOTER_LINKS_MAX,
    path: ['footer'],
    read(entry, place) {
      if (entry.label === undefined && entry.url === undefined) {
        throw new FieldFault([], "A footer entry needs a 'label' and a 'url'.")
      }
      const url = addressIn(entry, place, faults)
      const label = tolerate(faults, () => textField(entry, ['label']), place)
      return url === null ? null : { label: label ?? url, url }
    },
  })
  return links ?? []
}
