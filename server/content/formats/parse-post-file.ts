/**
 * A post's file as a record. It runs for every post at the start, so nothing is
 * rendered and texts made from the content wait until they are asked for.
 */

import { characterCount, POST_LIMITS } from '#domain/post.ts'
import { cutText } from '#domain/texts/excerpt.ts'
import { firstHeading } from '../../markdown/plain-text.ts'
import type { PostRecord } from '../records.ts'
import { blobId } from './blob-id.ts'
import { decodeText } from './decode-text.ts'
import { FieldFault, lineOf, lineOfKey, textField } from './front-matter-fields.ts'
import { lazyPostRecord } from './lazy-post-record.ts'
import { NO_PROBLEMS, type Parsed, unusable } from './parsed.ts'
import { DESCRIPTION_KEYS, type PostReading, readPostFields } from './post-fields.ts'
import type { Fault, YamlMap } from './yaml/load-yaml.ts'
import { splitFrontMatter } from './yaml/split-front-matter.ts'

export interface PostFile {
  /** Relative to the content folder, `posts/2026/a.md`. */
  path: string
  bytes: Uint8Array
}

export interface ParsedPost extends Parsed<PostRecord> {
  /** Whether the date is `fallbackDate`. */
  usesFallbackDate: boolean
  /** The front matter as it was read; empty when it cannot be. */
  data: YamlMap
}

/** The id of the post in the file at `path`: the file's name without `.md`, in NFC. */
export function postIdOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.md'.length).normalize('NFC')
}

/** The post in a file, or the one problem that keeps it from being served. */
export function parsePostFile({ path, bytes }: PostFile, reading: PostReading): ParsedPost {
  const text = decodeText(bytes)
  const parts = typeof text === 'string' ? splitFrontMatter(text) : text
  if ('reason' in parts) return unusablePost(path, parts)
  try {
    const id = postIdOf(path)
    const content = trimBody(parts.body)
    const fields = readPostFields(parts.data, id, reading)
    const [fault] = fields.faults
    return {
      value: lazyPostRecord({
        id,
        path,
        revision: blobId(bytes),
        type: fields.type,
        title: titleOf(parts.data, content, id),
        content,
        url: fields.url,
        featured: fields.featured,
        draft: fields.draft,
        tags: fields.tags,
        instant: fields.date.instant,
        created_at: fields.date.iso,
        updated_at: fields.updated_at,
        day: fields.date.day,
        description: textField(parts.data, DESCRIPTION_KEYS),
        aliases: fields.aliases,
        project: fields.project,
      }),
      problems: fault ? [{ file: path, ...problemOf(fault, parts.yaml) }] : NO_PROBLEMS,
      usesFallbackDate: fields.usesFallbackDate,
      data: parts.data,
    }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return unusablePost(path, problemOf(error, parts.yaml))
  }
}

function unusablePost(path: string, fault: Fault): ParsedPost {
  return { ...unusable(path, fault), usesFallbackDate: false, data: {} }
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
  if (title === null)
    return cutText(lineOf(firstHeading(content)), POST_LIMITS.titleLength - 1).text || id
  if (characterCount(title) <= POST_LIMITS.titleLength) return title
  const reason = `'title' is longer than ${POST_LIMITS.titleLength} characters.`
  throw new FieldFault('title', reason)
}
