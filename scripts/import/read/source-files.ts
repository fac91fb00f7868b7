/** Detects the program of a folder, and its posts, from paths. */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { foldersAbove } from '../../../server/git/objects/repository-paths.ts'
import type { SiteKind } from './source-post.ts'

export interface SourceFile {
  /** Relative to the folder. */
  path: string
  /** Fallback for the id. */
  name: string
  isDraft: boolean
}

/** Files and folders at the top that identify a program, the surest first. */
const MARKER_FILES: readonly [SiteKind, RegExp][] = [
  ['jekyll', /^_config\.ya?ml$/],
  ['astro', /^astro\.config\.\w+$/],
  ['eleventy', /^(?:\.eleventy|eleventy\.config)\.\w+$/],
  ['hugo', /^(?:hugo|config)\.(?:toml|ya?ml|json)$|^config$|^archetypes$/],
  ['jekyll', /^_posts$/],
  ['obsidian', /^\.obsidian$/],
]
/** Generated files and dependencies, at any depth. */
const GENERATED = /^(?:\..*|node_modules|_site|_includes|_layouts|_data|_vendor)$/
/** The same at the top of a site only; deeper, these may be names of sections. */
const GENERATED_AT_TOP = /^(?:dist|themes|archetypes|vendor)$/
/** Files about a repository, for its contributors. */
const ABOUT_THE_PROJECT =
  /^(?:agents|authors|changelog|changes|claude|code[-_]of[-_]conduct|contributing|contributors|copying|governance|history|licen[cs]e|maintainers|notice|readme|security|support)$/i
const MARKDOWN = /\.(?:mdx?|markdown|mkdn?|mkdown|mdown)$/i
const HTML = /\.html?$/i
const OTHER_TEXT = /\.(?:canvas|textile|org|adoc|asciidoc|rst|njk|liquid|ipynb)$/i
const INDEX = /(?:^|\/)_?index\.\w+$/i
/** Input folder of Eleventy, which is not part of addresses. */
export const ELEVENTY_INPUT = /^(?:src|content|input|site)\//

export function kindOfSite(folder: string): SiteKind {
  const names = readdirSync(folder)
  const match = MARKER_FILES.find(([, marker]) => names.some((name) => marker.test(name)))
  return match?.[0] ?? 'markdown'
}

/** All files and symlinks of a site, sorted by path, without generated ones. */
export function listFiles(folder: string, kind: SiteKind, under = ''): string[] {
  const isGenerated = (name: string) =>
    GENERATED.test(name) ||
    (under === '' && (GENERATED_AT_TOP.test(name) || (kind === 'hugo' && name === 'public')))
  return readdirSync(join(folder, under), { withFileTypes: true })
    .filter(({ name }) => !isGenerated(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(under, entry.name)
      return entry.isDirectory() ? listFiles(folder, kind, path) : [path]
    })
}

/** The page of a file: `x` for `x/index.md`. */
export const withoutIndex = (path: string) => (INDEX.test(path) ? dirname(path) : path)

/** A file as a post, the reason why it is none, or null for files that are no texts. */
export function classifyFile(
  path: string,
  kind: SiteKind,
  paths: readonly string[],
): SourceFile | { reason: string } | null {
  const isMarkdown = MARKDOWN.test(path)
  const isOther = kind !== 'markdown' && (HTML.test(path) || OTHER_TEXT.test(path))
  if (!isMarkdown && !isOther) return null
  const reason = reasonToSkip(path, kind, paths)
  if (reason !== null) return isMarkdown ? { reason } : null
  const isPage = HTML.test(path) && (kind === 'jekyll' || kind === 'hugo')
  if (!isMarkdown && !isPage) return { reason: 'It is not written in markdown.' }
  const file = basename(path).replace(/\.\w+$/, '')
  // `index.de` is a translation of the folder's text.
  const name = file.replace(/^index(?=\.|$)/i, () => basename(dirname(path)))
  const hasDate = kind === 'jekyll' || kind === 'eleventy'
  // Astro ignores names that begin with an underscore, so these were never public.
  const isHidden = kind === 'astro' && /(?:^|\/)_/.test(path)
  return {
    path,
    name: hasDate ? name.replace(/^\d{4}-\d{2}-\d{2}[-_](?=.)/, '') : name,
    isDraft: isHidden || /(?:^|\/)_drafts\//.test(path),
  }
}

function reasonToSkip(path: string, kind: SiteKind, paths: readonly string[]): string | null {
  const [stem = ''] = basename(path).split('.')
  const isAtTop = !path.includes('/') || stem === stem.toUpperCase() || /^readme$/i.test(stem)
  if (isAtTop && ABOUT_THE_PROJECT.test(stem)) return 'It is no post.'
  if (kind === 'jekyll' && !/(?:^|\/)_(?:posts|drafts)\//.test(path)) {
    return 'It is not in _posts or _drafts.'
  }
  if (kind === 'hugo') {
    const folders = foldersAbove(withoutIndex(path)).filter((at) => at.includes('/'))
    const isPart = folders.some((at) => paths.includes(`${at}/index.md`))
    const isInSection = path.startsWith('content/') && path.split('/').length > 2
    if (isPart || !isInSection || /^_index\./i.test(basename(path))) {
      return 'It is not in a section of content/, or a list or a part of a page there.'
    }
  }
  if (kind === 'astro' && !/^src\/(?:content|data|pages\/.+)\//.test(path)) {
    return 'It is not in src/content/.'
  }
  if (kind === 'eleventy') {
    const place = path.replace(ELEVENTY_INPUT, '')
    // `x/index.md` and `x/x.md` are like `x.md`; an index with other texts below it is a list.
    const isBelow = (other: string) => other !== path && other.startsWith(`${dirname(path)}/`)
    const isList = INDEX.test(path) && paths.some((other) => isBelow(other) && MARKDOWN.test(other))
    const isPage = !withoutIndex(place).includes('/') || /^([^/]+)\/\1\.\w+$/.test(place)
    if (isList || isPage) return 'It is a page, not in a folder of posts.'
  }
  const hasTemplates = kind === 'obsidian' || kind === 'markdown' || kind === 'eleventy'
  return hasTemplates && /(?:^|\/)templates?\//i.test(path) ? 'It is a template.' : null
}
