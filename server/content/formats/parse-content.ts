/** Parses a content file of any kind. */
import type { Site } from '#domain/site.ts'
import type { Tag } from '#domain/tag.ts'
import { type ContentPath, problemAt } from '../files/content-paths.ts'
import type { PageRecord, PostRecord, ProjectRecord } from '../records.ts'
import { ContentError } from './content-error.ts'
import { parsePageFile } from './page-file.ts'
import { type ContentBytes, type Parsed, parseFile } from './parsed-file.ts'
import { parsePostFile } from './post-file.ts'
import type { PostReading } from './post-values.ts'
import { PROJECTS } from './project-file.ts'
import { parseSiteFile } from './site-file.ts'
import { parseTagsFile } from './tags-file.ts'
import { type ProofRecord, parseProofFile } from './time-stamp.ts'

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
  /** For a site.yaml that names no zone. */
  defaultZone: string
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
    site: () => parseSiteFile(file, context.defaultZone),
    page: () => parsePageFile(file),
    list: () => parsePageFile(file),
    icon: () => parseIconFile(file),
    style: () => parseStyleFile(file),
    proof: () => parseProofFile(file),
  }
  return parsers[kind]()
}

const STYLE_BYTES_MAX = 64 * 1024
const ICON_SIDE_MIN = 192
const ICON_SIDE_MAX = 2048
const PNG = '89504e470d0a1a0a'

function parseStyleFile(file: ContentBytes): Parsed<string> {
  return parseFile(file, (text) => {
    if (file.bytes.length <= STYLE_BYTES_MAX) return text
    throw new ContentError(null, `The file is larger than ${STYLE_BYTES_MAX / 1024} KiB.`)
  })
}

function parseIconFile({ path, bytes }: ContentBytes): Parsed<Buffer> {
  const value = Buffer.from(bytes)
  // Width and height come first in a PNG, at fixed places.
  const isWhole = value.length > 24 && value.includes('IEND')
  const isPng = isWhole && value.subarray(0, 8).toString('hex') === PNG
  const [width, height] = isPng ? [value.readUInt32BE(16), value.readUInt32BE(20)] : [0, 0]
  const isUsable = width === height && width >= ICON_SIDE_MIN && width <= ICON_SIDE_MAX
  if (isUsable) return { value, problems: [] }
  const reason = `The icon must be a square PNG of ${ICON_SIDE_MIN} to ${ICON_SIDE_MAX} pixels.`
  return { value: null, problems: [problemAt(path, reason)] }
}
