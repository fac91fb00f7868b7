/** site.yaml: the site's own words. Whatever it lacks has a default. */

import { WEEKDAY_NAMES, type Weekday } from '#domain/days/day.ts'
import { isTimeZone } from '#domain/days/zone.ts'
import { type FooterLink, type Site, STREAK_RULES, type StreakRule } from '#domain/site.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import { FieldFault, flagField, textField } from './front-matter-fields.ts'
import { type Parsed, quoted, unusable } from './parsed.ts'
import { isYamlMap, type YamlMap, type YamlValue } from './yaml/load-yaml.ts'
import { FileProblems, readYamlFile, type YamlPath } from './yaml-file.ts'

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

/** The site of site.yaml; `defaults` fill in what it does not say or says in a way not understood. */
export function parseSiteFile(bytes: Uint8Array, defaults: Site, path = 'site.yaml'): Parsed<Site> {
  const file = readYamlFile(bytes)
  if ('reason' in file) return unusable(path, file)
  const data = file.value ?? {}
  if (!isYamlMap(data)) {
    return unusable(path, { line: 1, reason: 'The site must be a list of `key: value` lines.' })
  }
  const problems = new FileProblems(path, file)
  const text = (key: string, fallback: string) => readText(data, [key], problems) ?? fallback
  const value: Site = {
    brand: text('brand', defaults.brand),
    title: text('title', defaults.title),
    description: text('description', defaults.description),
    author: readAuthor(data.author, defaults.author, problems),
    language: readLanguage(data, problems) ?? defaults.language,
    time_zone: readTimeZone(data, problems) ?? defaults.time_zone,
    footer: readFooter(data.footer, problems),
    math: readMath(data, problems) ?? defaults.math,
    streak: readStreakRule(data, problems) ?? defaults.streak,
    rest_days: readRestDays(data.rest_days, problems) ?? defaults.rest_days,
    repository: readRepository(data, problems) ?? defaults.repository,
  }
  return { value, problems: problems.list }
}

/** Whether the text is a language code like `en` or `de-AT`. */
export const isLanguage = (text: string) => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(text)

/** Whether a link to it is safe to show: http, https, mailto, or relative. */
function isSafeAddress(text: string): boolean {
  if (text.length > 2048 || /[\s\p{Cc}]/u.test(text)) return false
  return /^(?:https?:\/\/[^/]|mailto:[^/])/i.test(text) || !/^[^/?#]*:|^\/[/\\]|^\\/.test(text)
}

/** The text under the last key of `path`; a problem and null when it is none. */
function readText(data: YamlMap, path: YamlPath, problems: FileProblems): string | null {
  const key = String(path.at(-1))
  try {
    return textField(data, [key])
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    problems.add(path, error.message)
    return null
  }
}

function readAuthor(
  value: YamlValue | undefined,
  fallback: Site['author'],
  problems: FileProblems,
) {
  if (value === undefined || value === null) return fallback
  if (typeof value === 'string') return { name: value.trim() || fallback.name, url: null }
  if (!isYamlMap(value)) {
    problems.add(['author'], "'author' must have a 'name' and may have a 'url'.")
    return fallback
  }
  return {
    name: readText(value, ['author', 'name'], problems) ?? fallback.name,
    url: readAddress(value, ['author', 'url'], problems),
  }
}

function readAddress(data: YamlMap, path: YamlPath, problems: FileProblems): string | null {
  const address = readText(data, path, problems)
  if (address === null || isSafeAddress(address)) return address
  problems.add(path, `${quoted(address)} is not an http, https, mailto or relative address.`)
  return null
}

function readLanguage(data: YamlMap, problems: FileProblems): string | null {
  const language = readText(data, ['language'], problems)
  if (language === null || isLanguage(language)) return language
  problems.add(['language'], `${quoted(language)} is not a language code like 'en' or 'de-AT'.`)
  return null
}

function readTimeZone(data: YamlMap, problems: FileProblems): string | null {
  const zone = readText(data, ['time_zone'], problems)
  if (zone === null || isTimeZone(zone)) return zone
  problems.add(['time_zone'], `${quoted(zone)} is not a time zone like 'Europe/Berlin'.`)
  return null
}

function readMath(data: YamlMap, problems: FileProblems): boolean | null {
  try {
    return flagField(data, 'math')
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    problems.add(['math'], error.message)
    return null
  }
}

function readStreakRule(data: YamlMap, problems: FileProblems): StreakRule | null {
  const text = readText(data, ['streak'], problems)
  const rule = STREAK_RULES.find((name) => name === text?.toLowerCase())
  if (text === null || rule !== undefined) return rule ?? null
  problems.add(['streak'], `${quoted(text)} is no rule for the streak: write 'all' or 'on-time'.`)
  return null
}

/** A list of names, or one name; those that name no day are problems and the others count. */
function readRestDays(value: YamlValue | undefined, problems: FileProblems): Weekday[] | null {
  if (value === undefined || value === null) return null
  const days = new Set<Weekday>()
  for (const [index, entry] of (Array.isArray(value) ? value : [value]).entries()) {
    const text = typeof entry === 'string' ? entry.trim().toLowerCase() : null
    const day = WEEKDAY_NAMES.find((name) => name === text)
    if (day !== undefined) days.add(day)
    else problems.add(['rest_days', index], `${quoted(entry)} is no day like 'sunday'.`)
  }
  return WEEKDAY_NAMES.filter((name) => days.has(name))
}

/** Without a slash or `.git` at its end. Everybody sees it, so it must hold no password. */
function readRepository(data: YamlMap, problems: FileProblems): string | null {
  const address = readText(data, ['repository'], problems)
  if (address === null) return null
  const url = isTypedWebAddress(address) ? new URL(address) : null
  const isPlain =
    url?.protocol === 'https:' && `${url.username}${url.password}${url.search}${url.hash}` === ''
  if (url && isPlain && url.pathname.length > 1)
    return address.replace(/\/+$/, '').replace(/\.git$/, '')
  const reason = `${quoted(address)} is not the https address of a repository, like 'https://github.com/ada/blog'.`
  problems.add(['repository'], reason)
  return null
}

/** Entries without an address are not shown, so they are no problem either. */
function readFooter(value: YamlValue | undefined, problems: FileProblems): FooterLink[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    problems.add(['footer'], "'footer' must be a list of `{label, url}`.")
    return []
  }
  const links: FooterLink[] = []
  for (const [index, entry] of value.slice(0, FOOTER_LINKS_MAX).entries()) {
    if (!isYamlMap(entry)) {
      problems.add(['footer', index], "A footer entry needs a 'label' and a 'url'.")
      continue
    }
    const url = readAddress(entry, ['footer', index, 'url'], problems)
    const label = readText(entry, ['footer', index, 'label'], problems)
    if (url !== null) links.push({ label: label ?? url, url })
  }
  return links
}
