/**
 * Where a post stood on its old site: what it says itself, else the pattern in the settings of
 * Jekyll and Hugo, else the program's usual one. Code is not run.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import slugify from '@sindresorhus/slugify'
import { unlessFaulty } from '../../../server/content/formats/fault.ts'
import { isYamlMap, loadYaml, type YamlValue } from '../../../server/content/formats/load-yaml.ts'
import { loadToml } from './source-fields.ts'
import { ELEVENTY_INPUT, ownPlace } from './source-files.ts'
import type { SiteKind } from './source-post.ts'

/** Patterns by section; the one of '' holds for all others. */
export type Permalinks = Readonly<Record<string, string>>

interface Placed {
  /** The file, relative to the folder. */
  path: string
  name: string
  title: string | null
  /** The day, or a date that begins with it. */
  date: string | null
  categories: readonly string[]
  /** Its address in the front matter, or a pattern of it. */
  permalink: string | null
}

/** Jekyll's patterns that have a name (its docs, "Permalinks"). */
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
/** What stands before the sections of a post's place. */
const ROOT =
  /(?:^|\/)_(?:posts|drafts)(?:\/.*)?$|^content(?:\/|$)|^src\/(?:content|data|pages)(?:\/|$)/

/** Where settings are, the first that is there. */
const SETTINGS: Readonly<Partial<Record<SiteKind, readonly string[]>>> = {
  jekyll: ['_config.yml', '_config.yaml'],
  hugo: ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap((name) =>
    ['toml', 'yaml', 'yml', 'json'].map((ending) => `${name}.${ending}`),
  ),
}

/** The patterns in the settings of a folder; none for what cannot be read. */
export function readPermalinks(folder: string, kind: SiteKind): Permalinks {
  const path = SETTINGS[kind]?.map((name) => join(folder, name)).find(existsSync)
  if (path === undefined) return {}
  const load = path.endsWith('.toml') ? loadToml : loadYaml
  const settings = mapOr(unlessFaulty(() => load(readFileSync(path, 'utf8'))))
  const all = kind === 'jekyll' ? { '': settings.permalink } : mapOr(settings.permalinks)
  const patterns = Object.entries({ ...all, ...mapOr(all.page) })
  return Object.fromEntries(
    patterns.flatMap(([section, pattern]) =>
      typeof pattern === 'string' ? [[section, pattern]] : [],
    ),
  )
}

const mapOr = (value: YamlValue | undefined): Record<string, YamlValue | undefined> =>
  isYamlMap(value) ? value : {}

/** The address; null when only the program's code knows it, or there was none. */
export function oldAddressOf(post: Placed, kind: SiteKind, permalinks: Permalinks): string | null {
  const usual = USUAL[kind]
  if (usual === undefined) return isPattern(post.permalink ?? ':x') ? null : post.permalink
  // Eleventy takes `x/x.md` for `x/index.md`.
  const twice = /^(.*\/)?([^/]+)\/\2\.\w+$/.exec(post.path)
  const place = kind === 'eleventy' && twice ? `${twice[1] ?? ''}${twice[2]}` : ownPlace(post.path)
  const parts = place.replace(kind === 'eleventy' ? ELEVENTY_INPUT : '', '').split('/')
  const file = (parts.pop() ?? '').replace(/\.\w+$/, '')
  const fileName = kind === 'hugo' ? file : file.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, '')
  const sections = parts.join('/').replace(ROOT, '').split('/').filter(Boolean)
  const [section = ''] = sections
  const setting = permalinks[kind === 'hugo' ? section : ''] ?? usual
  const pattern = post.permalink ?? JEKYLL_STYLES[setting] ?? setting
  const address = filled(pattern, wordsOf(post, { kind, sections, fileName }))
  // Hugo writes addresses in small letters, but for one in the front matter.
  return kind === 'hugo' && post.permalink === null ? (address?.toLowerCase() ?? null) : address
}

type Words = Readonly<Record<string, string | undefined>>

/** The words of Jekyll, Hugo and Eleventy that most sites use. */
function wordsOf(
  { name, title, date, categories }: Placed,
  { kind, sections, fileName }: { kind: SiteKind; sections: string[]; fileName: string },
): Words {
  const [year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date ?? '')?.slice(1) ?? []
  const slug = slugify(title ?? '', { decamelize: false })
  // Folders above Jekyll's _posts are categories.
  const all = new Set([...sections, ...categories].map((each) => each.toLowerCase()))
  return {
    ...{ year, month, day, i_month: month?.replace(/^0/, ''), i_day: day?.replace(/^0/, '') },
    title: kind === 'hugo' ? slug : name,
    slug: kind === 'hugo' && name === fileName ? slug : name,
    ...{ categories: [...all].join('/'), section: sections[0], sections: sections.join('/') },
    ...{ filename: fileName, contentbasename: fileName, 'page.fileSlug': fileName },
    ...{ slugorfilename: name, slugorcontentbasename: name, output_ext: '.html' },
  }
}

/** `:word` or `{{ word }}`. Null when a word is not known, or signs of a pattern are left. */
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
