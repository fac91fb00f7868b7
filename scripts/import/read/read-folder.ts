/** The posts of a folder of markdown files, whichever program it belonged to. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decodeText } from '../../../server/content/formats/decode-text.ts'
import { FieldFault } from '../../../server/content/formats/front-matter-fields.ts'
import { hashtagsIn } from './linked-text.ts'
import { readFrontMatter } from './read-front-matter.ts'
import { readSourceFields } from './source-fields.ts'
import { listFiles, type SourceFile, sortOut } from './source-files.ts'
import type { SiteKind, SkippedSource, SourcePost } from './source-post.ts'

/** Every markdown file as a post, or with the reason why it is none. */
export function readFolder(
  folder: string,
  kind: SiteKind,
): { posts: SourcePost[]; skipped: SkippedSource[] } {
  const paths = listFiles(folder)
  // Folders too: an `index.md` is asked whether its folder has others.
  const all = new Set([...paths, ...paths.map((path) => dirname(path))])
  const posts: SourcePost[] = []
  const skipped: SkippedSource[] = []
  for (const path of paths) {
    const file = sortOut(path, kind, all)
    if (file === null) continue
    const post = 'reason' in file ? file : readPost(folder, file, kind)
    if ('reason' in post) skipped.push({ source: path, reason: post.reason })
    else posts.push(post)
  }
  return { posts, skipped }
}

function readPost(
  folder: string,
  file: SourceFile,
  kind: SiteKind,
): SourcePost | { reason: string } {
  const absolute = join(folder, file.path)
  const text = decodeText(readFileSync(absolute))
  if (typeof text !== 'string') return text
  const read = readFrontMatter(text)
  if ('reason' in read) return read
  try {
    const { slug, ...fields } = readSourceFields(read.data, kind)
    const inText = kind === 'obsidian' ? hashtagsIn(read.body) : []
    const heading = /^#\s+(.+?)\s*#*$/m.exec(read.body)?.[1] ?? null
    const title = fields.title ?? heading ?? (kind === 'obsidian' ? file.name : null)
    const name = slug ?? file.name
    return {
      ...fields,
      source: file.path,
      name,
      otherNames: [file.path, file.name, ...fields.otherNames],
      title,
      type: title === null && fields.type === 'essay' ? 'short' : fields.type,
      date: fields.date ?? dateInName(file.path),
      changedAt: Math.floor(statSync(absolute).mtimeMs),
      tags: [...fields.tags, ...inText],
      draft: fields.draft || file.isDraft,
      aliases: [...fields.aliases, ...oldName(name, kind)],
      content: read.body,
      images: [],
    }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { reason: error.message }
  }
}

/** The name in the old address, where an id is spelled otherwise; notes never had an address. */
function oldName(name: string, kind: SiteKind): string[] {
  const hadAddress = kind !== 'obsidian' && kind !== 'markdown'
  return hadAddress && !/^[a-z0-9-]+$/.test(name) && !/[{}]/.test(name) ? [name] : []
}

function dateInName(path: string): string | null {
  return /(?:^|\/)(\d{4}-\d{2}-\d{2})(?=[-.][^/]*$)/.exec(path)?.[1] ?? null
}
