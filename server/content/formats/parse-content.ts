/** Parses a content file of any kind. */
import type { Site } from '#domain/site.ts'
import type { Tag } from '#domain/tag.ts'
import type { ContentPath } from '../files/content-paths.ts'
import type { PageRecord, PostRecord, ProjectRecord, ProofRecord } from '../records.ts'
import { parseIconFile, parseStyleFile } from './look-files.ts'
import { parsePageFile } from './page-file.ts'
import type { Parsed } from './parsed-file.ts'
import type { PostReading } from './post-fields.ts'
import { parsePostFile } from './post-file.ts'
import { PROJECTS } from './project-file.ts'
import { parseSiteFile } from './site-file.ts'
import { parseTagsFile } from './tags-file.ts'
import { parseProofFile } from './time-stamp.ts'

/** Record type by kind of file. */
export interface RecordOf {
  post: PostRecord
  project: ProjectRecord
  tags: readonly Tag[]
  site: Site
  page: PageRecord
  list: PageRecord
  icon: Buffer
  style: string
  proof: ProofRecord
}
export type ContentRecord = RecordOf[keyof RecordOf]

interface ParsingContext extends PostReading {
  /** Defaults for site.yaml. */
  defaultSite: Site
}

export function parseContentFile(
  { kind, path }: ContentPath,
  bytes: Uint8Array,
  context: ParsingContext,
): Parsed<ContentRecord> {
  const file = { path, bytes }
  const parsers = {
    post: () => parsePostFile(file, context),
    project: () => PROJECTS.parse(file),
    tags: () => parseTagsFile(file),
    site: () => parseSiteFile(file, context.defaultSite),
    page: () => parsePageFile(file),
    list: () => parsePageFile(file),
    icon: () => parseIconFile(file),
    style: () => parseStyleFile(file),
    proof: () => parseProofFile(file),
  }
  return parsers[kind]()
}
