/**
 * Shared by the saves of posts, projects and texts: read the newest version of a file, merge a
 * stale change, refuse a conflict or an unreadable result, and make creates idempotent.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError, BadRequestError, NotFoundError, RepositoryError } from '../../errors.ts'
import { type BlobId, type FileChange, isVersion, type WorkTree } from '../../git/repository.ts'
import { mergeContentFile } from '../formats/merge-files.ts'
import type { ContentBytes, Parsed } from '../formats/parsed-file.ts'
import type { KeyedRequest, Saved } from '../records.ts'

/** A refused save, with the versions (records or texts) that its answer shows; null for none. */
export class VersionsError extends AppError {
  readonly versions: Readonly<Record<string, unknown>>

  constructor(status: number, code: string, message: string, versions: Record<string, unknown>) {
    super(status, code, message)
    this.versions = versions
  }
}

/** The refusal of a save with a stale base that conflicts. */
export function staleError(versions: { current: unknown; base: unknown }): VersionsError {
  const sentence = 'This was changed by someone else in the meantime. Nothing was overwritten.'
  return new VersionsError(409, 'conflict', sentence, versions)
}

/** The file of a record to change. */
interface RecordFile<P> {
  /** As in 'Post not found'. */
  noun: string
  /** Undefined when there is no such record. */
  path: string | undefined
  parse: (file: ContentBytes) => P
}

/** The newest version of a record's file. @throws NotFoundError, AppError 409 when it is a problem */
export async function newestRecord<P extends Parsed<object>>(
  tree: WorkTree,
  { noun, path, parse }: RecordFile<P>,
) {
  const file = path === undefined ? null : await tree.read(path)
  if (path === undefined || file === null) {
    throw new NotFoundError(`${noun[0]?.toUpperCase()}${noun.slice(1)} not found`)
  }
  const parsed = parse({ path, bytes: file.bytes })
  const record: P['value'] = parsed.value
  if (record !== null) return { path, file, parsed, record }
  const sentence = `The file of this ${noun} cannot be read, so it has to be repaired by hand first:`
  throw new AppError(409, 'unreadable_file', `${sentence} ${parsed.problems[0]?.reason ?? ''}`)
}

/**
 * A record before and after an edit; no changes if the bytes are equal. An edit with a stale base
 * is applied to that base and merged with the newest text.
 * @param change.basedOn base revision; null for the newest
 * @param change.edit applies the edit to a version; null if that version is unreadable
 * @throws as `newestRecord`; VersionsError 409; BadRequestError for an unreadable result
 */
export async function changedRecord<T extends object>(
  tree: WorkTree,
  file: RecordFile<Parsed<T>>,
  { basedOn, edit }: { basedOn: BlobId | null; edit: (file: ContentBytes) => Buffer | null },
): Promise<{ before: T; record: T; changes: FileChange[]; merged: boolean }> {
  const { path, file: newest, record: before } = await newestRecord(tree, file)
  const isStale = basedOn !== null && !isVersion(newest, basedOn)
  const base = isStale ? await tree.readRevision(basedOn, path) : newest.bytes
  const ours = base && edit({ path, bytes: base })
  const sides = { path, base, theirs: newest.bytes }
  const bytes = ours && isStale ? await mergeContentFile({ ...sides, ours }) : ours
  if (bytes === null) {
    throw staleError({ current: before, base: base && file.parse({ path, bytes: base }).value })
  }
  if (bytes.equals(newest.bytes)) return { before, record: before, changes: [], merged: isStale }
  const record = recordOrThrow(file.parse({ path, bytes }))
  return { before, record, changes: [{ path, bytes }], merged: isStale }
}

/** The record of a file to save. @throws BadRequestError if it is unreadable */
export function recordOrThrow<T>({ value, problems }: Parsed<T>): T {
  if (value !== null) return value
  throw new BadRequestError(`This cannot be saved: ${problems[0]?.reason ?? 'it is unreadable.'}`)
}

const KEY_AGE_MS_MAX = 24 * 60 * 60 * 1000
const KEYS_MAX = 1_000
const KEY_REUSED = 'This was made already, from another text. Nothing was made a second time.'

/** Creates by `Idempotency-Key`, running ones included. */
export class KeyedCreates<T> {
  readonly #creates: LRUCache<string, { digest: string; saved: Promise<Saved<T>> }>

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#creates = new LRUCache({ max: KEYS_MAX, ttl: KEY_AGE_MS_MAX, perf: { now } })
  }

  /**
   * Returns the result of the same request within the last day, while the server runs.
   * @param request null without a key: then `make` always runs
   * @throws VersionsError 422 with `current` for a key that was used with another body
   */
  async once(request: KeyedRequest | null, make: () => Promise<Saved<T>>): Promise<Saved<T>> {
    if (request === null) return make()
    const { key } = request
    const digest = hash('sha256', request.body)
    const earlier = this.#creates.get(key)
    if (earlier !== undefined) {
      const saved = await earlier.saved
      if (earlier.digest === digest) return saved
      throw new VersionsError(422, 'idempotency_key_reused', KEY_REUSED, { current: saved.value })
    }
    const saved = make()
    this.#creates.set(key, { digest, saved })
    try {
      return await saved
    } catch (error) {
      const mayBeSaved = error instanceof RepositoryError && error.code === 'outcome_unknown'
      if (!mayBeSaved) this.#creates.delete(key)
      throw error
    }
  }
}
