/** Which program a folder is of, told from the files that each of them has. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteKind } from '../read/source-post.ts'
import { readMap, readText, SETTINGS_ENDINGS } from './settings-files.ts'

export const SITE_NAMES: Readonly<Record<SiteKind, string>> = {
  jekyll: 'Jekyll',
  hugo: 'Hugo',
  eleventy: 'Eleventy',
  astro: 'Astro',
  zola: 'Zola',
  gatsby: 'Gatsby',
  next: 'Next',
  obsidian: 'Obsidian',
  ghost: 'Ghost',
  markdown: 'markdown files',
}

const CODE_ENDINGS = ['js', 'cjs', 'mjs', 'ts']
const configs = (name: string) => CODE_ENDINGS.map((end) => `${name}.${end}`)

/** What tells a program, the surest first: one site may have the signs of several. */
const SIGNS: readonly [
  SiteKind,
  (has: (...names: string[]) => boolean, folder: string) => boolean,
][] = [
  ['jekyll', (has) => has('_config.yml', '_config.yaml')],
  ['astro', (has) => has(...configs('astro.config'), 'src/content')],
  ['eleventy', (has) => has(...configs('.eleventy'), ...configs('eleventy.config'))],
  ['zola', (_, folder) => isZola(folder)],
  ['hugo', (has, folder) => isHugo(has) && !isZola(folder)],
  ['gatsby', (has) => has(...configs('gatsby-config'))],
  ['next', (has) => has(...configs('next.config'))],
  ['jekyll', (has) => has('_posts')],
  ['obsidian', (has) => has('.obsidian')],
]

/** Every program that the folder shows signs of, the most likely first; often one, maybe none. */
export function kindsOfSite(folder: string): SiteKind[] {
  const has = (...names: string[]) => names.some((name) => existsSync(join(folder, name)))
  const kinds = SIGNS.flatMap(([kind, shows]) => (shows(has, folder) ? [kind] : []))
  return [...new Set(kinds)]
}

/** The folders in this one that show signs of a program, by name. */
export function sitesInside(folder: string): { name: string; kind: SiteKind }[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name))
    .flatMap(({ name }) => {
      const [kind] = kindsOfSite(join(folder, name))
      return kind === undefined ? [] : [{ name, kind }]
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Zola has `base_url` where Hugo has `baseURL`, and TOML that sorts its sections. */
function isZola(folder: string): boolean {
  if (existsSync(join(folder, 'zola.toml'))) return true
  if ('base_url' in readMap(folder, 'config.toml')) return true
  return /^\+\+\+[\s\S]{0,2000}^sort_by\s*=/m.test(readText(join(folder, 'content/_index.md')))
}

function isHugo(has: (...names: string[]) => boolean): boolean {
  const isNamed = has('config/_default', ...SETTINGS_ENDINGS.map((end) => `hugo.${end}`))
  const isLikely =
    has('content') && has('archetypes', ...SETTINGS_ENDINGS.map((end) => `config.${end}`))
  return isNamed || isLikely
}
