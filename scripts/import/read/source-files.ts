/** Which files of another program's folder are posts, told from where they stand. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { SiteKind } from './source-post.ts'

export interface SourceFile {
  /** Relative to the folder. */
  path: string
  /** What the id is made from when nothing else says it. */
  name: string
  isDraft: boolean
}

const NEVER: ReadonlySet<string> = new Set([
  'node_modules',
  '_site',
  'public',
  'dist',
  'themes',
  'archetypes',
  '_includes',
  '_layouts',
  '_data',
  'vendor',
])

/** Which program's folder it is; plain markdown when nothing tells. */
export function kindOfSite(folder: string): SiteKind {
  const has = (...names: string[]) => names.some((name) => existsSync(join(folder, name)))
  if (has('_posts', '_config.yml', '_config.yaml')) return 'jekyll'
  if (has('astro.config.mjs', 'astro.config.ts', 'astro.config.js', 'src/content')) return 'astro'
  if (has('.eleventy.js', ...['js', 'cjs', 'mjs', 'ts'].map((end) => `eleventy.config.${end}`))) {
    return 'eleventy'
  }
  if (has('.obsidian')) return 'obsidian'
  const settings = ['toml', 'yaml', 'yml', 'json'].flatMap((end) => [
    `hugo.${end}`,
    `config.${end}`,
  ])
  if (has('content') && has(...settings, 'archetypes')) return 'hugo'
  return 'markdown'
}

/** Every file below the folder, in the order of paths; hidden and generated folders left out. */
export function listFiles(folder: string, under = ''): string[] {
  const entries = readdirSync(join(folder, under), { withFileTypes: true })
  return entries
    .filter(({ name }) => !name.startsWith('.') && !NEVER.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = under === '' ? entry.name : `${under}/${entry.name}`
      if (entry.isDirectory()) return listFiles(folder, path)
      return entry.isFile() ? [path] : []
    })
}

/** The file as a post, the reason why it is none, or null for what is no writing at all. */
export function sortOut(
  path: string,
  kind: SiteKind,
  all: ReadonlySet<string>,
): SourceFile | { reason: string } | null {
  if (/\.mdx$/i.test(path)) return { reason: 'MDX is code; only markdown is read.' }
  if (!/\.(?:md|markdown)$/i.test(path)) return null
  const reason = reasonToSkip(path, kind, all)
  if (reason !== null) return { reason }
  const file = basename(path).replace(/\.\w+$/, '')
  const name = file === 'index' ? basename(dirname(path)) : file
  const hasDate = kind === 'jekyll' || kind === 'eleventy'
  return {
    path,
    name: hasDate ? name.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, '') : name,
    isDraft: /(?:^|\/)_drafts\//.test(path),
  }
}

function reasonToSkip(path: string, kind: SiteKind, all: ReadonlySet<string>): string | null {
  const file = basename(path).toLowerCase()
  if (/^(?:readme|license|changelog|contributing)\.\w+$/.test(file)) return 'It is no post.'
  if (kind === 'jekyll') {
    return /(?:^|\/)_(?:posts|drafts)\//.test(path)
      ? null
      : 'It is a page, not in _posts or _drafts.'
  }
  if (kind === 'hugo') {
    if (!path.startsWith('content/')) return 'It is not in content/.'
    if (file.startsWith('_index.')) return 'It is a list page of Hugo.'
    const isPart = !/^index\./.test(file) && all.has(`${dirname(path)}/index.md`)
    if (isPart) return 'It is a part of a page bundle.'
    return path.split('/').length > 2 ? null : 'It is a page, not in a section.'
  }
  if (kind === 'astro') return path.startsWith('src/content/') ? null : 'It is not in src/content/.'
  if (kind === 'eleventy') {
    const isPage = path.replace(/^(?:src|content|input)\//, '').split('/').length < 2
    return isPage || (/^index\./.test(file) && all.has(dirname(path)))
      ? 'It is a page, not in a folder of posts.'
      : null
  }
  return /(?:^|\/)templates?\//i.test(path) ? 'It is a template.' : null
}
