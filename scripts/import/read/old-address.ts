/**
 * The address of a post on its old site: from its front matter, else by the pattern in the settings
 * of Jekyll or Hugo, else by the program's default. No code is executed.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import slugify from '@sindresorhus/slugify'
import { orNull } from '../../../server/content/formats/content-error.ts'
import { isYamlMap, loadYaml, type YamlValue } from '../../../server/content/formats/load-yaml.ts'
import { loadToml } from './source-fields.ts'
import { ELEVENTY_INPUT, withoutIndex } from './source-files.ts'
import type { SiteKind } from './source-post.ts'

type Settings = Readonly<Record<string, YamlValue | undefined>>

/** What a site's settings say of addresses. */
export interface AddressRules {
  /** Patterns by section; '' is the default. */
  patterns: Settings
  /** Folder of the posts whose address has no language, with a slash; else empty. */
  contentFolder: string
}

interface Placed {
  /** Path of the file, relative to the folder. */
  path: string
  name: string
  title: string | null
  /** A date that begins with the day. */
  date: string | null
  categories: readonly string[]
  /** Address or pattern in the front matter. */
  permalink: string | null
}

/** Jekyll's named patterns (see its docs, "Permalinks"). */
const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title.html',
}
const USUAL: Readonly<Partial<Record<SiteKind, string>>> = {
  jekyll: 'date',
  hugo: '/:sections/:slugorfilename/',
  eleventy: '/:sections/:filename/',
  astro: '/:sections/:slugorfilename/',
}
/** Path prefix before the sections. */
const ROOT =
  /(?:^|\/)_(?:posts|drafts)(?:\/.*)?$|^content(?:\/|$)|^src\/(?:content|data|pages)(?:\/|$)/

/** Settings, without their ending; the first existing file counts. */
const SETTINGS: Readonly<Partial<Record<SiteKind, readonly string[]>>> = {
  jekyll: ['_config'],
  hugo: ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'],
}

/** Reads the settings of a folder; no rules if they cannot be read. */
export function readAddressRules(folder: string, kind: SiteKind): AddressRules {
  const settings = readSettings(folder, SETTINGS[kind] ?? [])
  if (kind !== 'hugo') return { patterns: { '': settings.permalink }, contentFolder: '' }
  // A table of Hugo's settings may be a file.
  const table = (name: string) => ({
    ...mapOr(settings[name]),
    ...readSettings(folder, [`config/_default/${name}`]),
  })
  const { page, ...permalinks } = table('permalinks')
  const language = mapOr(table('languages')[String(settings.defaultContentLanguage ?? 'en')])
  const content = language.contentDir ?? settings.contentDir
  const hasLanguage = settings.defaultContentLanguageInSubdir === 'true'
  return {
    patterns: { ...permalinks, ...mapOr(page) },
    contentFolder: typeof content === 'string' && !hasLanguage ? `${content}/` : '',
  }
}

function readSettings(folder: string, names: readonly string[]): Settings {
  const path = names
    .flatMap((name) => ['toml', 'yaml', 'yml', 'json'].map((ending) => `${name}.${ending}`))
    .map((name) => join(folder, name))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
  if (path === undefined) return {}
  const load = path.endsWith('.toml') ? loadToml : loadYaml
  return mapOr(orNull(() => load(readFileSync(path, 'utf8'))))
}

const mapOr = (value: YamlValue | undefined): Settings => (isYamlMap(value) ? value : {})

/** The address; null if there was none or only code of the site determines it. */
export function oldAddressOf(post: Placed, kind: SiteKind, rules: AddressRules): string | null {
  const usual = USUAL[kind]
  if (usual === undefined) return isPattern(post.permalink ?? ':x') ? null : post.permalink
  // Eleventy treats `x/x.md` as `x/index.md`.
  const twice = /^(.*\/)?([^/]+)\/\2\.\w+$/.exec(post.path)
  const place =
    kind === 'eleventy' && twice ? `${twice[1] ?? ''}${twice[2]}` : withoutIndex(post.path)
  const root = kind === 'eleventy' ? ELEVENTY_INPUT : rules.contentFolder
  const parts = place.replace(root, '').split('/')
  const file = (parts.pop() ?? '').replace(/\.\w+$/, '')
  const fileName = kind === 'hugo' ? file : file.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, '')
  const sections = parts.join('/').replace(ROOT, '').split('/').filter(Boolean)
  const [section = ''] = sections
  const named = rules.patterns[kind === 'hugo' ? section : '']
  const setting = typeof named === 'string' ? named : usual
  const pattern = post.permalink ?? JEKYLL_STYLES[setting] ?? setting
  const address = filled(pattern, wordsOf(post, { kind, sections, fileName }))
  // Hugo lowercases addresses, except those in the front matter.
  return kind === 'hugo' && post.permalink === null ? (address?.toLowerCase() ?? null) : address
}

type Words = Readonly<Record<string, string | undefined>>

/** Values of the common placeholders of Jekyll, Hugo and Eleventy. */
function wordsOf(
  { name, title, date, categories }: Placed,
  { kind, sections, fileName }: { kind: SiteKind; sections: string[]; fileName: string },
): Words {
  const [year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date ?? '')?.slice(1) ?? []
  const slug = slugify(title ?? '', { decamelize: false })
  // Folders above Jekyll's _posts are categories.
  const all = new Set([...sections, ...categories].map((each) => each.toLowerCase()))
  return {
    year,
    month,
    day,
    i_month: month?.replace(/^0/, ''),
    i_day: day?.replace(/^0/, ''),
    title: kind === 'hugo' ? slug : name,
    slug: kind === 'hugo' && name === fileName ? slug : name,
    categories: [...all].join('/'),
    section: sections[0],
    sections: sections.join('/'),
    filename: fileName,
    contentbasename: fileName,
    'page.fileSlug': fileName,
    slugorfilename: name,
    slugorcontentbasename: name,
    output_ext: '.html',
  }
}

/** Fills `:word` and `{{ word }}`. Null if a placeholder is unknown, or syntax is left over. */
function filled(pattern: string, words: Words): string | null {
  let isKnown = true
  const address = pattern.replace(/:([a-z_]+)|\{\{-?\s*([\w.]+)\s*-?\}\}/g, (_, plain, value) => {
    const word = words[plain ?? value]
    if (word === undefined) isKnown = false
    return word ?? ''
  })
  return isKnown && !isPattern(address) ? `/${address}`.replace(/\/{2,}/g, '/') : null
}

const isPattern = (address: string) => /[{}[\]]|(?:^|\/):/.test(address)
