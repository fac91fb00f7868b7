/**
 * What every save of one file does: find its newest version, fit the change into it, refuse what
 * came too late or could not be read afterwards.
 */
import type { ContentText } from '#domain/answers/repair-answers.ts'
import { AppError, BadRequestError } from '../../errors.ts'
import { type BlobId, isVersion, type TreeFile, type WorkTree } from '../../git/repository.ts'
import { mergeContentFile } from '../formats/merge-files.ts'
import type { Parsed } from '../formats/parsed-file.ts'
import type { PostRecord, ProjectRecord } from '../records.ts'

/** A save that started from a version the file no longer has, and does not fit. Nothing was written. */
class StaleError<Version> extends Error {
  /** Null when the file is gone. */
  readonly current: Version
  /** The version the save started from; null when git does not know it. */
  readonly base: Version | null

  constructor(what: string, current: Version, base: Version | null) {
    super(`${what} was changed by someone else in the meantime. Nothing was overwritten.`)
    this.name = new.target.name
    this.current = current
    this.base = base
  }
}

/** Of a post or a project. */
export class StaleRevisionError extends StaleError<PostRecord | ProjectRecord> {
  constructor(current: PostRecord | ProjectRecord, base: PostRecord | ProjectRecord | null) {
    super('This', current, base)
  }
}

/** Of a content file as text. */
export class StaleTextError extends StaleError<ContentText | string | null> {
  constructor(current: ContentText | null, base: string | null) {
    super('This file', current, base)
  }
}

interface Change {
  path: string
  /** The newest version; null when there is none. */
  file: TreeFile | null
  /** The revision that the change began from. */
  basedOn: BlobId | null
  /** The file with the change; null where that version cannot be changed. */
  edit(bytes: Buffer | null): Buffer | null
}

/**
 * The newest version with the change in it. A change that began from another version is made there,
 * and both are merged as texts.
 * @returns `bytes` null where the change does not fit; then `base` is what it began from, if known
 */
export async function fitChange(
  tree: WorkTree,
  { path, file, basedOn, edit }: Change,
): Promise<{ bytes: Buffer; merged: boolean } | { bytes: null; base: Buffer | null }> {
  if (isVersion(file, basedOn)) {
    const bytes = edit(file?.bytes ?? null)
    return bytes === null ? { bytes, base: null } : { bytes, merged: false }
  }
  const base = basedOn === null ? null : await tree.readRevision(basedOn, path)
  const ours = base && edit(base)
  const theirs = file?.bytes
  const bytes = ours && theirs ? await mergeContentFile({ path, base, ours, theirs }) : null
  return bytes === null ? { bytes, base } : { bytes, merged: true }
}

/** The record in a file that is to be changed. @throws AppError 409 when the file is a problem */
export function readable<P extends Parsed<unknown>>(
  parsed: P,
  noun: string,
): P & { value: NonNullable<P['value']> } {
  const { value, problems } = parsed
  if (value !== null && value !== undefined) return { ...parsed, value }
  const reason = problems[0]?.reason ?? ''
  const sentence = `The file of this ${noun} cannot be read, so it has to be repaired by hand first: ${reason}`
  throw new AppError(409, 'unreadable_file', sentence)
}

/** The record in bytes that are to be saved. @throws BadRequestError for what cannot be read */
export function savable<T>({ value, problems }: Parsed<T>): T {
  if (value !== null) return value
  throw new BadRequestError(`This cannot be saved: ${problems[0]?.reason ?? 'it is unreadable.'}`)
}
