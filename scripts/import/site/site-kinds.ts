/** Which program a folder is of, told from the files that each of them has. */
import { readdirSync } from 'node:fs'
import type { SiteKind } from '../read/source-post.ts'

export const SITE_NAMES: Readonly<Record<SiteKind, string>> = {
  jekyll: 'Jekyll',
  hugo: 'Hugo',
  eleventy: 'Eleventy',
  astro: 'Astro',
  obsidian: 'Obsidian',
  ghost: 'Ghost',
  markdown: 'markdown files',
}

/** Files and folders that tell a program, the surest first. */
const SIGNS: readonly [SiteKind, RegExp][] = [
  ['jekyll', /^_config\.ya?ml$/],
  ['astro', /^astro\.config\.\w+$/],
  ['eleventy', /^(?:\.eleventy|eleventy\.config)\.\w+$/],
  ['hugo', /^hugo\.(?:toml|ya?ml|json)$|^config$/],
  ['jekyll', /^_posts$/],
  ['obsidian', /^\.obsidian$/],
]

/** The program that the folder shows the surest sign of. */
export function kindOfSite(folder: string): SiteKind {
  const names = readdirSync(folder)
  const sure = SIGNS.find(([, sign]) => names.some((name) => sign.test(name)))
  if (sure !== undefined) return sure[0]
  // Its settings had other names before.
  const isOldHugo = names.some((name) => /^(?:archetypes$|config\.)/.test(name))
  return isOldHugo && names.includes('content') ? 'hugo' : 'markdown'
}
