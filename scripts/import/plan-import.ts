/**
 * Where each imported post goes and what its file says. Pure: the same sources and the same content
 * folder give the same plan, so that an import run again finds everything there and writes nothing.
 */
import { createHash } from 'node:crypto'
import { isDay } from '#domain/days/day.ts'
import { parsePostDate } from '#domain/days/post-date.ts'
import { spelledDay } from '#domain/days/spelled-day.ts'
import { formatInstant } from '#domain/days/zone.ts'
import { tagKey } from '#domain/tag.ts'
import { composed } from '#domain/texts/composed.ts'
import { FILE_BYTES_MAX } from '../../server/content/files/content-files.ts'
import { clashKey } from '../../server/content/files/content-paths.ts'
import { bodyText, composeYaml, parsePostFile } from '../../server/content/formats/post-file.ts'
import { slugOf, uniqueId } from '../../server/content/formats/post-id.ts'
import { plainReference } from './read/image-references.ts'
import { convertLinks, leftInText, linkName } from './read/linked-text.ts'
import type { CopiedImage, SkippedSource, SourcePost } from './read/source-post.ts'

export interface PlannedFile {
  source: string
  /** Relative to the content folder. */
  path: string
  bytes: Buffer
  type: string
  isDraft: boolean
  /** Whether nobody knows its date, though it was no draft. */
  isUndated: boolean
  tags: number
  /** Paths of the pictures that its text shows. */
  images: string[]
  /** What did not come along, or came otherwise: a reason, then `: ` and what it is about. */
  left: string[]
}

export interface ImportPlan {
  files: PlannedFile[]
  /** Pictures of the files, each once. */
  images: CopiedImage[]
  /** What is no post, or cannot be read. */
  skipped: SkippedSource[]
  /** What the site has already. */
  existing: SkippedSource[]
}

interface ImportTarget {
  timeZone: string
  /** Whether a post whose date nobody knows is published with the time of its file. */
  publishesUndated: boolean
  /** The path of the content file that has this clash key, null when none has. */
  holderOf(key: string): string | null
}

interface Placed {
  post: SourcePost
  id: string
  holder: string | null
}

/** Gives every post its id, then its file: links are converted once all ids are known. */
export function planImport(posts: readonly SourcePost[], target: ImportTarget): ImportPlan {
  const placed = placePosts(posts, target)
  const ids = new Map<string, string>()
  for (const { post, id } of placed) {
    for (const name of [post.name, ...post.otherNames]) {
      if (!ids.has(linkName(name))) ids.set(linkName(name), id)
    }
  }
  const plan: ImportPlan = { files: [], images: [], skipped: [], existing: [] }
  const images = new Map<string, CopiedImage>()
  for (const { post, id, holder } of placed) {
    const { source } = post
    if (holder !== null) {
      plan.existing.push({ source, reason: `here already: ${holder}` })
      continue
    }
    const file = planFile(post, id, { ...target, ids })
    if (typeof file === 'string') plan.skipped.push({ source, reason: file })
    else {
      plan.files.push(file)
      for (const image of post.images) images.set(image.path, image)
    }
  }
  return { ...plan, images: [...images.values()] }
}

/** An id that the site has already is left to it; of two sources with one id the second gets -2. */
function placePosts(posts: readonly SourcePost[], { holderOf }: ImportTarget): Placed[] {
  const taken = new Set<string>()
  return posts.map((post) => {
    const id = uniqueId(slugOf(post.name) || wordlessId(post), (candidate) => taken.has(candidate))
    taken.add(id)
    return { post, id, holder: holderOf(clashKey({ kind: 'post', id })) }
  })
}

/** For a name without letters: the day it was written, and what is the same at each import. */
function wordlessId({ date, source }: SourcePost): string {
  const day = date?.slice(0, 'YYYY-MM-DD'.length) ?? ''
  const digest = createHash('sha256').update(source.normalize('NFC')).digest('hex').slice(0, 4)
  return `${isDay(day) ? day : 'post'}-${digest}`
}

