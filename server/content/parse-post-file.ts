/**
 * A post's file as a record (contract §2). It runs for every post at the start, so nothing is
 * rendered and the excerpts come from the text's beginning.
 */
import { cutText } from '#domain/excerpt.ts'
import {
  DESCRIPTION_LENGTH,
  EXCERPT_LENGTH,
  POST_LIMITS,
  PREVIEW_LENGTH,
  readingMinutes,
} from '#domain/post.ts'
import { countWords, excerptText, readingText } from '../markdown/plain-text.ts'
import { walkBlocks } from '../markdown/text-blocks.ts'
import { blobId } from './blob-id.ts'
import { decodeText } from './decode-text.ts'
import { FieldFault, lineOfKey, textField } from './front-matter-fields.ts'
import type { YamlMap } from './load-yaml.ts'
import { NO_PROBLEMS, type Parsed, unusable } from './parsed.ts'
import { DESCRIPTION_KEYS, type PostReading, readPostFields } from './post-fields.ts'
import type { PostRecord } from './records.ts'
import { splitFrontMatter } from './split-front-matter.ts'

export interface PostFile {
  /** Relative to the content folder, `posts/2026/a.md`. */
  path: string
  bytes: Uint8Array
}

export interface ParsedPost extends Parsed<PostRecord> {
  /** Whether the date is `fallbackDate`. */
  usesFallbackDate: boolean
}

/** The id of the post in the file at `path`: the file's name without `.md`, in NFC. */
export function postIdOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.md'.length).normalize('NFC')
}

/** The post in a file, or the one problem that keeps it from being served. */
export function parsePostFile({ path, bytes }: PostFile, reading: PostReading): ParsedPost {
  const text = decodeText(bytes)
  if (typeof text !== 'string') return { ...unusable(path, text), usesFallbackDate: false }
  const parts = splitFrontMatter(text)
  if ('reason' in parts) return { ...unusable(path, parts), usesFallbackDate: false }
  try {
    const id = postIdOf(path)
    const content = trimBody(parts.body)
    const fields = readPostFields(parts.data, id, reading)
    const title = titleOf(parts.data, content, id)
    const { faults, usesFallbackDate, ...known } = fields
    const value = { ...known, id, path, revision: blobId(bytes), title, content }
    const [fault] = faults
    return {
      value: { ...value, ...derivedTexts(content, parts.data) },
      problems: fault ? [{ file: path, ...problemOf(fault, parts.yaml) }] : NO_PROBLEMS,
      usesFallbackDate,
    }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { ...unusable(path, problemOf(error, parts.yaml)), usesFallbackDate: false }
  }
}

/** A body as it is edited: without blank lines around it. */
export function trimBody(body: string): string {
  return body.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

function problemOf({ key, message }: FieldFault, yaml: string) {
  const line = lineOfKey(yaml, key)
  return { line: line === null ? null : line + 1, reason: message }
}

function titleOf(data: YamlMap, content: string, id: string): string {
  const title = textField(data, ['title'])
  if (title === null) return firstHeading(content) ?? id
  if (title.length <= POST_LIMITS.titleLength) return title
  const reason = `'title' is longer than ${POST_LIMITS.titleLength} characters.`
  throw new FieldFault('title', reason)
}

function firstHeading(content: string): string | null {
  let heading = ''
  walkBlocks(content, (block) => {
    if (block.kind === 'heading') heading = readingText(block.text)
    return heading === ''
  })
  return cutText(heading, POST_LIMITS.titleLength - 1).text || null
}

function derivedTexts(content: string, data: YamlMap) {
  const plain = excerptText(content, PREVIEW_LENGTH)
  const preview = cutText(plain, PREVIEW_LENGTH)
  const words = countWords(content)
  return {
    word_count: words,
    reading_minutes: readingMinutes(words),
    excerpt: cutText(plain, EXCERPT_LENGTH).text,
    preview: preview.text,
    preview_cut: preview.cut,
    description: textField(data, DESCRIPTION_KEYS) ?? cutText(plain, DESCRIPTION_LENGTH).text,
  }
}
