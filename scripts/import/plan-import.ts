/**
 * Plans path and content of each imported post. The plan is deterministic, so a repeated import
 * finds every file and writes nothing.
 */
import { postPath } from '#domain/addresses.ts'
import { formatInstant } from '#domain/days/zone.ts'
import { tagKey } from '#domain/tag.ts'
import { composed } from '#domain/texts/composed.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { FILE_BYTES_MAX } from '../../server/content/files/content-files.ts'
import { idKey } from '../../server/content/files/content-paths.ts'
import { composePostFile, parsePostFile } from '../../server/content/formats/post-file.ts'
import { slugOf, uniqueId } from '../../server/content/formats/post-id.ts'
import type { SourcePost, SourceSite } from './read/source-post.ts'
import type { CopiedImage, Copy, SiteImages } from './site-images.ts'
import {
  addressOf,
  convertReferences,
  image,
  linkName,
  marksIn,
  type Targets,
} from './text/references.ts'

export interface PlannedFile {
  source: string
  /** Relative to the content folder. */
  path: string
  bytes: Buffer
  /** Text in markdown. */
  content: string
  type: string
  isDraft: boolean
  /** Whether the date of a published post is unknown. */
  isUndated: boolean
  tags: number
  images: readonly CopiedImage[]
  /** Parts that were omitted or changed, each as `reason: subject`. */
  notes: string[]
}

export interface ImportPlan {
  files: PlannedFile[]
  /** Files that are no posts, unreadable, or imported already. */
  skipped: SourceSite['skipped']
  /** Number of posts that exist already. */
  existing: number
}

interface ImportTarget {
  timeZone: string
  publishesUndated: boolean
  images: SiteImages
  /** Paths of the content files by `idKey`. */
  existing: ReadonlyMap<string, string>
}

/** Assigns all ids, then plans the files, since links need the ids of other posts. */
export async function planImport(
  posts: readonly SourcePost[],
  target: ImportTarget,
): Promise<ImportPlan> {
  const taken = new Set<string>()
  const ids = new Map<string, string>()
  const placed: { post: SourcePost; id: string }[] = []
  for (const post of posts) {
    // Of two sources with the same id the second gets -2; an id that the site has is skipped below.
    const id = uniqueId((await slugOf(post.name)) || 'post', (known) => taken.has(known))
    taken.add(id)
    for (const name of [post.name, ...post.otherNames].map(linkName)) {
      if (!ids.has(name)) ids.set(name, id)
    }
    placed.push({ post, id })
  }
  const plan: ImportPlan = { files: [], skipped: [], existing: 0 }
  for (const { post, id } of placed) {
    const { source } = post
    const holder = target.existing.get(idKey({ kind: 'post', id }))
    if (holder !== undefined) {
      plan.skipped.push({ source, reason: `here already: ${holder}` })
      plan.existing += 1
      continue
    }
    const file = await planFile(post, id, { ...target, ids })
    if (typeof file === 'string') plan.skipped.push({ source, reason: file })
    else plan.files.push(file)
  }
  return plan
}

async function planFile(
  post: SourcePost,
  id: string,
  target: ImportTarget & { ids: ReadonlyMap<string, string> },
): Promise<PlannedFile | string> {
  const { source, fields } = post
  const { timeZone } = target
  const isUndated = fields.date === undefined
  const date = fields.date ?? formatInstant(post.changedAt, timeZone)
  const draft = fields.draft === true || (isUndated && !target.publishesUndated)
  const year = date.slice(0, 4)
  const { content, cover, images, notes } = await convertText(post, { ...target, year })
  const tags = [...new Map(fields.tags?.map((name) => [tagKey(name), name])).values()]
  const aliases = [...new Set(fields.aliases)].filter(
    (alias) => composed(alias) !== id && /[^/]/.test(alias),
  )
  const bytes = composePostFile({ ...fields, ...cover, date, draft, tags, aliases, content }, date)
  const path = `posts/${year}/${id}.md`
  if (bytes.length > FILE_BYTES_MAX) return 'It is larger than 1 MiB.'
  const parsed = parsePostFile({ path, bytes }, { timeZone, fallbackDate: post.changedAt })
  const problems = parsed.problems.map(({ reason }) => reason)
  if (parsed.value === null) return problems[0] ?? 'It cannot be read as a post.'
  const undated = isUndated ? ['no date is known: it has that of its file'] : []
  return {
    source,
    path,
    bytes,
    type: fields.type,
    isDraft: draft,
    tags: tags.length,
    images,
    content: parsed.value.content,
    isUndated: isUndated && fields.draft !== true,
    notes: [...new Set([...post.notes, ...notes, ...marksIn(content), ...undated, ...problems])],
  }
}

/** Converts the references of a text. A cover of another site is put before it. */
async function convertText(
  { source, fields, cover }: SourcePost,
  { images, ids, year }: { images: SiteImages; ids: ReadonlyMap<string, string>; year: string },
) {
  const { address = '', alt = '' } = cover ?? {}
  const isElsewhere = isWebAddress(address)
  const convert = (targets: Targets) => ({
    coverAddress: isElsewhere ? new URL(address).href : addressOf(address, targets),
    text: convertReferences(fields.content, targets),
  })
  const copies = new Map<string, Copy | null>()
  // Images are read asynchronously, so a first pass collects their paths.
  convert({ ofFile: (path) => copies.set(path, null) && null, ofPost: () => null })
  for (const path of copies.keys()) copies.set(path, await images.copy(source, path, year))
  const copied = new Map<string, CopiedImage>()
  const notes: string[] = []
  const { coverAddress, text } = convert({
    ofFile(path) {
      const copy = copies.get(path)
      if (copy && 'path' in copy) {
        copied.set(copy.path, copy)
        return `/${copy.path}`
      }
      const reason = copy?.reason ?? 'it is not there, or no image'
      notes.push(`a file that is not copied: ${path} (${reason})`)
      return null
    },
    ofPost(name) {
      const id = ids.get(linkName(name))
      return id === undefined ? null : postPath(id)
    },
  })
  const isShown = coverAddress === null || text.includes(coverAddress)
  return {
    content: isElsewhere && !isShown ? `${image(alt, coverAddress)}\n\n${text}` : text,
    cover: isElsewhere || isShown ? {} : { image_url: coverAddress, image_alt: alt },
    images: [...copied.values()],
    notes,
  }
}
