/**
 * Content files as texts, to repair unreadable ones and edit those without a form. A save is one
 * commit of one file, refused if it would make the file unreadable.
 */
import type { ContentText, SiteFile } from '#domain/answers/repair-answers.ts'
import { AppError, NotFoundError } from '../../errors.ts'
import { type BlobId, blobId, type FileVersion, isVersion } from '../../git/repository.ts'
import type { ContentStore } from '../content-store.ts'
import { FILE_BYTES_MAX, TOO_LARGE_REASON } from '../files/content-files.ts'
import {
  type ContentPath,
  classifyPath,
  isProblem,
  problemAt,
  SITE_PATHS,
} from '../files/content-paths.ts'
import { parseContentFile } from '../formats/parse-content.ts'
import { bytesOfText, textOfBytes } from '../formats/text-bytes.ts'
import type { Problem } from '../problem.ts'
import type { Saved } from '../records.ts'
import { StaleError } from './record-writes.ts'

const NOT_UTF8 =
  'This file is not text in UTF-8, so it cannot be shown or changed here. Save it as UTF-8 in an editor, or bring back an earlier version from the history.'

/** The files with fixed paths, whether they exist or not, and the other pages. */
export function listSiteFiles(store: ContentStore): SiteFile[] {
  const { contentFiles, records } = store
  const { problems } = store.snapshot()
  const pages = [...records.pathsOf('page'), ...records.pathsOf('list')]
  return [...new Set([...SITE_PATHS, ...pages])].map((path) => ({
    path,
    is_there: contentFiles.stamp(path) !== null,
    problems: problems.filter(({ file }) => file === path),
  }))
}

/** @throws NotFoundError, AppError 409 for a file that is not text */
export function readText(store: ContentStore, path: string): ContentText {
  return contentText(store, path, newestVersion(store, path))
}

/**
 * @param change.basedOn base revision of the edit; null for a new file
 * @throws NotFoundError, AppError 400 for an unreadable text, StaleError
 */
export async function saveText(
  store: ContentStore,
  path: string,
  { text, basedOn }: { text: string; basedOn: BlobId | null },
): Promise<Saved<ContentText>> {
  newestVersion(store, path)
  const saved = await store.write(async (tree) => {
    const file = await tree.read(path)
    if (!isVersion(file, basedOn)) {
      const base = basedOn && (await tree.readRevision(basedOn, path))
      const current = file && contentText(store, path, file)
      throw new StaleError({ current, base: base && textOfBytes(base) })
    }
    const bytes = readableBytes(store, { path, text, old: file?.bytes ?? null })
    const verb = file === null ? 'Add' : faultOf(store, path, file.bytes) ? 'Repair' : 'Update'
    const changes = file?.bytes.equals(bytes) ? [] : [{ path, bytes }]
    return { changes, subject: `${verb} ${path}`, value: bytes }
  })
  const bytes = saved.value
  // The committed version: the file may have changed since.
  return { ...saved, value: contentText(store, path, { bytes, revision: blobId(bytes) }) }
}

/** The bytes of an edited text. @throws AppError 400 for an unreadable one */
export function readableBytes(
  store: ContentStore,
  { path, text, old }: { path: string; text: string; old: Uint8Array | null },
): Buffer {
  const bytes = bytesOfText(text, old)
  const fault = faultOf(store, path, bytes)
  if (fault === null) return bytes
  const { line, reason } = fault
  const outcome =
    old !== null && faultOf(store, path, old) !== null
      ? 'The file could still not be read, so nothing was saved.'
      : 'With this text the file could no longer be read, so nothing was saved.'
  const position = line === null ? '' : `Line ${line}: `
  const sentence = `${outcome} ${position}${reason}`
  throw new AppError(400, 'unreadable_text', sentence, { details: { line, reason } })
}

/** Why these bytes are unreadable as content; null when they are readable. */
function faultOf(store: ContentStore, path: string, bytes: Uint8Array): Problem | null {
  const file = fileOf(path)
  const { time_zone: timeZone } = store.snapshot().site
  const context = { timeZone, fallbackDate: 0, defaultZone: timeZone }
  if (bytes.length > FILE_BYTES_MAX) return problemAt(path, TOO_LARGE_REASON)
  const { value, problems } = parseContentFile(file, bytes, context)
  return value === null ? (problems[0] ?? problemAt(path, 'It cannot be read.')) : null
}

/** @throws AppError 409 for a file that is not text */
function contentText(store: ContentStore, path: string, version: FileVersion | null): ContentText {
  const text = version === null ? '' : textOfBytes(version.bytes)
  if (text === null) throw unreadable(NOT_UTF8)
  const problems = store.snapshot().problems.filter(({ file }) => file === path)
  return { path, text, revision: version?.revision ?? null, problems }
}

/**
 * The present file; null for a missing page or other file of the site itself.
 * @throws as `fileOf`, and for a missing or unreadable file
 */
function newestVersion({ contentFiles }: ContentStore, path: string): FileVersion | null {
  const { kind } = fileOf(path)
  const content = contentFiles.read(path)
  if (content !== null && isProblem(content)) throw unreadable(content.reason)
  if (content !== null) return { bytes: content.bytes, revision: blobId(content.bytes) }
  if (kind !== 'post' && kind !== 'project') return null
  throw new NotFoundError('This file is no longer there.')
}

/** @throws NotFoundError for another path, AppError 409 for an unusable name */
function fileOf(path: string): ContentPath {
  const file = classifyPath(path)
  if (file === null) throw new NotFoundError('There is no such content file.')
  if (isProblem(file)) throw unreadable(file.reason)
  return file
}

function unreadable(reason: string): AppError {
  return new AppError(409, 'unreadable_file', reason)
}
