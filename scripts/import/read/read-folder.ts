/** Reads the posts of a folder of markdown files, of any program. */
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDay } from '#domain/days/day.ts'
import { ContentError } from '../../../server/content/formats/content-error.ts'
import { decodeText } from '../../../server/content/formats/text-bytes.ts'
import { firstHeading } from '../../../server/markdown/plain-text.ts'
import { plainText } from '../text/plain-text.ts'
import { hashtagsIn } from '../text/references.ts'
import { type AddressRules, oldAddressOf, readAddressRules } from './old-address.ts'
import { readFrontMatter, readSourceFields } from './source-fields.ts'
import { classifyFile, type SourceFile } from './source-files.ts'
import type { SiteKind, SourcePost, SourceSite } from './source-post.ts'

interface SourceFolder {
  folder: string
  kind: SiteKind
  /** Of the importing site. */
  timeZone: string
}

const LINK = 'It is a link to another place, which is not followed.'
const NO_FILE = 'It is no plain file.'
const DATE = /(?:^|[/_.-])((?:19|20)\d\d)[/_.-](\d\d)[/_.-](\d\d)(?=[/_.T -]|$)/

/** Reads every markdown file as a post, or gives the reason why it is none. */
export function readFolder(site: SourceFolder, paths: readonly string[]): SourceSite {
  const { folder, kind } = site
  const rules = readAddressRules(folder, kind)
  const found: SourceSite = { posts: [], skipped: [] }
  for (const path of paths) {
    // A symlink may point out of the folder, and a named pipe never ends: reported, not read.
    const stats = lstatSync(join(folder, path))
    const reason = stats.isSymbolicLink() ? LINK : NO_FILE
    const file = stats.isFile() ? classifyFile(path, kind, paths) : { reason }
    if (file === null) continue
    const post = 'reason' in file ? file : readPost(file, site, rules)
    if ('reason' in post) found.skipped.push({ source: path, reason: post.reason })
    else found.posts.push(post)
  }
  return found
}

function readPost(
  { path, name: fileName, isDraft }: SourceFile,
  { folder, kind, timeZone }: SourceFolder,
  rules: AddressRules,
): SourcePost | { reason: string } {
  try {
    const front = readFrontMatter(decodeText(readFileSync(join(folder, path))))
    const read = readSourceFields(front.data, { kind, id: basename(path), timeZone })
    const { text: content, notes } = plainText(front.body, { kind, path })
    const { slug, categories, fields } = read
    const title = fields.title || firstHeading(content) || (kind === 'obsidian' ? fileName : '')
    // A slug with a slash is an address.
    const name = (slug === null ? '' : basename(slug)) || fileName
    const permalink = read.permalink ?? (slug?.includes('/') ? slug : null)
    const date = fields.date ?? dayIn(permalink) ?? dayIn(path)
    const placed = { path, name, title, date: date ?? null, categories, permalink }
    const draft = fields.draft === true || isDraft
    // A draft never had an address, except one in its front matter.
    const hadAddress = !draft || permalink !== null
    const address = hadAddress ? oldAddressOf(placed, kind, rules) : null
    return {
      source: path,
      name,
      otherNames: [path, fileName, ...read.names],
      fields: {
        ...fields,
        ...(date === undefined ? {} : { date }),
        title,
        // A post with a title is an essay, even if the title is its heading.
        type: fields.type === 'short' && fields.title !== title ? 'essay' : fields.type,
        tags: [...(fields.tags ?? []), ...(kind === 'obsidian' ? hashtagsIn(content) : [])],
        draft,
        aliases: [...fields.aliases, ...(address === null ? [] : [address])],
        content,
      },
      changedAt: Math.floor(statSync(join(folder, path)).mtimeMs),
      cover: read.cover,
      notes: [...read.notes, ...notes],
    }
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return { reason: error.message }
  }
}

function dayIn(place: string | null): string | undefined {
  const day = (DATE.exec(place ?? '') ?? []).slice(1, 4).join('-')
  return isDay(day) ? day : undefined
}
