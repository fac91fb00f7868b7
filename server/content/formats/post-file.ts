/**
 * A post's file: read as a record, made new, and changed. A change touches only the lines of the
 * keys that change, under the spelling that the file has for them.
 */
import { parsePostDate } from '#domain/days/post-date.ts'
import {
  DESCRIPTION_LENGTH,
  EXCERPT_LENGTH,
  POST_LIMITS,
  type PostType,
  PREVIEW_LENGTH,
} from '#domain/post.ts'
import { cutText } from '#domain/texts/excerpt.ts'
import {
  countWords,
  countWordsInTurns,
  excerptText,
  firstHeading,
} from '../../markdown/plain-text.ts'
import { fileIdOf } from '../files/content-paths.ts'
import type { PostRecord } from '../records.ts'
import { lineOf, presentKey } from './fields.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { YamlMap } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'
import { patchYamlMap, type YamlChanges, type YamlInput } from './patch-yaml.ts'
import {
  POST_FIELD_NAMES,
  POST_FIELDS,
  type PostFieldInputs,
  type PostFieldName,
  type PostReading,
  readPostFields,
  typeOf,
} from './post-fields.ts'
import {
  blobId,
  decodeUtf8,
  type Newline,
  newlineOf,
  plainNewlines,
  withNewlines,
} from './text-bytes.ts'

interface ParsedPost extends Parsed<PostRecord> {
  /** The front matter as it was read; empty when it cannot be. */
  data: YamlMap
}

/**
 * Fields of a post to change; absent: unchanged. Empty text removes an optional field, a date is as
 * the author would write it in the file.
 */
export type PostChange = PostFieldInputs & { content?: string }

/** Fields of a new post, checked. Absent: the default. */
export type PostInput = PostChange & { type: PostType; title: string; content: string }

/** Characters of a short post that are its title. */
const FIRST_WORDS_LENGTH = 60

/** The post in a file, or the one problem that keeps it from being served. */
export function parsePostFile(file: ContentBytes, reading: PostReading): ParsedPost {
  let data: YamlMap = {}
  const { value, problems } = parseFile(file, (text, faults) => {
    const parts = splitFrontMatter(text)
    data = parts.data
    const id = fileIdOf(file.path)
    const content = trimBody(parts.body)
    const source = { ...reading, data, id, faults }
    const { date, updated, description, ...fields } = readPostFields(source)
    const facts = {
      ...fields,
      id,
      path: file.path,
      revision: blobId(file.bytes),
      content,
      title: fields.title ?? titleFrom(content, fields.type) ?? id,
      instant: date.instant,
      created_at: date.iso,
      day: date.day,
      isDateless: date.isFallback,
      updated_at: updated ?? date.iso,
    }
    return Object.assign(new LateTexts(facts, description), facts)
  })
  return { value, problems: problems.slice(0, 1), data }
}

/**
 * What is counted or cut from a post's content, worked out when first asked for: at the start of a
 * large site nobody does.
 */
class LateTexts {
  readonly #post: Pick<PostRecord, 'title' | 'content'>
  readonly #description: string | null
  #wordCount = 0
  #plain: string | null = null

  /** @param description the author's own, else null */
  constructor(post: Pick<PostRecord, 'title' | 'content'>, description: string | null) {
    this.#post = post
    this.#description = description
  }

  get word_count(): number {
    this.#wordCount ||= countWords(this.#post.content, this.#post)
    return this.#wordCount
  }

  async prepare(): Promise<void> {
    this.#wordCount ||= await countWordsInTurns(this.#post.content, this.#post)
  }

