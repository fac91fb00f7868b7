/**
 * Parses, composes and patches a post's file. A patch touches only the lines of changed keys and
 * keeps the file's spelling of a key.
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
import { blobId } from '../../git/repository.ts'
import { countWords, excerptText, firstHeading } from '../../markdown/plain-text.ts'
import { fileIdOf } from '../files/content-paths.ts'
import { lazy } from '../lazy.ts'
import type { PlainTexts, PostRecord } from '../records.ts'
import { orNull } from './content-error.ts'
import { flagField, lineOf, presentKey } from './fields.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { YamlMap } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'
import { patchYamlMap, type YamlChanges, type YamlInput } from './patch-yaml.ts'
import {
  imageMap,
  POST_FIELD_NAMES,
  POST_FIELDS,
  POST_STAMPS,
  type PostFieldInputs,
  type PostFieldName,
  type PostReading,
  readPostFields,
  tagsLeftOut,
  typeOf,
} from './post-fields.ts'
import { decodeUtf8, type Newline, newlineOf, plainNewlines, withNewlines } from './text-bytes.ts'

interface ParsedPost extends Parsed<PostRecord> {
  /** The parsed front matter; empty when unreadable. */
  data: YamlMap
}

/**
 * Fields of a post to change; absent: unchanged. Empty text removes an optional field; a date has
 * the format of front matter.
 */
export type PostChange = PostFieldInputs & { content?: string }

/** Fields of a new post, checked. Absent: the default. */
export type PostInput = PostChange & { type: PostType; title: string; content: string }

/** Length of the title of a short post without one. */
const FIRST_WORDS_LENGTH = 60

/** Parses a post; `problems` has at most one that is no warning. */
export function parsePostFile(file: ContentBytes, reading: PostReading): ParsedPost {
  let data: YamlMap = {}
  const { value, problems } = parseFile(file, (text, faults) => {
    const parts = splitFrontMatter(text)
    data = parts.data
    const id = fileIdOf(file.path)
    const content = trimBody(parts.body)
    const source = { data, yaml: parts.yaml, id, faults, ...reading }
    const { date, updated, description, ...fields } = readPostFields(source)
    const title = fields.title ?? titleFrom(content, fields.type) ?? id
    return {
      id,
      path: file.path,
      revision: blobId(file.bytes),
      content,
      // Not first: V8 would give each object a hidden class of its own, ten times as slow.
      ...fields,
      title,
      instant: date.instant,
      created_at: date.iso,
      day: date.day,
      isDateless: date.isFallback,
      // A scheduled post was saved before its date.
      updated_at: updated && Date.parse(updated) > date.instant ? updated : date.iso,
      ...lazyTexts(content, title, description),
    }
  })
  const [first] = problems.filter(({ warning }) => !warning)
  const warnings = problems.filter(({ warning }) => warning)
  return { value, problems: first ? [first, ...warnings] : warnings, data }
}

/** Not made by the parser, whose closures would keep the bytes and the YAML of every file. */
function lazyTexts(content: string, title: string, description: string | null) {
  return {
    wordCount: lazy(() => countWords(content, { title })),
    summary: lazy(() => summaryOf(content, description)),
  }
}

/** @param description of the front matter, or null */
export function summaryOf(content: string, description: string | null): PlainTexts {
  const beginning = excerptText(content, PREVIEW_LENGTH)
  const preview = cutText(beginning, PREVIEW_LENGTH)
  return {
    excerpt: cutText(beginning, EXCERPT_LENGTH).text,
    preview: preview.text,
    preview_cut: preview.cut,
    description: description ?? cutText(beginning, DESCRIPTION_LENGTH).text,
  }
}

/** The first heading; for a short post else its first words. Null if there are none. */
export function titleFrom(content: string, type: PostType): string | null {
  const heading = cutText(lineOf(firstHeading(content)), POST_LIMITS.titleLength - 1).text
  if (heading !== '' || type !== 'short') return heading || null
  return cutText(lineOf(excerptText(content, FIRST_WORDS_LENGTH)), FIRST_WORDS_LENGTH).text || null
}

