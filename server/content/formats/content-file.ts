/** One content file as the record keeper holds it, and the parsing that fills it. */
import type { Site } from '#domain/site.ts'
import type { Tag } from '#domain/tag.ts'
import type { BlobId } from '../../git/repository.ts'
import { conflictLines } from '../../markdown/conflict-markers.ts'
import type { FileStamp } from '../files/content-files.ts'
import type { ContentPath } from '../files/content-paths.ts'
import type { PostRecord, Problem, ProjectRecord } from '../records.ts'
import { splitFrontMatter } from './front-matter.ts'
import { type PageRecord, parsePageFile } from './page-file.ts'
import { NO_PROBLEMS, type Parsed } from './parsed-file.ts'
import type { PostReading } from './post-fields.ts'
import { parsePostFile } from './post-file.ts'
import { parseProjectFile } from './project-file.ts'
import { parseSiteFile } from './site-file.ts'
import { parseTagsFile } from './tags-file.ts'
import { decodeText, lineAt } from './text-bytes.ts'

/** What each kind of file is once it is parsed. */
export interface RecordOf {
  post: PostRecord
  project: ProjectRecord
  tags: readonly Tag[]
  site: Site
  page: PageRecord
}
type ContentRecord = RecordOf[keyof RecordOf]

export interface FileEntry {
  readonly file: ContentPath
  /** Null when the file has to be read again to know whether it changed. */
  readonly stamp: FileStamp | null
  /** Of the bytes on disk; null when they cannot be read. */
  readonly revision: BlobId | null
  /** The last good form: it stays when the file becomes a problem. */
  readonly record: ContentRecord | null
  readonly problems: readonly Problem[]
  /** A post without a date, which has that of its first commit. */
  readonly isDateless: boolean
}

export interface ParsingContext extends PostReading {
  /** What site.yaml does not say. */
  defaultSite: Site
}

type ParsedFile = Parsed<ContentRecord> & { isDateless: boolean }

/** Parses a file of any kind. */
export function parseContentFile(
  { kind, path }: ContentPath,
  bytes: Uint8Array,
  context: ParsingContext,
): ParsedFile {
  const file = { path, bytes }
  if (kind === 'post') return parsePostFile(file, context)
  const parsers = {
    project: () => parseProjectFile(file),
    tags: () => parseTagsFile(file),
    site: () => parseSiteFile(file, context.defaultSite),
    page: () => parsePageFile(file),
  }
  return { ...parsers[kind](), isDateless: false }
}

const CONFLICT = 'A conflict marker begins here, and readers see both of its sides.'

/** What the author should know of a text that is served as it is. Most files cost one look at their bytes. */
export function warningsOf({ path }: ContentPath, bytes: Uint8Array): readonly Problem[] {
  if (!path.endsWith('.md')) return NO_PROBLEMS
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
