/** Which files of another program's folder are posts, told from where they stand. */
import { basename, dirname } from 'node:path'
import { listFiles } from '../site/list-files.ts'
import type { SiteRules } from '../site/site-rules.ts'
import type { SiteKind } from './source-post.ts'

export interface SourceFile {
  /** Relative to the folder. */
  path: string
  /** What the id is made from when nothing else says it. */
  name: string
  isDraft: boolean
}

/** What stands in a repository for those who work on it; in small letters only at its top. */
const ABOUT_THE_PROJECT =
  /^(?:agents|authors|changelog|changes|claude|code[-_]of[-_]conduct|codeowners|contributing|contributors|copilot-instructions|copying|gemini|governance|history|licen[cs]e|maintainers|notice|pull_request_template|security|support)(?:[-_.].*)?$/i

const MARKDOWN = /\.(?:mdx?|markdown|mkdn?|mkdown|mdown)$/i
const HTML = /\.html?$/i
const OTHER_TEXT =
  /\.(?:canvas|textile|org|adoc|asciidoc|rst|njk|liquid|mdoc|pdc|pandoc|rmd|qmd|ipynb)$/i
/** Programs whose posts may be written in HTML. */
const WITH_HTML: ReadonlySet<SiteKind> = new Set(['jekyll', 'hugo'])
/** Programs of which it is known where they keep texts, whatever these are written in. */
const WITH_PLACES: ReadonlySet<SiteKind> = new Set([
  'jekyll',
  'hugo',
  'zola',
  'eleventy',
  'astro',
  'obsidian',
])

/** A folder's files, and what its settings say of them. */
export interface SourceFolder {
  kind: SiteKind
  rules: SiteRules
  /** Every file. */
  paths: ReadonlySet<string>
  /** Folders with an `index.md`, each with whether other texts stand below it. */
  indexFolders: ReadonlyMap<string, boolean>
}

/** What is known of a folder's files before each of them is judged. */
export function sourceFolder(folder: string, kind: SiteKind, rules: SiteRules): SourceFolder {
  const paths = listFiles(folder, '', kind)
  const texts = paths.filter((path) => isRead(path, kind))
  const indexes = new Set(texts.filter((path) => /(?:^|\/)index\.\w+$/i.test(path)).map(dirname))
  const indexFolders = new Map([...indexes].map((each) => [each, false]))
  for (const path of texts) {
    const own = /(?:^|\/)index\.\w+$/i.test(path) ? dirname(dirname(path)) : dirname(path)
    for (let at = own; at !== '.' && at !== '/'; at = dirname(at)) {
      if (indexFolders.has(at)) indexFolders.set(at, true)
    }
  }
  return { kind, rules, paths: new Set(paths), indexFolders }
}

/** The file as a post, the reason why it is none, or null for what is no writing at all. */
export function sortOut(path: string, site: SourceFolder): SourceFile | { reason: string } | null {
  const isMarkdown = MARKDOWN.test(path)
  const isOther = HTML.test(path) || OTHER_TEXT.test(path)
  if (!isMarkdown && !(isOther && WITH_PLACES.has(site.kind))) return null
  const reason = reasonToSkip(path, site)
  if (reason !== null) return isMarkdown ? { reason } : null
  if (!isRead(path, site.kind)) return { reason: 'It is not written in markdown.' }
  const file = basename(path).replace(/\.\w+$/, '')
  // `index.de` is the folder's text in another language.
  const name = file.replace(/^index(?=\.|$)/i, () => basename(dirname(path)))
  const hasDate = ['jekyll', 'eleventy', 'zola'].includes(site.kind)
  // Astro leaves out what begins with an underscore: nobody could read it.
  const isHidden = site.kind === 'astro' && /(?:^|\/)_[^/]*(?:$|\/)/.test(path)
  return {
    path,
    name: hasDate ? name.replace(/^\d{4}-\d{2}-\d{2}[-_](?=.)/, '') : name,
    isDraft: isHidden || /(?:^|\/)_drafts\//.test(path),
  }
}

/** Whether posts in files like this one are read. */
const isRead = (path: string, kind: SiteKind): boolean =>
  MARKDOWN.test(path) || (HTML.test(path) && WITH_HTML.has(kind))

function reasonToSkip(path: string, site: SourceFolder): string | null {
  if (isAboutProject(path)) return 'It is no post.'
  if (site.kind === 'jekyll') {
    const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(path)
    if (isPost) return null
    const [, collection] = /^_([^/]+)\//.exec(path) ?? []
    return `It is ${collection ? `of the collection ${collection}` : 'a page'}, not in _posts or _drafts.`
  }
  const place = site.rules.placeOf(path)?.path
  if (site.kind === 'hugo' || site.kind === 'zola') return sectionReason(path, place, site)
  if (place === undefined) return 'It is not in src/content/.'
  if (site.kind === 'astro') return null
  if (site.kind === 'eleventy' || site.kind === 'gatsby' || site.kind === 'next') {
    return isPage(path, place, site) ? 'It is a page, not in a folder of posts.' : null
  }
  return /(?:^|\/)templates?\//i.test(path) ? 'It is a template.' : null
}

function isAboutProject(path: string): boolean {
  const [stem = ''] = basename(path).split('.')
  if (/^readme$/i.test(stem)) return true
  const isAtTop = !path.includes('/')
  return ABOUT_THE_PROJECT.test(stem) && (isAtTop || stem === stem.toUpperCase())
}

/** Hugo and Zola have posts in sections, and bundles: folders that are one post. */
function sectionReason(path: string, place: string | undefined, site: SourceFolder): string | null {
  const name = site.kind === 'hugo' ? 'Hugo' : 'Zola'
  if (place === undefined) return 'It is not in content/.'
  if (/^_index\./i.test(basename(path))) return `It is a list page of ${name}.`
  if (isPartOfBundle(path, site)) return 'It is a part of a page bundle.'
  return place.split('/').length > 2 ? null : 'It is a page, not in a section.'
}

function isPartOfBundle(path: string, { indexFolders }: SourceFolder): boolean {
  const own = /^index\./i.test(basename(path)) ? dirname(dirname(path)) : dirname(path)
  // The whole of `content/` is no bundle.
  for (let at = own; at.includes('/'); at = dirname(at)) if (indexFolders.has(at)) return true
  return false
}

/** A text that is not in a folder of posts, or that lists the others of its folder. */
function isPage(path: string, place: string, { indexFolders }: SourceFolder): boolean {
  if (/^index\./i.test(basename(path)) && indexFolders.get(dirname(path))) return true
  // `x/index.md` and `x/x.md` are `x.md` in a folder of its own.
  return (
    /^(?:src\/pages\/)?[^/]+(?:\/index\.\w+)?$/i.test(place) || /^([^/]+)\/\1\.\w+$/.test(place)
  )
}
