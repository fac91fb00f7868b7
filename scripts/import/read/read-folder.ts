/** The posts of a folder of markdown files, whichever program it belonged to. */
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { FieldFault } from '../../../server/content/formats/fields.ts'
import { decodeText } from '../../../server/content/formats/text-bytes.ts'
import type { SiteRules } from '../site/site-rules.ts'
import { withoutComments } from './hidden-text.ts'
import { droppedWords, htmlToMarkdown } from './html-to-markdown.ts'
import { withoutKramdown } from './kramdown-html.ts'
import { hashtagsIn, siteAddresses } from './linked-text.ts'
import { mdxToMarkdown } from './mdx-to-markdown.ts'
import { withPlainPlayers } from './old-players.ts'
import { readFrontMatter } from './read-front-matter.ts'
import { readSourceFields } from './source-fields.ts'
import { type SourceFile, type SourceFolder, sortOut, sourceFolder } from './source-files.ts'
import type { SiteKind, SkippedSource, SourcePost } from './source-post.ts'

/** Every markdown file as a post, or with the reason why it is none. */
export function readFolder(
  folder: string,
  kind: SiteKind,
  rules: SiteRules,
): { posts: SourcePost[]; skipped: SkippedSource[] } {
  const site = sourceFolder(folder, kind, rules)
  const posts: SourcePost[] = []
  const skipped: SkippedSource[] = []
  for (const path of site.paths) {
    const file = withoutLinks(folder, path, sortOut(path, site))
    if (file === null) continue
    const post = 'reason' in file ? file : readPost(folder, file, site)
    if ('reason' in post) skipped.push({ source: path, reason: post.reason })
    else posts.push(post)
  }
  return { posts, skipped }
}

/** A symlink may lead out of the folder: one to a text or a folder is reported, not followed. */
function withoutLinks<File>(folder: string, path: string, file: File) {
  const at = join(folder, path)
  if (!lstatSync(at).isSymbolicLink()) return file
  const isMeant = file !== null || isFolder(at)
  return isMeant ? { reason: 'It is a link to another place, which is not followed.' } : null
}

function isFolder(at: string): boolean {
  try {
    return statSync(at).isDirectory()
  } catch {
    // It leads to nothing, or to itself.
    return false
  }
}

function readPost(
  folder: string,
  file: SourceFile,
  site: Pick<SourceFolder, 'kind' | 'rules'>,
): SourcePost | { reason: string } {
  const { kind } = site
  const absolute = join(folder, file.path)
  const text = decodeText(readFileSync(absolute))
  if (typeof text !== 'string') return text
  const read = readFrontMatter(text)
  if ('reason' in read) return read
  try {
    const { slug, ...fields } = readSourceFields(read.data, kind)
    const { text: body, left } = bodyOf(read.body, file.path, site)
    const inText = kind === 'obsidian' ? hashtagsIn(body) : []
    const heading = /^#\s+(.+?)\s*#*$/m.exec(body)?.[1] ?? null
    const title = fields.title ?? heading ?? (kind === 'obsidian' ? file.name : null)
    // A slug with a slash is a whole address.
    const name = (slug === null ? '' : basename(slug)) || file.name
    return {
      ...fields,
      source: file.path,
      name,
      otherNames: [file.path, file.name, ...fields.otherNames],
      title,
      type: title === null && fields.type === 'essay' ? 'short' : fields.type,
      changedAt: Math.floor(statSync(absolute).mtimeMs),
      tags: [...fields.tags, ...inText],
      draft: fields.draft || file.isDraft,
      aliases: [...fields.aliases, ...oldName(name, kind)],
      permalink: fields.permalink ?? (slug?.includes('/') ? slug : null),
      content: body,
      images: [],
      left: [...fields.left, ...left],
    }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { reason: error.message }
  }
}

/** The text as its readers had it: without comments, and as markdown where it is MDX or HTML. */
function bodyOf(
  text: string,
  path: string,
  { kind, rules }: Pick<SourceFolder, 'kind' | 'rules'>,
): { text: string; left: string[] } {
  const open = withoutComments(text, kind)
  const isLiquid = kind === 'jekyll' || kind === 'eleventy'
  const own = withPlainPlayers(isLiquid ? siteAddresses(open.text, rules.base) : open.text)
  if (/\.mdx$/i.test(path)) {
    const markdown = mdxToMarkdown(own)
    return { text: markdown.text, left: [...open.left, ...markdown.left] }
  }
  if (/\.html?$/i.test(path)) {
    const { markdown, dropped } = htmlToMarkdown(own)
    return { text: markdown, left: [...open.left, ...droppedWords(dropped)] }
  }
  return { text: kind === 'jekyll' ? withoutKramdown(own) : own, left: open.left }
}

/** The name in the old address, where an id is spelled otherwise; notes never had an address. */
function oldName(name: string, kind: SiteKind): string[] {
  const hadAddress = kind !== 'obsidian' && kind !== 'markdown'
  return hadAddress && !/^[a-z0-9-]+$/.test(name) && !/[{}]/.test(name) ? [name] : []
}