/** Trims blank lines around a body, as for editing. */
export function trimBody(body: string): string {
  return body.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

/** A body with `\n` newlines and without blank lines around it. */
function bodyText(raw: string): string {
  return trimBody(plainNewlines(raw))
}

/**
 * The bytes of a new post's file, without fields that have their default.
 * @param date ISO 8601, for an input without a date
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

/** YAML input for a field's value; undefined removes the key. */
function yamlOf(name: PostFieldName, value: YamlInput | undefined): YamlInput | undefined {
  if (typeof value !== 'string') return value
  const text = lineOf(value)
  if (text === '') return undefined
  return 'isDate' in POST_FIELDS[name] ? { date: text } : text
}

/**
 * The bytes of a post's file after a change; equal bytes if nothing changes. Null for an unreadable
 * post.
 * @param change computes the change from the file's post
 * @param options.savedAt for the stamps, if anything changes; absent: they stay
 */
export function patchPostFile(
  file: ContentBytes,
  change: (post: PostRecord) => PostChange,
  { savedAt, ...reading }: PostReading & { savedAt?: string },
): Buffer | null {
  const { value: post, data } = parsePostFile(file, reading)
  if (post === null) return null
  const { content, ...fields } = change(post)
  const patch = (inputs: PostFieldInputs) =>
    patchText(file.bytes, changesOf(inputs, { post, data }, reading), content)
  const patched = patch(fields)
  if (patched.equals(file.bytes) || savedAt === undefined) return patched
  return patch({ ...fields, ...Object.fromEntries(POST_STAMPS.map((name) => [name, savedAt])) })
}

/** The changes of the front matter; a field whose value the post already has is left out. */
function changesOf(
  fields: PostFieldInputs,
  { post, data }: { post: PostRecord; data: YamlMap },
  { timeZone }: PostReading,
): YamlChanges {
  const changes: Record<string, YamlInput | undefined> = {}
  for (const name of POST_FIELD_NAMES) {
    const input = fields[name]
    const isGiven = input !== undefined && input !== null
    if (!isGiven || isSame(input, presentValue(name, { post, data }), timeZone)) continue
    const { keys } = POST_FIELDS[name]
    if (name === 'draft') Object.assign(changes, draftChange(input === true, data))
    else {
      const value =
        name === 'tags' && Array.isArray(input) ? [...input, ...tagsLeftOut(data)] : input
      changes[presentKey(data, keys) ?? keys[0]] = yamlOf(name, value)
    }
    // All tags are under one key from now on.
    if (name === 'tags' && presentKey(data, ['tags'])) changes.categories = undefined
  }
  const { key, map } = imageMap(data)
  // A map of a changed image or description becomes two keys.
  if (key && map && [key, 'image_alt'].some((name) => name in changes)) {
    changes[key] = yamlOf('image_url', fields.image_url ?? post.image_url)
    changes.image_alt = yamlOf('image_alt', fields.image_alt ?? post.image_alt)
  }
  const type = fields.type ?? post.type
  const after = Object.entries({ ...data, ...changes }).filter(([, value]) => value !== undefined)
  const isTyped = presentKey(data, ['type']) !== null
  // Changed values are texts here, as those of the file.
  if (!isTyped && typeOf(Object.fromEntries(after) as YamlMap) !== type) changes.type = type
  return changes
}

/** A field of the record in the format of an input; null to write it in any case. */
function presentValue(
  name: PostFieldName,
  { post, data }: { post: PostRecord; data: YamlMap },
): unknown {
  if (name === 'date') return post.created_at
  if (name === 'description') return post.summary().description
  // Without the key `updated_at` is the date, which may be this very second.
  if (name === 'updated') return presentKey(data, POST_FIELDS.updated.keys) && post.updated_at
  return post[name] ?? ''
}

function isSame(input: unknown, present: unknown, timeZone: string): boolean {
  if (typeof input !== 'string') return JSON.stringify(input) === JSON.stringify(present)
  return lineOf(input) === present || parsePostDate(input, timeZone)?.iso === present
}

/**
 * Either `draft: true` or `published: false` makes a draft; existing keys are changed, but not a
 * `published` that is a date.
 */
function draftChange(isDraft: boolean, data: YamlMap): YamlChanges {
  const hasDraft = presentKey(data, ['draft']) !== null
  const hasPublished = orNull(() => flagField(data, 'published')) !== null
  if (isDraft) return hasPublished && !hasDraft ? { published: false } : { draft: true }
  return { ...(hasDraft && { draft: false }), ...(hasPublished && { published: true }) }
}

/** Changes keys of the front matter and, if given, the body. @throws ContentError */
export function patchText(
  bytes: Uint8Array,
  changes: YamlChanges,
  content: string | undefined,
): Buffer {
  const whole = decodeUtf8(bytes) ?? ''
  const mark = whole.startsWith('\ufeff') ? '\ufeff' : ''
  const newline = newlineOf(whole, '\n')
  // A lone CR ends a line for our reader, but not for git and YAML.
  const text = whole.replace(/\r(?!\n)/g, newline)
  const parts = splitFrontMatter(text.slice(mark.length))
  const yaml = patchYamlMap(parts.yaml, changes, newline)
  const isNew = parts.open === '' && yaml !== ''
  const open = isNew ? `---${newline}` : parts.open
  const close = isNew ? `---${newline}${newline}` : parts.close
  const body = content === undefined ? parts.body : patchBody(parts.body, content, newline)
  const gap = body !== '' && close !== '' && !close.endsWith('\n') ? newline : ''
  const patched = `${mark}${open}${yaml}${close}${gap}${body}`
  return Buffer.from(patched === text ? bytes : patched)
}

/** Replaces the text of a body; keeps the blank lines around it and its newlines. */
function patchBody(raw: string, content: string, fallback: Newline): string {
  const newText = bodyText(content)
  if (bodyText(raw) === newText) return raw
  const newline = newlineOf(raw, fallback)
  const before = raw === '' ? newline : (/^(?:[ \t]*\r?\n)*/.exec(raw)?.[0] ?? '')
  // Not by a pattern anchored at the end, which is quadratic in blank lines.
  const end = raw.slice(Math.max(before.length, raw.trimEnd().length))
  const after = /\r?\n.*/s.exec(end)?.[0] ?? ''
  const isEmpty = bodyText(raw) === ''
  return `${before}${withNewlines(newText, newline)}${isEmpty ? newline : after}`
}
