/** One content file as the record keeper holds it, and the parsing that fills it. */
import type { ResourcePage, Site } from '#domain/site.ts'
import type { Tag } from '#domain/tag.ts'
import type { BlobId } from '../../git/repository.ts'
import { conflictLines } from '../../markdown/conflict-markers.ts'
import type { FileStamp } from '../files/content-files.ts'
import type { ContentPath } from '../files/content-paths.ts'
import type { PostRecord, Problem, ProjectRecord } from '../records.ts'
import { decodeText } from './decode-text.ts'
import { type AboutRecord, parseAboutFile } from './parse-about-file.ts'
import { parsePostFile } from './parse-post-file.ts'
import { parseProjectFile } from './parse-project-file.ts'
import { parseResourceFile, resourcePageId } from './parse-resource-file.ts'
import { parseSiteFile } from './parse-site-file.ts'
import { parseTagsFile } from './parse-tags-file.ts'
import { NO_PROBLEMS, type Parsed } from './parsed.ts'
import type { PostReading } from './post-fields.ts'
import { lineAt, splitFrontMatter } from './yaml/split-front-matter.ts'

/** What each kind of file is once it is parsed. */
export interface RecordOf {
  post: PostRecord
  project: ProjectRecord
  tags: readonly Tag[]
  site: Site
  about: AboutRecord
  resource: ResourcePage
}

export interface FileEntry {
  readonly file: ContentPath
  /** Null when the file has to be read again to know whether it changed. */
  readonly stamp: FileStamp | null
  /** Of the bytes on disk; null when they cannot be read. */
  readonly revision: BlobId | null
  /** The last good form: it stays when the file becomes a problem. */
  readonly record: RecordOf[keyof RecordOf] | null
  readonly problems: readonly Problem[]
  /** A post without a date, which has that of its first commit. */
  readonly isDateless: boolean
}

export interface ParsingContext extends PostReading {
  /** What site.yaml does not say. */
  defaultSite: Site
}

export type ParsedFile = Parsed<RecordOf[keyof RecordOf]> & { isDateless: boolean }

/** Parses a file of any kind. */
export function parseContentFile(
  { kind, id, path }: ContentPath,
  bytes: Uint8Array,
  context: ParsingContext,
): ParsedFile {
  if (kind === 'post') {
    const { value, problems, usesFallbackDate } = parsePostFile({ path, bytes }, context)
    return { value, problems, isDateless: usesFallbackDate }
  }
  return { ...parseOther(), isDateless: false }

  function parseOther(): Parsed<RecordOf[keyof RecordOf]> {
    if (kind === 'project') return parseProjectFile({ path, bytes })
    if (kind === 'tags') return parseTagsFile(bytes, path)
    if (kind === 'site') return parseSiteFile(bytes, context.defaultSite, path)
    if (kind === 'about') return parseAboutFile(bytes, path)
    const page = resourcePageId(id)
    if (page !== null) return parseResourceFile({ path, id: page, bytes })
    return { value: null, problems: NO_PROBLEMS }
  }
}

const CONFLICT = 'A conflict marker begins here, and readers see both of its sides.'

/** What the author should know of a text that is served as it is. Most files cost one look at their bytes. */
export function warningsOf({ kind, path }: ContentPath, bytes: Uint8Array): readonly Problem[] {
  if (kind !== 'post' && kind !== 'about') return NO_PROBLEMS
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('>>>>>>> ')) {
    return NO_PROBLEMS
  }
  const text = decodeText(bytes)
  const parts = typeof text === 'string' ? splitFrontMatter(text) : text
  if (typeof text !== 'string' || 'reason' in parts) return NO_PROBLEMS
  const linesBefore = lineAt(text, text.length - parts.body.length) - 1
  const lines = conflictLines(parts.body)
  return lines.map((line) => ({ file: path, line: linesBefore + line, reason: CONFLICT }))
}
