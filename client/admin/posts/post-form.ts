/** A post as its form has it, what the form refuses, and what it sends. */
import { formatFullDay } from '#domain/days/day.ts'
import { formatInstant } from '#domain/days/zone.ts'
import { characterCount, FORM_POST_TYPES, POST_LIMITS, type Post } from '#domain/post.ts'
import { tagKey } from '#domain/tag.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'

export type FormPostType = (typeof FORM_POST_TYPES)[number]

export interface PostFields {
  type: FormPostType
  title: string
  content: string
  url: string
  tags: readonly string[]
  featured: boolean
  draft: boolean
  /** `YYYY-MM-DDTHH:MM` on the site's clock; empty: now. */
  date: string
  /** Empty: made from the text. */
  description: string
  /** Id of the deadline project, or empty. */
  project: string
}

type PostFaults = Partial<Record<string, string>>

export const NEW_POST: PostFields = {
  type: 'short',
  title: '',
  content: '',
  url: '',
  tags: [],
  featured: false,
  draft: false,
  date: '',
  description: '',
  project: '',
}

/** What a merge leaves where both texts changed one place. */
export const CONFLICT_MARK = /^(<{7}|>{7}) /m

/** The form of a post; a type that the form does not know shows as short. */
export function fieldsOf(post: Post, timeZone: string): PostFields {
  return {
    type: FORM_POST_TYPES.find((type) => type === post.type) ?? 'short',
    title: post.title,
    content: post.content,
    url: post.url ?? '',
    tags: post.tags.map(({ name }) => name),
    featured: post.featured,
    draft: post.draft,
    date: formatInstant(Date.parse(post.created_at), timeZone).slice(0, 16),
    description: isFromText(post) ? '' : post.description,
    project: post.project ?? '',
  }
}

/** A description that is the start of the text was not written by hand. */
function isFromText({ description, preview }: Post): boolean {
  return preview.startsWith(description.replace(/…$/, '').trimEnd())
}

/** A sentence for each field that keeps the form from being sent; empty when there is none. */
export function postFaults(fields: PostFields): PostFaults {
  const faults: PostFaults = {}
  const { title, content, url } = trimmed(fields)
  if (title === '') faults.title = 'Enter a title.'
  else if (characterCount(title) > POST_LIMITS.titleLength) {
    faults.title = `The title has more than ${POST_LIMITS.titleLength} characters.`
  }
  if (content === '') faults.content = 'Enter a text.'
  else if (CONFLICT_MARK.test(content)) {
    faults.content = 'The text still has the marks of a merge (<<<<<<< or >>>>>>>) in it.'
  }
  if (fields.type === 'link') {
    if (url === '') faults.url = 'A link post needs its address.'
    else if (!isTypedWebAddress(url)) {
      faults.url = 'The address must be a full one that begins with http:// or https://.'
    }
  }
  return faults
}

function trimmed(fields: PostFields): PostFields {
  return {
    ...fields,
    title: fields.title.trim(),
    content: trimmedText(fields.content),
    url: fields.url.trim(),
    description: fields.description.trim(),
  }
}

/** Trimmed, but for the indent of a first line that is code by it. */
function trimmedText(text: string): string {
  const lines = text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()
  return /^(?: {4}|\t)/.test(lines) ? lines : lines.trimStart()
}

/** Whether two forms would send the same. */
export function isSameForm(a: PostFields, b: PostFields): boolean {
  return JSON.stringify(trimmed(a)) === JSON.stringify(trimmed(b))
}

/** The body of `POST /posts`. */
export function createBody(fields: PostFields): object {
  const { type, title, content, url, tags, featured, draft, date, description, project } =
    trimmed(fields)
  return defined({
    type,
    title,
    content,
    url: type === 'link' ? url : undefined,
    image_url: '',
    featured,
    tags,
    draft: draft || undefined,
    date: date || undefined,
    description: description || undefined,
    project: project || undefined,
  })
}

/**
 * The body of `PUT /posts/{id}`. Title, text and what a reader sees with them are always there; a type
 * only once it was touched, so that one the form does not know stays in the file, and date,
 * description and project only where they differ from `start`.
 */
export function updateBody(
  fields: PostFields,
  { start, typeTouched, revision }: { start: PostFields; typeTouched: boolean; revision: string },
): object {
  const sent = trimmed(fields)
  const changed = <Key extends keyof PostFields>(key: Key) =>
    sent[key] === trimmed(start)[key] ? undefined : sent[key]
  return defined({
    type: typeTouched ? sent.type : undefined,
    title: sent.title,
    content: sent.content,
    url: sent.type === 'link' ? sent.url : undefined,
    image_url: '',
    featured: sent.featured,
    tags: sent.tags,
    draft: changed('draft'),
    date: changed('date') || undefined,
    description: changed('description'),
    project: changed('project'),
    revision,
  })
}

/** Without what is undefined. */
function defined(fields: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The tags with one more, unless it is empty or there already in any case. */
export function withTag(tags: readonly string[], name: string): readonly string[] {
  const wanted = name.trim()
  return wanted === '' || hasTag(tags, wanted) ? tags : [...tags, wanted]
}

/** The tags with this one taken away if it is there, else added. */
export function toggledTag(tags: readonly string[], name: string): readonly string[] {
  if (!hasTag(tags, name)) return withTag(tags, name)
  return tags.filter((tag) => tagKey(tag) !== tagKey(name))
}

/** Whether a tag is among them, in any case. */
export function hasTag(tags: readonly string[], name: string): boolean {
  return tags.some((tag) => tagKey(tag) === tagKey(name))
}

/** What the date of a form means, in words; a later one than `now` is a schedule. */
export function dateWords(
  { date, draft }: Pick<PostFields, 'date' | 'draft'>,
  { now, timeZone }: { now: number; timeZone: string },
): string {
  if (date === '') return `Empty: now. A later date schedules the post (${timeZone} time).`
  const words = `${formatFullDay(date.slice(0, 10))}, ${date.slice(11)} (${timeZone})`
  if (date <= formatInstant(now, timeZone).slice(0, 16)) return words
  return draft ? `${words}, once you publish it` : `Appears by itself on ${words}`
}