function planFile(
  post: SourcePost,
  id: string,
  target: ImportTarget & { ids: ReadonlyMap<string, string> },
): PlannedFile | string {
  const { timeZone, ids } = target
  const date = dateOf(post.date, timeZone)
  if (date === undefined) return `Its date cannot be read: '${post.date}'.`
  const shown = date ?? formatInstant(post.changedAt, timeZone)
  const isDraft = post.draft || (date === null && !target.publishesUndated)
  const tags = distinctTags(post.tags)
  const body = bodyText(convertLinks(post.content, (name) => ids.get(linkName(name)) ?? null))
  const yaml = frontMatterOf(post, id, { date: shown, isDraft, tags, timeZone })
  const bytes = Buffer.from(`---\n${yaml}---\n\n${body === '' ? '' : `${body}\n`}`)
  const path = `posts/${shown.slice(0, 4)}/${id}.md`
  if (bytes.length > FILE_BYTES_MAX) return 'It is larger than 1 MiB.'
  const parsed = parsePostFile({ path, bytes }, { timeZone, fallbackDate: post.changedAt })
  const [problem] = parsed.problems
  if (parsed.value === null) return problem?.reason ?? 'It cannot be read as a post.'
  const undated = date === null ? [undatedWords(post, isDraft)] : []
  return {
    source: post.source,
    path,
    bytes,
    type: post.type,
    isDraft,
    isUndated: date === null && !post.draft,
    tags: tags.length,
    images: post.images.map((image) => image.path),
    left: [...leftOf(post, body), ...undated, ...(problem ? [problem.reason] : [])],
  }
}

function frontMatterOf(
  post: SourcePost,
  id: string,
  known: { date: string; isDraft: boolean; tags: string[]; timeZone: string },
): string {
  const updated = dateOf(post.updated, known.timeZone)
  return composeYaml([
    ['title', post.title ?? undefined],
    ['type', post.type],
    ['date', { date: known.date }],
    ['updated', updated ? { date: updated } : undefined],
    ['tags', known.tags.length > 0 ? known.tags : undefined],
    ['featured', post.featured || undefined],
    ['url', post.url ?? undefined],
    ['draft', known.isDraft || undefined],
    ['description', post.description ?? undefined],
    ['aliases', aliasesOf(post, id)],
  ])
}

function undatedWords({ draft }: SourcePost, isDraft: boolean): string {
  if (draft || !isDraft) return 'no date is known: it has that of its file'
  return 'no date is known: a draft with that of its file'
}

/** What did not come along, by what the source says and by what its text still names. */
function leftOf(post: SourcePost, body: string): string[] {
  const copied = new Set(post.images.map((image) => image.path))
  const isKnown = (address: string) =>
    copied.has(address.slice(1)) ||
    post.left.some((words) =>
      words.startsWith(`an image that is not copied: ${plainReference(address)} `),
    )
  return [...new Set([...post.left, ...leftInText(body, isKnown)])]
}

/** The date with its offset, or as a bare day; null without one, undefined when it is none. */
function dateOf(written: string | null, timeZone: string): string | null | undefined {
  if (written === null) return null
  const text = written.trim()
  const day = spelledDay(text) ?? (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null)
  const date = parsePostDate(day ?? text, timeZone)
  if (date === null) return undefined
  return day ?? date.iso
}

function distinctTags(names: readonly string[]): string[] {
  const tags = new Map<string, string>()
  for (const name of names) if (!tags.has(tagKey(name))) tags.set(tagKey(name), name)
  return [...tags.values()]
}

function aliasesOf({ aliases }: SourcePost, id: string): string[] | undefined {
  const kept = [...new Set(aliases)].filter((alias) => composed(alias) !== id && /[^/]/.test(alias))
  return kept.length > 0 ? kept : undefined
}
