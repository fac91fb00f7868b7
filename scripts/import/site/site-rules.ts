/**
 * How a site made its addresses, as far as its settings say it: patterns, the folder that the whole
 * site stood in, Astro's routes. Code is not run.
 */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import type { YamlMap } from '../../../server/content/formats/load-yaml.ts'
import type { SiteKind } from '../read/source-post.ts'
import { lowerKeys, mapOf, readSettings, settingIn, textOf } from './settings-files.ts'

export interface SiteRules {
  /** The path of the site's home without its last slash, mostly empty. */
  base: string
  /** The pattern for the addresses of a file; null when the program's usual one holds. */
  patternFor(source: string): string | null
  /** Where Astro showed a collection, `/blog`; null when its pages do not tell. */
  routeOf(collection: string): string | null
  /**
   * Where a file stands in the usual folders of its program, and what its language puts before its
   * addresses; null for a file that the site does not read.
   */
  placeOf(source: string): { path: string; prefix: string } | null
}

const USUAL: SiteRules = {
  base: '',
  patternFor: () => null,
  routeOf: () => null,
  placeOf: (path) => ({ path, prefix: '' }),
}

/** Reads the settings of a folder; usual rules for what they do not say, or cannot be read. */
export function readSiteRules(folder: string, kind: SiteKind): SiteRules {
  if (kind === 'jekyll') return jekyllRules(folder)
  if (kind === 'hugo') return hugoRules(folder)
  if (kind === 'eleventy') return eleventyRules(folder)
  return kind === 'astro' ? astroRules(folder) : USUAL
}

function jekyllRules(folder: string): SiteRules {
  const config = readSettings(folder, '_config')
  const own = textOf(mapOf(mapOf(config.collections).posts).permalink)
  const pattern = own ?? textOf(config.permalink)
  return { ...USUAL, base: pathOf(textOf(config.baseurl)), patternFor: () => pattern }
}

function hugoRules(folder: string): SiteRules {
  const config = hugoSettings(folder)
  const all = mapOf(config.permalinks)
  const patterns: YamlMap = { ...all, ...mapOf(all.page) }
  const folders = hugoFolders(config)
  const placeOf = (path: string) => {
    const found = folders.find(({ source }) => path.startsWith(`${source}/`))
    if (found === undefined) return null
    return { path: `content${path.slice(found.source.length)}`, prefix: found.prefix }
  }
  return {
    ...USUAL,
    base: pathOf(textOf(config.baseurl)),
    patternFor(source) {
      const [, section = ''] = (placeOf(source)?.path ?? source).split('/')
      return textOf(patterns[section])
    },
    placeOf,
  }
}

/** One file, or the folder `config/_default` with a file for each part. */
function hugoSettings(folder: string): YamlMap {
  const parts = join(folder, 'config/_default')
  const settings = { ...readSettings(folder, 'config'), ...readSettings(folder, 'hugo') }
  for (const name of existsSync(parts) ? readdirSync(parts) : []) {
    const part = name.replace(/\.\w+$/, '')
    const read = readSettings(parts, part)
    Object.assign(settings, /^(?:hugo|config)$/.test(part) ? read : { [part]: read })
  }
  return lowerKeys(settings)
}

/** Folders with content, the deepest first, and the path before the addresses of their language. */
function hugoFolders(config: YamlMap): { source: string; prefix: string }[] {
  const first = textOf(config.defaultcontentlanguage) ?? 'en'
  const languages = Object.entries(mapOf(config.languages)).flatMap(([language, settings]) => {
    const source = textOf(lowerKeys(mapOf(settings)).contentdir)
    const prefix = language === first ? '' : `/${language.toLowerCase()}`
    return source === null ? [] : [{ source: posix.normalize(source), prefix }]
  })
  const usual = { source: textOf(config.contentdir) ?? 'content', prefix: '' }
  return [...languages, usual].sort((a, b) => b.source.length - a.source.length)
}

function eleventyRules(folder: string): SiteRules {
  const configs = ['.eleventy', 'eleventy.config']
  const prefix = settingIn(folder, configs, /\bpathPrefix:\s*["'`]([^"'`]+)["'`]/)
  const input = settingIn(folder, configs, /\binput:\s*["'`](?:\.\/)?([^"'`]+?)\/?["'`]/)
  const root = input === null ? /^(?:src|content|input)\// : `${input}/`
  return {
    ...USUAL,
    base: pathOf(prefix),
    patternFor: (source) => folderPattern(folder, source),
    placeOf: (path) => ({ path: path.replace(root, ''), prefix: '' }),
  }
}

/** The permalink of the data files of the folders above, the nearest first. */
function folderPattern(folder: string, source: string): string | null {
  for (let at = dirname(source); at !== '.'; at = dirname(at)) {
    const name = posix.basename(at)
    for (const file of [`${name}.11tydata`, name]) {
      const pattern = textOf(readSettings(join(folder, at), file).permalink)
      if (pattern !== null) return pattern
    }
  }
  return null
}

function astroRules(folder: string): SiteRules {
  const base = settingIn(folder, ['astro.config'], /\bbase:\s*["'`]([^"'`]+)["'`]/)
  const pages = join(folder, 'src/pages')
  const files = existsSync(pages) ? readdirSync(pages, { recursive: true, encoding: 'utf8' }) : []
  const routes = files.flatMap((page) => /^(.*)\/\[[^/]+\]\.astro$/.exec(page)?.[1] ?? [])
  return {
    ...USUAL,
    base: pathOf(base),
    routeOf(collection) {
      const found = routes.includes(collection) ? collection : routes[0]
      const isKnown = found !== undefined && (found === collection || routes.length === 1)
      return isKnown ? `/${found}` : null
    },
    placeOf(path) {
      const isContent = /^src\/(?:content|data|pages\/.+)\//.test(path)
      return isContent ? { path, prefix: '' } : null
    },
  }
}

/** The path in an address, or in a path, without its last slash. */
function pathOf(address: string | null): string {
  if (address === null) return ''
  const path = URL.canParse(address) ? new URL(address).pathname : address
  const clean = `/${path}`.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  return /[{}]/.test(clean) ? '' : clean
}
