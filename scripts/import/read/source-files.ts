/** Which files of another program's folder are posts, told from their paths. */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { SiteRules } from '../site/site-rules.ts'
import type { SiteKind } from './source-post.ts'

export interface SourceFile {
  /** Relative to the folder. */
  path: string
  /** What the id is made from when nothing else says it. */
  name: string
  isDraft: boolean
}

/** What programs write or bring along, wherever it stands. */
const GENERATED = /^(?:\..*|node_modules|_site|_includes|_layouts|_data|_vendor)$/
/** The same at the top of a site; deeper down these may be names of sections. */
const GENERATED_AT_TOP = /^(?:dist|themes|archetypes|vendor)$/
/** What stands in a repository for those who work on it. */
const ABOUT_THE_PROJECT =
  /^(?:agents|authors|changelog|changes|claude|code[-_]of[-_]conduct|contributing|contributors|copying|governance|history|licen[cs]e|maintainers|notice|readme|security|support)$/i
const MARKDOWN = /\.(?:mdx?|markdown|mkdn?|mkdown|mdown)$/i
const HTML = /\.html?$/i
const OTHER_TEXT = /\.(?:canvas|textile|org|adoc|asciidoc|rst|njk|liquid|ipynb)$/i
const INDEX = /(?:^|\/)_?index\.\w+$/i

/** A folder's files, and what its settings say of them. */
export interface SourceFolder {
  kind: SiteKind
  rules: SiteRules
  /** Every file and link, by path. */
  paths: readonly string[]
  /** Folders with an `index.md`, each with whether other texts stand below it. */
  indexFolders: ReadonlyMap<string, boolean>
}

/** What is known of a folder's files before each of them is judged. */
export function sourceFolder(folder: string, kind: SiteKind, rules: SiteRules): SourceFolder {
  const paths = listFiles(folder, kind)
  const texts = paths.filter((path) => isRead(path, kind))
  const indexes = texts.filter((path) => /(?:^|\/)index\.\w+$/i.test(path))
  const indexFolders = new Map(indexes.map((path) => [dirname(path), false]))
  for (const path of texts) {
    for (let at = dirname(ownPlace(path)); at !== '.'; at = dirname(at)) {
      if (indexFolders.has(at)) indexFolders.set(at, true)
    }
  }
  return { kind, rules, paths, indexFolders }
}

function listFiles(folder: string, kind: SiteKind, under = ''): string[] {
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

/** `x/index.md` is the page `x`. */
const ownPlace = (path: string) => (INDEX.test(path) ? dirname(path) : path)

/** Whether posts in files like this one are read. */
const isRead = (path: string, kind: SiteKind): boolean =>
  MARKDOWN.test(path) || (HTML.test(path) && (kind === 'jekyll' || kind === 'hugo'))

/** The file as a post, the reason why it is none, or null for what is no writing at all. */
export function sortOut(path: string, site: SourceFolder): SourceFile | { reason: string } | null {
  const { kind } = site
  const isMarkdown = MARKDOWN.test(path)
  const isOther = kind !== 'markdown' && (HTML.test(path) || OTHER_TEXT.test(path))
  if (!isMarkdown && !isOther) return null
  const reason = reasonToSkip(path, site)
  if (reason !== null) return isMarkdown ? { reason } : null
  if (!isRead(path, kind)) return { reason: 'It is not written in markdown.' }
  const file = basename(path).replace(/\.\w+$/, '')
  // `index.de` is the folder's text in another language.
  const name = file.replace(/^index(?=\.|$)/i, () => basename(dirname(path)))
  const hasDate = kind === 'jekyll' || kind === 'eleventy'
  // Astro leaves out what begins with an underscore: nobody could read it.
  const isHidden = kind === 'astro' && /(?:^|\/)_/.test(path)
  return {
    path,
    name: hasDate ? name.replace(/^\d{4}-\d{2}-\d{2}[-_](?=.)/, '') : name,
    isDraft: isHidden || /(?:^|\/)_drafts\//.test(path),
  }
}

function reasonToSkip(path: string, { kind, rules, indexFolders }: SourceFolder): string | null {
  const [stem = ''] = basename(path).split('.')
  const isAtTop = !path.includes('/') || stem === stem.toUpperCase() || /^readme$/i.test(stem)
  if (isAtTop && ABOUT_THE_PROJECT.test(stem)) return 'It is no post.'
  if (kind === 'jekyll') {
    const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(path)
    return isPost ? null : 'It is a page, not in _posts or _drafts.'
  }
  const place = rules.placeOf(path)?.path
  if (kind === 'hugo') {
    if (place === undefined) return 'It is not in content/.'
    if (/^_index\./i.test(basename(path))) return 'It is a list page of Hugo.'
    for (let at = dirname(ownPlace(path)); at.includes('/'); at = dirname(at)) {
      if (indexFolders.has(at)) return 'It is a part of a page bundle.'
    }
    return place.split('/').length > 2 ? null : 'It is a page, not in a section.'
  }
  if (place === undefined) return 'It is not in src/content/.'
  if (kind === 'eleventy') {
    // `x/index.md` and `x/x.md` are `x.md`; an index with other texts below it lists them.
    const isList = INDEX.test(path) && indexFolders.get(dirname(path)) === true
    const isPage = !ownPlace(place).includes('/') || /^([^/]+)\/\1\.\w+$/.test(place)
    return isList || isPage ? 'It is a page, not in a folder of posts.' : null
  }
  const isTemplate = kind !== 'astro' && /(?:^|\/)templates?\//i.test(path)
  return isTemplate ? 'It is a template.' : null
}
