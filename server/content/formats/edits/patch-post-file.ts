/**
 * An admin's change of a post as an edit of its file: only the lines of the keys that change,
 * under the spelling that the file has for them.
 */
import { parsePostDate } from '#domain/days/post-date.ts'
import type { PostType } from '#domain/post.ts'
import type { PostRecord } from '../../records.ts'
import type { PostPatch } from '../../store.ts'
import { presentKey } from '../front-matter-fields.ts'
import { type ParsedPost, type PostFile, parsePostFile } from '../parse-post-file.ts'
import {
  DATE_KEYS,
  DESCRIPTION_KEYS,
  type PostReading,
  typeOf,
  UPDATED_KEYS,
} from '../post-fields.ts'
import type { YamlMap, YamlValue } from '../yaml/load-yaml.ts'
import { patchYamlMap, type YamlChanges } from '../yaml/patch-yaml-map.ts'
import { findFences } from '../yaml/split-front-matter.ts'
import { newlineOf } from '../yaml/yaml-pairs.ts'
import { patchBody } from './patch-body.ts'

/** The order of keys in a file of ours, and where a new key goes in another's. */
const POST_KEYS: readonly string[] = [
  'title',
  'type',
  ...DATE_KEYS,
  ...UPDATED_KEYS,
  'tags',
  'featured',
  'url',
  'draft',
  ...DESCRIPTION_KEYS,
  'aliases',
  'project',
]

const BOM = '\ufeff'

/**
 * The bytes of a post's file after `patch`; the same bytes when the patch says what the file says
 * already. Null when the file cannot be read as a post, so that there is nothing to change.
 * @param options.updated ISO 8601, written when anything changes; null leaves it alone
 * @param options.parsed the file as it was parsed; without, it is parsed here
 */
export function patchPostFile(
  file: PostFile,
  patch: PostPatch,
  options: PostReading & { updated: string | null; parsed?: ParsedPost },
): Buffer | null {
  const { value: post, data } = options.parsed ?? parsePostFile(file, options)
  if (post === null) return null
  const changes = changesOf(patch, post, data, options.timeZone)
  const patched = patchText(file.bytes, changes, patch.content)
  if (options.updated === null || patched.equals(file.bytes)) return patched
  const key = presentKey(data, UPDATED_KEYS) ?? 'updated'
  return patchText(patched, { [key]: { date: options.updated } }, undefined)
}

/** The bytes with these keys of the front matter changed, and the text unless it is undefined. */
export function patchText(
  bytes: Uint8Array,
  changes: YamlChanges,
  content: string | undefined,
): Buffer {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  const bom = whole.startsWith(BOM) ? BOM : ''
  const text = whole.slice(bom.length)
  const newline = newlineOf(text, '\n')
  const fences = findFences(text)
  const parts =
    fences === null || 'reason' in fences
      ? { open: '', yaml: '', close: '', body: text }
      : {
          open: text.slice(0, fences.yamlStart),
          // A newline of the Macs of old is one to us, and not to the reader that patches.
          yaml: text.slice(fences.yamlStart, fences.yamlEnd).replace(/\r(?!\n)/g, '\n'),
          close: text.slice(fences.yamlEnd, fences.bodyStart),
          body: text.slice(fences.bodyStart),
        }
  const yaml = patchYamlMap(parts.yaml, changes, { order: POST_KEYS, newline })
  const body = content === undefined ? parts.body : patchBody(parts.body, content, newline)
  const hasFences = parts.open !== '' || yaml !== ''
  const open = parts.open === '' && hasFences ? `---${newline}` : parts.open
  const close = parts.open === '' && hasFences ? `---${newline}${newline}` : parts.close
  const gap = body !== '' && close !== '' && !/[\r\n]$/.test(close) ? newline : ''
  return Buffer.from(`${bom}${open}${yaml}${close}${gap}${body}`)
}

/** What changes in the front matter; what the post is already, whatever makes it so, does not. */
function changesOf(
  patch: PostPatch,
  post: PostRecord,
  data: YamlMap,
  timeZone: string,
): YamlChanges {
  const keyOf = (keys: readonly [string, ...string[]]) => presentKey(data, keys) ?? keys[0]
  const title = textChange('title', patch.title, post.title)
  const url = textChange('url', patch.url, post.url ?? '')
  return {
    ...title,
    ...textChange('type', patch.type, post.type),
    ...(presentKey(data, ['type']) === null &&
      missingType(patch.type ?? post.type, { ...data, ...title, ...url })),
    ...dateChange(keyOf(DATE_KEYS), patch.date, post, timeZone),
    ...tagsChange(patch.tags, post, data),
    ...flagChange('featured', patch.featured, post.featured),
    ...url,
    ...draftChange(patch.draft, post, data),
    ...textChange(keyOf(DESCRIPTION_KEYS), patch.description, post.description),
    ...textChange('project', patch.project, post.project ?? ''),
  }
}

function textChange(
  key: string,
  wanted: string | undefined,
  current: string,
): Record<string, string | undefined> {
  if (wanted === undefined) return {}
  const text = wanted.replace(/\s+/g, ' ').trim()
  return text === current ? {} : { [key]: text === '' ? undefined : text }
}

/** The type, where the other keys, as they will be, would give the post another one. */
function missingType(wanted: PostType, data: Record<string, YamlValue | undefined>): YamlChanges {
  const written = Object.entries(data).filter(([, value]) => value !== undefined)
  return typeOf(Object.fromEntries(written) as YamlMap) === wanted ? {} : { type: wanted }
}

function flagChange(key: string, wanted: boolean | undefined, current: boolean): YamlChanges {
  return wanted === undefined || wanted === current ? {} : { [key]: wanted }
}

function dateChange(
  key: string,
  wanted: string | undefined,
  post: PostRecord,
  timeZone: string,
): YamlChanges {
  if (wanted === undefined) return {}
  const text = wanted.trim()
  if (text === '') return { [key]: undefined }
  const isSame = parsePostDate(text, timeZone)?.iso === post.created_at
  return isSame ? {} : { [key]: { date: text } }
}

function tagsChange(
  wanted: readonly string[] | undefined,
  post: PostRecord,
  data: YamlMap,
): YamlChanges {
  if (wanted === undefined || JSON.stringify(wanted) === JSON.stringify(post.tags)) return {}
  if (presentKey(data, ['categories']) === null) return { tags: wanted }
  return presentKey(data, ['tags']) === null
    ? { categories: wanted }
    : { tags: wanted, categories: undefined }
}

/** Either `draft: true` or `published: false` makes a draft; each is turned where it stands. */
function draftChange(wanted: boolean | undefined, post: PostRecord, data: YamlMap): YamlChanges {
  if (wanted === undefined || wanted === post.draft) return {}
  const hasDraft = presentKey(data, ['draft']) !== null
  const hasPublished = presentKey(data, ['published']) !== null
  if (wanted) return hasPublished && !hasDraft ? { published: false } : { draft: true }
  return {
    ...(hasDraft ? { draft: false } : {}),
    ...(hasPublished ? { published: true } : {}),
  }
}
