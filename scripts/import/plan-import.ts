/**
 * Where each imported post goes and what its file says. Pure: the same sources and the same content
 * folder give the same plan, so that an import run again finds everything there and writes nothing.
 */

import { parsePostDate } from '#domain/days/post-date.ts'
import { spelledDay } from '#domain/days/spelled-day.ts'
import { dayAt, formatInstant } from '#domain/days/zone.ts'
import { tagKey } from '#domain/tag.ts'
import { FILE_BYTES_MAX } from '../../server/content/files/content-files.ts'
import { clashKey, FILE_ID_LENGTH_MAX } from '../../server/content/files/content-paths.ts'
import { composeYaml } from '../../server/content/formats/edits/compose-post-file.ts'
import { bodyText } from '../../server/content/formats/edits/patch-body.ts'
import { parsePostFile } from '../../server/content/formats/parse-post-file.ts'
import { idFromTitle, uniqueId } from '../../server/content/formats/post-id.ts'
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
  tags: number
  /** Paths of the pictures that its text shows. */
  images: string[]
  /** In words: what did not come along, or came otherwise. */
  left: string[]
}

export interface ImportPlan {
  files: PlannedFile[]
  /** Pictures of the files, each once. */
  images: CopiedImage[]
  skipped: SkippedSource[]
}

interface ImportTarget {
  timeZone: string
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
  const plan: ImportPlan = { files: [], images: [], skipped: [] }
  const images = new Map<string, CopiedImage>()
  for (const { post, id, holder } of placed) {
    const { source } = post
    const file = holder === null ? planFile(post, id, { ...target, ids }) : `${holder} has its id.`
    if (typeof file === 'string') plan.skipped.push({ source, reason: file })
    else {
      plan.files.push(file)
      for (const image of post.images) images.set(image.path, image)
    }
  }
  return { ...plan, images: [...images.values()] }
}

/** An id that the site has already is left to it; of two sources with one id the second gets -2. */
function placePosts(posts: readonly SourcePost[], { timeZone, holderOf }: ImportTarget): Placed[] {
  const taken = new Set<string>()
  return posts.map((post) => {
    const day = dayAt(post.changedAt, timeZone)
    const slug = idFromTitle(post.name, day).slice(0, FILE_ID_LENGTH_MAX)
    const id = uniqueId(slug, (candidate) => taken.has(candidate))
    taken.add(id)
    return { post, id, holder: holderOf(clashKey({ kind: 'post', id })) }
  })
}

function planFile(
  post: SourcePost,
  id: string,
  { timeZone, ids }: ImportTarget & { ids: ReadonlyMap<string, string> },
): PlannedFile | string {
  const date = dateOf(post.date, timeZone)
  const updated = dateOf(post.updated, timeZone)
  if (date === undefined) return `Its date cannot be read: '${post.date}'.`
  const shown = date ?? formatInstant(post.changedAt, timeZone)
  const idOf = (name: string) => ids.get(linkName(name)) ?? null
  const tags = distinctTags(post.tags)
  const yaml = composeYaml([
    ['title', post.title ?? undefined],
    ['type', post.type],
    ['date', { date: shown }],
    ['updated', updated ? { date: updated } : undefined],
    ['tags', tags.length > 0 ? tags : undefined],
    ['featured', post.featured || undefined],
    ['url', post.url ?? undefined],
    ['draft', post.draft || undefined],
    ['description', post.description ?? undefined],
    ['aliases', aliasesOf(post, id)],
  ])
  const body = bodyText(convertLinks(post.content, idOf))
  const bytes = Buffer.from(`---\n${yaml}---\n\n${body === '' ? '' : `${body}\n`}`)
  const images = post.images.map((image) => image.path)
  const isKnown = (address: string) =>
    images.includes(address.slice(1)) ||
    post.left.some((words) => words.startsWith(`the image ${plainReference(address)}:`))
  const left = [...new Set([...post.left, ...leftInText(body, isKnown)])]
  if (date === null) left.push('no date was there: it has that of its file')
  const path = `posts/${shown.slice(0, 4)}/${id}.md`
  if (bytes.length > FILE_BYTES_MAX) return 'It is larger than 1 MiB.'
  const parsed = parsePostFile({ path, bytes }, { timeZone, fallbackDate: post.changedAt })
  const [problem] = parsed.problems
  if (parsed.value === null) return problem?.reason ?? 'It cannot be read as a post.'
  if (problem) left.push(problem.reason)
  return {
    source: post.source,
    path,
    bytes,
    type: post.type,
    isDraft: post.draft,
    tags: tags.length,
    images,
    left,
  }
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
  const kept = [...new Set(aliases)].filter((alias) => alias !== id && /[^/]/.test(alias))
  return kept.length > 0 ? kept : undefined
}
