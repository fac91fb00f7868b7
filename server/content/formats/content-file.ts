/** Parses a content file of any kind, and warns of what is in a text that is served as it is. */
import type { Site } from '#domain/site.ts'
import type { Tag } from '#domain/tag.ts'
import { conflictLines } from '../../markdown/conflict-markers.ts'
import type { ContentPath } from '../files/content-paths.ts'
import type { PostRecord, Problem, ProjectRecord } from '../records.ts'
import { unlessFaulty } from './fault.ts'
import { splitFrontMatter } from './front-matter.ts'
import { type PageRecord, parsePageFile } from './page-file.ts'
import type { Parsed } from './parsed-file.ts'
import type { PostReading } from './post-fields.ts'
import { parsePostFile } from './post-file.ts'
import { parseProjectFile } from './project-file.ts'
import { parseSiteFile } from './site-file.ts'
import { parseTagsFile } from './tags-file.ts'
import { lineAt, textOfBytes } from './text-bytes.ts'

/** What each kind of file is once it is parsed. */
export interface RecordOf {
  post: PostRecord
  project: ProjectRecord
  tags: readonly Tag[]
  site: Site
  page: PageRecord
}
export type ContentRecord = RecordOf[keyof RecordOf]

interface ParsingContext extends PostReading {
  /** What site.yaml does not say. */
  defaultSite: Site
}

/** Parses a file of any kind. */
export function parseContentFile(
  { kind, path }: ContentPath,
  bytes: Uint8Array,
  context: ParsingContext,
): Parsed<ContentRecord> {
  const file = { path, bytes }
  const parsers = {
    post: () => parsePostFile(file, context),
    project: () => parseProjectFile(file),
    tags: () => parseTagsFile(file),
    site: () => parseSiteFile(file, context.defaultSite),
    page: () => parsePageFile(file),
  }
  return parsers[kind]()
}

const MARKER = '>>>>>>> '
const CONFLICT = 'A conflict marker begins here, and readers see both of its sides.'

/** What the author should know of a text that is served as it is. Most files cost one look at their bytes. */
export function warningsOf({ path }: ContentPath, bytes: Uint8Array): readonly Problem[] {
  const hasMarker = () => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(MARKER)
  if (!path.endsWith('.md') || !hasMarker()) return []
  const text = textOfBytes(bytes) ?? ''
  const body = unlessFaulty(() => splitFrontMatter(text).body) ?? ''
  const linesBefore = lineAt(text, text.length - body.length) - 1
  const lines = conflictLines(body)
  return lines.map((line) => ({ file: path, line: linesBefore + line, reason: CONFLICT }))
}
