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
import { lineOf, presentKey } from './fields.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { YamlMap } from './load-yaml.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'
import { patchYamlMap, type YamlChanges } from './patch-yaml.ts'
import { POST_STAMPS, POSTS, type PostFieldInputs } from './post-fields.ts'
import { imageMap, type PostReading, typeOf } from './post-values.ts'
import { decodeUtf8, type Newline, newlineOf, plainNewlines, withNewlines } from './text-bytes.ts'

/** Fields of a post to change, see `PostFieldInputs`; a date has the format of front matter. */
export type PostChange = PostFieldInputs & { content?: string }

/** Fields of a new post, checked. Absent: the default. */
export type PostInput = PostChange & { type: PostType; title: string; content: string }

/** Length of the title of a short post without one. */
const FIRST_WORDS_LENGTH = 60

/** Parses a post. @returns also its front matter, empty when unreadable */
export function parsePostFile(file: ContentBytes, reading: PostReading) {
  let data: YamlMap = {}
  const parsed: Parsed<PostRecord> = parseFile(file, (text, faults) => {
    const parts = splitFrontMatter(text)
    data = parts.data
    const id = fileIdOf(file.path)
    const content = trimBody(parts.body)
    const source = { data, yaml: parts.yaml, id, faults, ...reading }
    const { date, updated, description, ...fields } = POSTS.read(source)
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
  // A file is listed once, with its first fault, beside its warnings.
  const first = parsed.problems.find(({ warning }) => !warning)
  const problems = parsed.problems.filter((one) => one === first || one.warning)
  return { ...parsed, problems, data }
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
const bodyText = (raw: string) => trimBody(plainNewlines(raw))

/** The bytes of a new post's file. @param date ISO 8601, for an input without a date */
export function composePostFile(input: PostChange, date: string): Buffer {
  const yaml = POSTS.yamlOf({ ...input, date: input.date?.trim() || date })
  const body = bodyText(input.content ?? '')
  return Buffer.from(`---\n${yaml}---\n\n${body === '' ? '' : `${body}\n`}`)
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
  const isSameDate = parsePostDate(fields.date ?? '', timeZone)?.iso === post.created_at
  const present = {
    ...post,
    date: isSameDate ? fields.date : post.created_at,
    // Without the key `updated_at` is the date, which may be this very second.
    updated: presentKey(data, POSTS.rows.updated.keys) && post.updated_at,
    // Not worked out for nothing: it is the beginning of a text that may be long.
    description: fields.description === undefined ? '' : post.summary().description,
  }
  const changes = POSTS.changes(fields, present, data)
  const { key, map } = imageMap(data)
  // A map of a changed image or description becomes two keys.
  if (key && map && [key, 'image_alt'].some((name) => name in changes)) {
    const { image_url = post.image_url, image_alt = post.image_alt } = fields
    changes[key] = image_url || undefined
    changes.image_alt = image_alt || undefined
  }
  const type = fields.type ?? post.type
  const after = Object.entries({ ...data, ...changes }).filter(([, value]) => value !== undefined)
  const isTyped = presentKey(data, ['type']) !== null
  // Changed values are texts here, as those of the file.
  if (!isTyped && typeOf(Object.fromEntries(after) as YamlMap) !== type) changes.type = type
  return changes
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
  return withNewlines(plainNewlines(`${before}${newText}${isEmpty ? '\n' : after}`), newline)
}
