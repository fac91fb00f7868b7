/**
 * How a site made its addresses, as far as its settings say it: patterns, the folder that the whole
 * site stood in, Astro's routes. What is code is not run.
 */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isYamlMap, type YamlMap } from '../../../server/content/formats/yaml/load-yaml.ts'
import type { SiteKind } from '../read/source-post.ts'
import { hugoPlaces, readHugoConfig } from './hugo-config.ts'
import { listFiles } from './list-files.ts'
import { listOf, mapOf, readMap, readText, settingIn, textOf } from './settings-files.ts'

export interface SiteRules {
  /** The path of the site's home without its last slash, mostly empty. */
  base: string
  /** The pattern for the addresses of a file; null when the program's usual one holds. */
  patternFor(source: string): string | null
  /** Where Astro showed a collection, `/blog`; null when its pages do not tell. */
  routeOf(collection: string): string | null
  /** Hugo writes addresses in small letters unless told not to. */
  keepsCase: boolean
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
  keepsCase: false,
  placeOf: (path) => ({ path, prefix: '' }),
}

/** Reads the settings of a folder; usual rules for what they do not say, or cannot be read. */
export function readSiteRules(folder: string, kind: SiteKind): SiteRules {
  if (kind === 'jekyll') return jekyllRules(folder)
  if (kind === 'hugo') return hugoRules(folder)
  if (kind === 'zola') return zolaRules(folder)
  if (kind === 'eleventy') return eleventyRules(folder)
  return kind === 'astro' ? astroRules(folder) : USUAL
}

function jekyllRules(folder: string): SiteRules {
  const config = { ...readMap(folder, '_config.yml'), ...readMap(folder, '_config.yaml') }
  const defaults = listOf(config.defaults)
    .filter(isYamlMap)
    .filter(({ scope }) => {
      const { type, path } = mapOf(scope)
      return (type ?? 'posts') === 'posts' && ['', '_posts'].includes(textOf(path) ?? '')
    })
    .map(({ values }) => textOf(mapOf(values).permalink))
  const own = textOf(mapOf(mapOf(config.collections).posts).permalink)
  const pattern = defaults.find((found) => found !== null) ?? own ?? textOf(config.permalink)
  return { ...USUAL, base: pathOf(textOf(config.baseurl)), patternFor: () => pattern }
}

function hugoRules(folder: string): SiteRules {
  const config = readHugoConfig(folder)
  const all = mapOf(config.permalinks)
  const patterns: YamlMap = { ...all, ...mapOf(all.page) }
  const placeOf = hugoPlaces(config)
  return {
    base: pathOf(textOf(config.baseurl)),
    patternFor(source) {
      const [, section = ''] = (placeOf(source)?.path ?? source).split('/')
      return textOf(patterns[section])
    },
    routeOf: () => null,
    keepsCase: textOf(config.disablepathtolower) === 'true',
    placeOf,
  }
}

function zolaRules(folder: string): SiteRules {
  const config = { ...readMap(folder, 'config.toml'), ...readMap(folder, 'zola.toml') }
  const placeOf = (path: string) => (path.startsWith('content/') ? { path, prefix: '' } : null)
  return { ...USUAL, base: pathOf(textOf(config.base_url)), placeOf }
}

const ELEVENTY_CONFIGS = ['.eleventy', 'eleventy.config'].flatMap((name) =>
  ['js', 'cjs', 'mjs', 'ts'].map((end) => `${name}.${end}`),
)

function eleventyRules(folder: string): SiteRules {
  const prefix = settingIn(folder, ELEVENTY_CONFIGS, /\bpathPrefix:\s*["'`]([^"'`]+)["'`]/)
  const input = settingIn(folder, ELEVENTY_CONFIGS, /\binput:\s*["'`](?:\.\/)?([^"'`]+?)\/?["'`]/)
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
    const name = at.split('/').at(-1) ?? ''
    for (const end of ['11tydata.json', 'json']) {
      const pattern = textOf(readMap(folder, `${at}/${name}.${end}`).permalink)
      if (pattern !== null) return pattern
    }
  }
  return null
}

const COLLECTION_PARENTS = ['src/content', 'src/data']

function astroRules(folder: string): SiteRules {
  const configs = ['mjs', 'ts', 'js'].map((end) => `astro.config.${end}`)
  const base = settingIn(folder, configs, /\bbase:\s*["'`]([^"'`]+)["'`]/)
  const pages = existsSync(join(folder, 'src/pages')) ? listFiles(folder, 'src/pages') : []
  const routes = pages.flatMap((page) => /^src\/pages(.*)\/\[[^/]+\]\.astro$/.exec(page)?.[1] ?? [])
  const [only, ...more] = routes
  const roots = collectionFolders(folder)
  return {
    ...USUAL,
    base: pathOf(base),
    routeOf(collection) {
      const named = routes.find((route) => route === `/${collection}`)
      return named ?? (more.length === 0 ? (only ?? null) : null)
    },
    placeOf(path) {
      const root = roots.find((each) => path.startsWith(`${each}/`))
      if (root === undefined) return /^src\/pages\/.+\//.test(path) ? { path, prefix: '' } : null
      // A collection that stands elsewhere has the name of its folder.
      const name = COLLECTION_PARENTS.includes(root) ? '' : `/${basename(root)}`
      const rest = path.slice(root.length)
      return { path: `src/content${name}${rest}`, prefix: '' }
    },
  }
}

/** `src/content`, and the folders that the settings of collections name as plain texts. */
function collectionFolders(folder: string): string[] {
  const names = ['src/content.config', 'src/content/config'].flatMap((name) =>
    ['ts', 'mjs', 'js'].map((end) => join(folder, `${name}.${end}`)),
  )
  const code = names.map(readText).join('\n')
  const found = code.matchAll(
    /["'`](?:\.\/)?((?:src|content|data|posts|blog)(?:\/[\w.-]+)*)\/?["'`]/g,
  )
  const folders = [...found].flatMap(([, path = '']) =>
    existsSync(join(folder, path)) ? [path] : [],
  )
  return [...folders.filter((path) => !COLLECTION_PARENTS.includes(path)), ...COLLECTION_PARENTS]
}

/** The path in an address, or in a path, without its last slash. */
function pathOf(address: string | null): string {
  if (address === null) return ''
  const path = URL.canParse(address) ? new URL(address).pathname : address
  const clean = `/${path}`.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  return /[{}]/.test(clean) ? '' : clean
}
