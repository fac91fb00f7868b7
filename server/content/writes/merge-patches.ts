/**
 * Fits a change that started from an older version into the newest one. Fields are compared by
 * what they mean, so that another spelling in the file is no conflict; texts merge by lines.
 */
import { parsePostDate } from '#domain/days/post-date.ts'
import { threeWayMerge } from '#domain/texts/three-way-merge.ts'
import { bodyText } from '../formats/edits/patch-body.ts'
import type { PostRecord, ProjectRecord } from '../records.ts'
import type { PostPatch, ProjectPatch } from '../store.ts'

/** One field: what a record has, and what a patch asks for, in a form that can be compared. */
type Field = readonly [base: unknown, wanted: unknown, current: unknown]

/**
 * The patch that makes in `current` the change that `patch` made in `base`; null when both changed
 * one thing in different ways.
 */
export function mergePostPatch(
  base: PostRecord,
  patch: PostPatch,
  current: PostRecord,
  timeZone: string,
): PostPatch | null {
  const { content, ...fields } = patch
  const merged = mergeFields(fields, (key) => {
    const wanted = patch[key]
    if (key !== 'date') return [fieldOf(base, key), comparable(wanted), fieldOf(current, key)]
    const date = parsePostDate(String(wanted), timeZone)?.iso ?? wanted
    return [base.created_at, date, current.created_at]
  })
  if (merged === null || content === undefined) return merged
  // Every text ends in a newline here, so that adding after the last line changes no other.
  const texts = [base.content, bodyText(content), current.content].map((text) => `${text}\n`)
  const [from = '', ours = '', theirs = ''] = texts
  const { clean, text } = threeWayMerge(from, ours, theirs)
  return clean ? { ...merged, content: text.slice(0, -1) } : null
}

/** The same for a project. */
export function mergeProjectPatch(
  base: ProjectRecord,
  patch: ProjectPatch,
  current: ProjectRecord,
): ProjectPatch | null {
  return mergeFields(patch, (key) => [
    comparable(base[key]),
    comparable(patch[key]),
    comparable(current[key]),
  ])
}

function mergeFields<Patch extends object>(
  patch: Patch,
  fieldOf: (key: keyof Patch) => Field,
): Patch | null {
  const merged = { ...patch }
  // The keys of a patch are those of its type.
  for (const key of Object.keys(patch) as (keyof Patch)[]) {
    const [base, wanted, current] = fieldOf(key)
    if (patch[key] === undefined || wanted === base || wanted === current) delete merged[key]
    else if (current !== base) return null
  }
  return merged
}

function fieldOf(post: PostRecord, key: Exclude<keyof PostPatch, 'content' | 'date'>): unknown {
  return comparable(post[key] ?? '')
}

function comparable(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim()
  return Array.isArray(value) ? JSON.stringify(value) : value
}
