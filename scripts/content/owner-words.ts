/**
 * A starter site becomes somebody's own: the words of site.yaml, the first words of the about page,
 * and the starter posts and projects gone if that is wanted. Pure.
 */
import { isTimeZone } from '#domain/days/zone.ts'
import { OWNER_FIELDS, type OwnerField, type OwnerWords, type Site } from '#domain/site.ts'
import { escapeMarkdown } from '#domain/texts/escape-markdown.ts'
import { isLanguage } from '../../server/content/formats/site-file.ts'
import { patchSiteFile } from './patch-site-file.ts'
import { isStarterFile, STARTER_ABOUT, STARTER_FILES } from './starter-files.ts'

const LENGTH_MAX: Record<OwnerField, number> = {
  name: 100,
  title: 100,
  brand: 30,
  description: 300,
  language: 35,
  time_zone: 60,
}
const SITE = 'site.yaml'
const ABOUT = 'about.md'
const STARTER_TEXTS = Object.keys(STARTER_FILES).filter((path) => path !== SITE)

/** Why a value cannot be used, in a sentence; null when it can. */
export function ownerFault(field: OwnerField, value: string): string | null {
  const label = field.replace('_', ' ')
  if (value.trim() === '') return `The ${label} is missing.`
  if (/\p{Cc}/u.test(value)) return `The ${label} must be one line.`
  if ([...value].length > LENGTH_MAX[field]) {
    return `The ${label} has more than ${LENGTH_MAX[field]} characters.`
  }
  if (field === 'language' && !isLanguage(value)) {
    return `'${value}' is not a language code like 'en' or 'de-AT'.`
  }
  if (field === 'time_zone' && !isTimeZone(value)) {
    return `'${value}' is not a time zone like 'Europe/Berlin'.`
  }
  return null
}

/** What the site says of itself now. */
export function ownerWordsOf({ author, title, brand, description, language, time_zone }: Site) {
  return { name: author.name, title, brand, description, language, time_zone }
}

/** Only what differs from what the site says now. */
function changedWords(words: OwnerWords, site: Site): OwnerWords {
  const present = ownerWordsOf(site)
  const changed = OWNER_FIELDS.filter(
    (field) => words[field] !== undefined && words[field] !== present[field],
  )
  return Object.fromEntries(changed.map((field) => [field, words[field]]))
}

/** Files that may change, for the caller to read. */
export function ownerPaths(): string[] {
  return [SITE, ABOUT, ...STARTER_TEXTS]
}

/** How many posts and projects of the starter are there as they came. */
export function countStarter(texts: ReadonlyMap<string, string>): number {
  return starterIn(texts).length
}

/**
 * The files that change, null for those that go: starter posts and projects that nobody has edited.
 * @param texts the content's files by path, absent where there is none
 */
export function ownerChanges(
  texts: ReadonlyMap<string, string>,
  { words, clears, site }: { words: OwnerWords; clears: boolean; site: Site },
): { path: string; text: string | null }[] {
  const changed = changedWords(words, site)
  const written = [
    { path: SITE, text: patchSiteFile(texts.get(SITE) ?? '', changed) },
    { path: ABOUT, text: aboutText(texts.get(ABOUT) ?? '', changed, site) },
  ]
  const left = clears ? starterIn(texts).map((path) => ({ path, text: null })) : []
  return [...written.filter(({ path, text }) => text !== (texts.get(path) ?? '')), ...left]
}

function starterIn(texts: ReadonlyMap<string, string>): string[] {
  return STARTER_TEXTS.filter((path) => isStarterFile(path, texts.get(path) ?? ''))
}

/** With another first paragraph, where that is the starter's own or was made here before. */
function aboutText(about: string, changed: OwnerWords, site: Site): string {
  const present = ownerWordsOf(site)
  const found = [STARTER_ABOUT, introduction(present)].find((words) => about.includes(words))
  if (found === undefined || Object.keys(changed).length === 0) return about
  return about.replace(found, () => introduction({ ...present, ...changed }))
}

function introduction({ name, description }: { name: string; description: string }): string {
  return `This is the site of ${escapeMarkdown(name)}. ${escapeMarkdown(description)}`
}
