/**
 * How a site made its addresses, as far as its settings say it: patterns, the folder that the whole
 * site stood in, Astro's routes. What is code is not run.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'smol-toml'
import {
  isYamlMap,
  loadYaml,
  type YamlMap,
  type YamlValue,
} from '../../../server/content/formats/yaml/load-yaml.ts'
import { listFiles } from './source-files.ts'
import type { SiteKind } from './source-post.ts'

export interface SiteRules {
  /** The path of the site's home without its last slash, mostly empty. */
  base: string
  /** The pattern for the addresses of a file; null when the program's usual one holds. */
  patternFor(source: string): string | null
  /** Where Astro showed a collection, `/blog`; null when its pages do not tell. */
  routeOf(collection: string): string | null
  /** Hugo writes addresses in small letters unless told not to. */
  keepsCase: boolean
}

const USUAL: SiteRules = {
  base: '',
  patternFor: () => null,
  routeOf: () => null,
  keepsCase: false,
}

/** Reads the settings of a folder; usual rules for what they do not say, or cannot be read. */
export function readSiteRules(folder: string, kind: SiteKind): SiteRules {
  if (kind === 'jekyll') return jekyllRules(folder)
  if (kind === 'hugo') return hugoRules(folder)
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
  const names = ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap(
    (name) => ['toml', 'yaml', 'yml', 'json'].map((end) => `${name}.${end}`),
  )
  // Newer names win; a key is spelled with any case.
  const config = lowerKeys(
    Object.assign({}, ...names.reverse().map((name) => readMap(folder, name))),
  )
  const parts = ['toml', 'yaml', 'yml', 'json'].map((end) =>
    readMap(folder, `config/_default/permalinks.${end}`),
  )
  const all: YamlMap = Object.assign({}, mapOf(config.permalinks), ...parts)
  const patterns = { ...all, ...mapOf(all.page) }
  return {
    base: pathOf(textOf(config.baseurl)),
    patternFor(source) {
      const [, section = ''] = source.split('/')
      return textOf(patterns[section])
    },
    routeOf: () => null,
    keepsCase: textOf(config.disablepathtolower) === 'true',
  }
}

function eleventyRules(folder: string): SiteRules {
  const configs = ['.eleventy', 'eleventy.config'].flatMap((name) =>
    ['js', 'cjs', 'mjs', 'ts'].map((end) => `${name}.${end}`),
  )
  const prefix = settingIn(folder, configs, /\bpathPrefix:\s*["'`]([^"'`]+)["'`]/)
  return { ...USUAL, base: pathOf(prefix), patternFor: (source) => folderPattern(folder, source) }
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

function astroRules(folder: string): SiteRules {
  const configs = ['mjs', 'ts', 'js'].map((end) => `astro.config.${end}`)
  const base = settingIn(folder, configs, /\bbase:\s*["'`]([^"'`]+)["'`]/)
  const pages = existsSync(join(folder, 'src/pages')) ? listFiles(folder, 'src/pages') : []
  const routes = pages.flatMap((page) => /^src\/pages(.*)\/\[[^/]+\]\.astro$/.exec(page)?.[1] ?? [])
  const [only, ...more] = routes
  return {
    ...USUAL,
    base: pathOf(base),
    routeOf(collection) {
      const named = routes.find((route) => route === `/${collection}`)
      return named ?? (more.length === 0 ? (only ?? null) : null)
    },
  }
}

/** A setting that stands in code as a plain text. */
function settingIn(folder: string, names: readonly string[], setting: RegExp): string | null {
  for (const name of names) {
    const found = setting.exec(readText(join(folder, name)))?.[1]
    if (found !== undefined) return found
  }
  return null
}

/** A file of settings as a map of texts; empty when it is not there or cannot be read. */
function readMap(folder: string, name: string): YamlMap {
  const text = readText(join(folder, name))
  if (text === '') return {}
  if (!name.endsWith('.toml')) return mapOf(yamlValue(text))
  try {
    // Through JSON every scalar of TOML becomes one of YAML.
    return mapOf(yamlValue(JSON.stringify(parse(text))))
  } catch {
    return {}
  }
}

function yamlValue(text: string): YamlValue {
  const read = loadYaml(text)
  return 'value' in read ? read.value : null
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The path in an address, or in a path, without its last slash. */
function pathOf(address: string | null): string {
  if (address === null) return ''
  const path = URL.canParse(address) ? new URL(address).pathname : address
  const clean = `/${path}`.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  return /[{}]/.test(clean) ? '' : clean
}

const lowerKeys = (map: YamlMap): YamlMap =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key.toLowerCase(), value]))
const mapOf = (value: YamlValue | undefined): YamlMap => (isYamlMap(value) ? value : {})
const listOf = (value: YamlValue | undefined): YamlValue[] => (Array.isArray(value) ? value : [])
const textOf = (value: YamlValue | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null
