/** Saves read the newest version, merge a stale change, refuse a conflict or an unreadable result. */
import { AppError, BadRequestError, ConflictError, NotFoundError } from '../../errors.ts'
import { type BlobId, type FileChange, isVersion, type WorkTree } from '../../git/repository.ts'
import { mergeContentFile } from '../formats/merge-files.ts'
import type { ContentBytes, Parsed } from '../formats/parsed-file.ts'

/** The refusal of a save with a stale base that conflicts. */
export class StaleError extends ConflictError {
  readonly versions: { current: unknown; base: unknown }

  /** @param versions records or texts that the answer shows; null for none */
  constructor(versions: { current: unknown; base: unknown }) {
    super('This was changed by someone else in the meantime. Nothing was overwritten.')
    this.versions = versions
  }
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
 * @throws as `newestRecord`; StaleError; BadRequestError for an unreadable result
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
    throw new StaleError({ current: before, base: base && file.parse({ path, bytes: base }).value })
  }
  // A save that is sent twice would only date the record again.
  const isThere = isStale && edit({ path, bytes: newest.bytes })?.equals(newest.bytes)
  if (isThere || bytes.equals(newest.bytes)) {
    return { before, record: before, changes: [], merged: isStale }
  }
  const record = recordOrThrow(file.parse({ path, bytes }))
  return { before, record, changes: [{ path, bytes }], merged: isStale }
}

/** The record of a file to save. @throws BadRequestError if it is unreadable */
export function recordOrThrow<T>({ value, problems }: Parsed<T>): T {
  if (value !== null) return value
  throw new BadRequestError(`This cannot be saved: ${problems[0]?.reason ?? 'it is unreadable.'}`)
}