  get excerpt(): string {
    return cutText(this.#beginning(), EXCERPT_LENGTH).text
  }

  get preview(): string {
    return cutText(this.#beginning(), PREVIEW_LENGTH).text
  }

  get preview_cut(): boolean {
    return cutText(this.#beginning(), PREVIEW_LENGTH).cut
  }

  get description(): string {
    return this.#description ?? cutText(this.#beginning(), DESCRIPTION_LENGTH).text
  }

  #beginning(): string {
    this.#plain ??= excerptText(this.#post.content, PREVIEW_LENGTH)
    return this.#plain
  }
}

/** The first heading, else of a short post its first words; null where there are none. */
function titleFrom(content: string, type: PostType): string | null {
  const heading = cutText(lineOf(firstHeading(content)), POST_LIMITS.titleLength - 1).text
  if (heading !== '' || type !== 'short') return heading || null
  return cutText(lineOf(excerptText(content, FIRST_WORDS_LENGTH)), FIRST_WORDS_LENGTH).text || null
}

/** A body as it is edited: without blank lines around it. */
export function trimBody(body: string): string {
  return body.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

/** The content as it is read from a body: newlines as `\n`, no blank lines around it. */
function bodyText(raw: string): string {
  return trimBody(plainNewlines(raw))
}

/**
 * The bytes of a new post's file. Fields that say what is so without them are left out.
 * @param date ISO 8601, for an input without one
 */
export function composePostFile(input: PostChange, date: string): Buffer {
  const dated = { ...input, date: input.date?.trim() || date }
  const fields = POST_FIELD_NAMES.map((name) => {
    const value = dated[name] ?? undefined
    const isDefault = value === false || (Array.isArray(value) && value.length === 0)
    return [POST_FIELDS[name].keys[0], isDefault ? undefined : yamlOf(name, value)] as const
  })
  const yaml = patchYamlMap('', Object.fromEntries(fields))
  const body = bodyText(input.content ?? '')
  return Buffer.from(`---\n${yaml}---\n\n${body === '' ? '' : `${body}\n`}`)
}

/** What is written for a field's value; undefined takes the key away. */
function yamlOf(name: PostFieldName, value: YamlInput | undefined): YamlInput | undefined {
  if (typeof value !== 'string') return value
  const text = lineOf(value)
  if (text === '') return undefined
  return 'isDate' in POST_FIELDS[name] ? { date: text } : text
}

/**
 * The bytes of a post's file after a change; the same bytes when it says what the file says
 * already. Null when the file cannot be read as a post, so that there is nothing to change.
 * @param change from the post as the file has it
 * @param options.stamp what is set as well where anything changes
 */
export function patchPostFile(
  file: ContentBytes,
  change: (post: PostRecord) => PostChange,
  { stamp = {}, ...reading }: PostReading & { stamp?: PostFieldInputs },
): Buffer | null {
  const { value: post, data } = parsePostFile(file, reading)
  if (post === null) return null
  const { content, ...fields } = change(post)
  const patched = patchText(file.bytes, changesOf(fields, { post, data }, reading), content)
  if (patched.equals(file.bytes)) return patched
  return patchText(patched, changesOf(stamp, { post, data }, reading), undefined)
}

/** What changes in the front matter; what the post is already, whatever makes it so, does not. */
function changesOf(
  fields: PostFieldInputs,
  { post, data }: { post: PostRecord; data: YamlMap },
  { timeZone }: PostReading,
): YamlChanges {
  const changes: Record<string, YamlInput | undefined> = {}
  for (const name of POST_FIELD_NAMES) {
    const wanted = fields[name]
    const isGiven = wanted !== undefined && wanted !== null
    if (!isGiven || isSame(wanted, presentValue(name, { post, data }), timeZone)) continue
    const { keys } = POST_FIELDS[name]
    if (name === 'draft') Object.assign(changes, draftChange(wanted === true, data))
    else changes[presentKey(data, keys) ?? keys[0]] = yamlOf(name, wanted)
    // Names stand under one key from then on.
    if (name === 'tags' && presentKey(data, ['tags'])) changes.categories = undefined
  }
  const type = fields.type ?? post.type
  const after = Object.entries({ ...data, ...changes }).filter(([, value]) => value !== undefined)
  const isTyped = presentKey(data, ['type']) !== null
  // A value that changes is a text here, as one of the file is.
  if (!isTyped && typeOf(Object.fromEntries(after) as YamlMap) !== type) changes.type = type
  return changes
}

/** A field of the record in the form in which a save gives it; null where it is to be written. */
function presentValue(
  name: PostFieldName,
  { post, data }: { post: PostRecord; data: YamlMap },
): unknown {
  if (name === 'date') return post.created_at
  // A file without it has the date here, which may be of this very second.
  if (name === 'updated') return presentKey(data, POST_FIELDS.updated.keys) && post.updated_at
  return post[name] ?? ''
}

function isSame(wanted: unknown, present: unknown, timeZone: string): boolean {
  if (typeof wanted !== 'string') return JSON.stringify(wanted) === JSON.stringify(present)
  return lineOf(wanted) === present || parsePostDate(wanted, timeZone)?.iso === present
}

/** Either `draft: true` or `published: false` makes a draft; each is turned where it stands. */
function draftChange(wanted: boolean, data: YamlMap): YamlChanges {
  const hasDraft = presentKey(data, ['draft']) !== null
  const hasPublished = presentKey(data, ['published']) !== null
  if (wanted) return hasPublished && !hasDraft ? { published: false } : { draft: true }
  return { ...(hasDraft && { draft: false }), ...(hasPublished && { published: true }) }
}

/** The bytes with these keys of the front matter changed, and the text if given. @throws Fault */
export function patchText(
  bytes: Uint8Array,
  changes: YamlChanges,
  content: string | undefined,
): Buffer {
  const whole = decodeUtf8(bytes) ?? ''
  const mark = whole.startsWith('\ufeff') ? '\ufeff' : ''
  const text = /\r(?!\n)/.test(whole) ? plainNewlines(whole) : whole
  const newline = newlineOf(text, '\n')
  const parts = splitFrontMatter(text.slice(mark.length))
  const yaml = patchYamlMap(parts.yaml, changes, newline)
  const isNew = parts.open === '' && yaml !== ''
  const open = isNew ? `---${newline}` : parts.open
  const close = isNew ? `---${newline}${newline}` : parts.close
  const body = content === undefined ? parts.body : patchBody(parts.body, content, newline)
  const gap = body !== '' && close !== '' && !close.endsWith('\n') ? newline : ''
  return Buffer.from(`${mark}${open}${yaml}${close}${gap}${body}`)
}

/** The body with another text: blank lines around the old one stay, newlines are as in its first line. */
function patchBody(raw: string, content: string, fallback: Newline): string {
  const wanted = bodyText(content)
  if (bodyText(raw) === wanted) return raw
  const newline = newlineOf(raw, fallback)
  const before = raw === '' ? newline : (/^(?:[ \t]*\r?\n)*/.exec(raw)?.[0] ?? '')
  // Not by a pattern up to the end, which tries each of many blank lines.
  const end = raw.slice(Math.max(before.length, raw.trimEnd().length))
  const after = /\r?\n.*/s.exec(end)?.[0] ?? ''
  const isEmpty = bodyText(raw) === ''
  return `${before}${withNewlines(wanted, newline)}${isEmpty ? newline : after}`
}
