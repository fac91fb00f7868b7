/**
 * A reading of the history on disk, so that a start reads only what is new. It is a cache: a file
 * that is damaged, in another format or from another repository is ignored, and git is read again.
 */
import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { ProjectMove } from '#domain/project.ts'
import type { LoggedCommit, ProjectVersion } from '#domain/record/history-facts.ts'
import type { Log } from '../../log.ts'
import { writeStateFile } from '../../state-file.ts'
import { Turns } from '../../workers/turns.ts'
import type { HistoryReading } from './history-reading.ts'
import type { PostVersion } from './post-lines.ts'

/** Raised when the form changes, or what the reading makes of the same commits. */
const VERSION = 2
/** A larger reading is not kept. */
const BYTES_MAX = 64 * 1024 * 1024

interface Head {
  version: number
  /** What the paths and the first commit of the history depend on. */
  origin: string
  /** In which edits were told. */
  zone: string
  readTo: string
  beginsAt: number | null
}

/** The path is that of its line unless it had another. */
type KeptVersion = readonly [revision: string, at: number, path?: string]

interface KeptLine {
  path: string
  gone?: true
  versions: readonly KeptVersion[]
  logged: LoggedCommit | null
  /** Null where there is none, absent where it is not read. */
  edited?: number | null
  former?: readonly string[]
}

interface KeptProject {
  project: string
  versions: readonly ProjectVersion[]
  moves: readonly ProjectMove[]
}

interface KeptHistoryOptions {
  file: string
  log: Log
}

export class KeptHistory {
  readonly #options: KeptHistoryOptions

  constructor(options: KeptHistoryOptions) {
    this.#options = options
  }

  /**
   * The reading that was kept for `origin`; null if there is none that can be trusted.
   * @param create a reading that begins with the record
   */
  async read(
    origin: string,
    create: (beginsAt: number | null) => HistoryReading,
  ): Promise<HistoryReading | null> {
    try {
      const text = await readWhole(this.#options.file)
      return text === null ? null : await parseReading(text, origin, create)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'The kept history cannot be read; git is read instead')
      return null
    }
  }

  /** What is read so far, as text. The reading must not change until it is there. */
  async textOf(reading: HistoryReading, origin: string): Promise<string[] | null> {
    const { readTo } = reading
    if (readTo === null) return null
    const turns = new Turns()
    const lines: string[] = []
    let length = 0
    for (const record of recordsOf(reading, { origin, readTo })) {
      const line = `${JSON.stringify(record)}\n`
      length += line.length
      if (length > BYTES_MAX) return null
      lines.push(line)
      if (turns.isDue()) await turns.pause()
    }
    return lines
  }

  /** Writes what `textOf` gave; null removes what is there. Never rejects. */
  async write(lines: readonly string[] | null): Promise<void> {
    const { file, log } = this.#options
    try {
      if (lines === null) return await rm(file, { force: true })
      const turns = new Turns()
      const pieces: Buffer[] = []
      const digest = createHash('sha256')
      for (const line of lines) {
        const piece = Buffer.from(line)
        digest.update(piece)
        pieces.push(piece)
        if (turns.isDue()) await turns.pause()
      }
      pieces.push(Buffer.from(digest.digest('hex')))
      await writeStateFile(file, Buffer.concat(pieces))
    } catch (error) {
      log.warn({ err: error }, 'The history that was read cannot be kept on disk')
    }
  }
}

function* recordsOf(
  { lines, edits, projects, beginsAt }: HistoryReading,
  { origin, readTo }: Pick<Head, 'origin' | 'readTo'>,
): Generator<Head | KeptLine | KeptProject> {
  yield { version: VERSION, origin, zone: edits.zone, readTo, beginsAt }
  for (const { line, formerIds } of lines.all()) {
    const { path, isGone, versions, logged } = line
    const edit = edits.of(line)
    yield {
      path,
      ...(isGone && { gone: true }),
      versions: versions.map(
        ({ revision, at, path: name }): KeptVersion =>
          name === path ? [revision, at] : [revision, at, name],
      ),
      logged,
      ...(edit !== undefined && { edited: edit === null ? null : edit.at }),
      ...(formerIds.length > 0 && { former: formerIds }),
    }
  }
  for (const [project, versions] of projects.versions()) {
    yield { project, versions, moves: projects.moves().get(project) ?? [] }
  }
}

/** The file's text without its digest; null where there is none, or it is not as it was written. */
async function readWhole(path: string): Promise<string | null> {
  const file = await open(path).catch(() => null)
  if (file === null) return null
  try {
    const { size } = await file.stat()
    if (size > BYTES_MAX * 2) return null
    const bytes = await file.readFile()
    const end = bytes.length - 64
    const digest = createHash('sha256').update(bytes.subarray(0, end)).digest('hex')
    return digest === bytes.toString('latin1', end) ? bytes.toString('utf8', 0, end) : null
  } finally {
    await file.close()
  }
}

async function parseReading(
  text: string,
  origin: string,
  create: (beginsAt: number | null) => HistoryReading,
): Promise<HistoryReading | null> {
  const headEnd = text.indexOf('\n')
  // The digest says that we wrote it, the version in which form.
  const head = JSON.parse(text.slice(0, headEnd)) as Head
  if (head.version !== VERSION || head.origin !== origin) return null
  const reading = create(head.beginsAt)
  const turns = new Turns()
  for (let start = headEnd + 1; start < text.length; ) {
    const end = text.indexOf('\n', start)
    putBack(JSON.parse(text.slice(start, end)) as KeptLine | KeptProject, reading, head.zone)
    start = end + 1
    if (turns.isDue()) await turns.pause()
  }
  reading.restored(head.readTo)
  return reading
}

function putBack(kept: KeptLine | KeptProject, reading: HistoryReading, zone: string): void {
  if ('project' in kept) {
    reading.projects.restore(kept.project, kept.versions, kept.moves)
    return
  }
  const { path, gone = false, logged, edited, former = [] } = kept
  const versions = kept.versions.map(
    ([revision, at, name = path]): PostVersion => ({ revision, path: name, at }),
  )
  const line = { path, isGone: gone, versions, logged }
  reading.lines.restore(line, former)
  const edit = edited == null ? edited : { at: edited, versions: versions.length }
  reading.edits.restore(line, edit, zone)
}
