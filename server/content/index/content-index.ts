/**
 * Holds the record and the problems of every content file. An unreadable file keeps its last good
 * record; if two files claim one id, the first keeps it.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Site } from '#domain/site.ts'
import { type BlobId, blobId } from '../../git/repository.ts'
import { Turns } from '../../workers/turns.ts'
import type { ContentFiles, FileContent } from '../files/content-files.ts'
import {
  type ContentPath,
  clashProblem,
  contentFileAt,
  idKey,
  isProblem,
} from '../files/content-paths.ts'
import { type ContentRecord, parseContentFile, type RecordOf } from '../formats/parse-content.ts'
import type { Problem } from '../problem.ts'
import type { PostRecord } from '../records.ts'
import { Covers } from './covers.ts'

interface ContentIndexOptions {
  files: ContentFiles
  /** The setting TIME_ZONE; null leaves it to site.yaml. */
  timeZone: string | null
  /** Zone if neither sets one. */
  fallbackZone: string
}

interface FileEntry {
  file: ContentPath
  /** Null when only reading the file can tell whether it changed. */
  stamp: string | null
  /** Of the bytes on disk; null when they cannot be read. */
  revision: BlobId | null
  /** The last good record; kept when the file becomes unreadable. */
  record: ContentRecord | null
  problems: readonly Problem[]
  /** What it was read with, beside its bytes (`#inputsOf`). */
  inputs: string
}

// A file changed again so soon after a read may have the same times.
const STAMP_UNSAFE_MS = 50

export class ContentIndex {
  readonly #options: ContentIndexOptions
  readonly #entries = new Map<string, FileEntry>()
  /** Images of posts. */
  readonly covers: Covers
  /** The file that owns each id, by `idKey`; null when outdated. */
  #ownerByKey: ReadonlyMap<string, ContentPath> | null = null
  #folderProblems: readonly Problem[] = []
  /** Rendering failures by revision. */
  readonly #unrendered = new Map<BlobId, string>()
  #firstCommitAt: (path: string) => number | null = () => null
  #version = 0

  constructor(options: ContentIndexOptions) {
    this.#options = options
    this.covers = new Covers(options.files)
  }

  /** Grows whenever a record or a problem changes. */
  get version(): number {
    return this.#version
  }

  /** Reads a file again; of other paths only a removal counts. */
  read(path: string): void {
    const file = contentFileAt(path)
    if (file === null) {
      if (this.#options.files.stamp(path) !== null) return
      // The problem of a name is gone with its file, as that of a decided conflict copy.
      this.#folderProblems = this.#folderProblems.filter((problem) => problem.file !== path)
      this.#version += 1
      return
    }
    const old = this.#entries.get(path)
    const content = this.#options.files.read(path)
    if (content === null) {
      if (!this.#entries.delete(path)) return
      this.#ownerByKey = null
      this.#version += 1
    } else if (!isProblem(content)) this.#parse(file, content)
    else if (old?.revision !== null || old.problems[0]?.reason !== content.reason) {
      this.#put(file, { stamp: null, revision: null, record: null, problems: [content] })
    }
  }

  /** Reads files again and measures their images; then reads what depends on either. */
  async refresh(paths: readonly string[]): Promise<void> {
    await this.#readAll(paths)
    await this.#measureCovers(paths)
    await this.#readOutdated()
  }

  /**
   * Dates posts without a date by their first commit.
   * @param firstCommitAt its time by path, in milliseconds since 1970; null without one
   */
  applyFirstCommits(firstCommitAt: (path: string) => number | null): Promise<void> {
    this.#firstCommitAt = firstCommitAt
    return this.#readOutdated()
  }

  /** Lists the folder. @returns the paths of files that may have changed */
  async changed(): Promise<string[]> {
    const { files, problems } = this.#options.files.list()
    const folderProblems = problems.filter(({ file }) => contentFileAt(file) === null)
    if (!isDeepStrictEqual(folderProblems, this.#folderProblems)) {
      this.#folderProblems = folderProblems
      this.#version += 1
    }
    // Readable files first: the first file with an id owns it.
    const present = new Set([...files.map(({ path }) => path), ...problems.map(({ file }) => file)])
    const removed = [...this.#entries.keys()].filter((path) => !present.has(path))
    await this.#measureCovers(this.pathsOf('post'))
    // First the zone, by which the posts' dates are read.
    const changed = ['site.yaml', ...removed]
    const turns = new Turns()
    for (const path of present) {
      if (turns.isDue()) await turns.pause()
      const stamp = this.#entries.get(path)?.stamp ?? null
      if (stamp === null || stamp !== this.#options.files.stamp(path)) changed.push(path)
    }
    return changed
  }

  /** Revision of a file as last read; null for a missing or unreadable file. */
  revisionOf(path: string): BlobId | null {
    return this.#entries.get(path)?.revision ?? null
  }

  /** Post at a path as last read; null for a missing or unreadable file. */
  postAt(path: string): PostRecord | null {
    const entry = this.#entries.get(path)
    // A record of a post's path is a post.
    return entry?.file.kind === 'post' ? (entry.record as PostRecord | null) : null
  }

  /** Zone of the setting, else of the last good site.yaml. */
  zone(): string {
    const site = this.#entries.get('site.yaml')?.record as Site | undefined // parsed as a site
    return this.#options.timeZone ?? site?.time_zone ?? this.#options.fallbackZone
  }

  /** Path of the file that owns an id, readable or not; null for a free id. */
  pathOf(key: string): string | null {
    return this.#owners().get(key)?.path ?? null
  }

  /** Paths of the files of a kind, readable or not. */
  pathsOf(kind: keyof RecordOf): string[] {
    return [...this.#entries.values()].flatMap(({ file }) =>
      file.kind === kind ? [file.path] : [],
    )
  }

  /** Records why a version of a text cannot be rendered; null when it can. */
  noteRendering(revision: BlobId, reason: string | null): void {
    if ((this.#unrendered.get(revision) ?? null) === reason) return
    if (reason === null) this.#unrendered.delete(revision)
    else this.#unrendered.set(revision, reason)
    this.#version += 1
  }

  /** The records of a kind, each of the file that owns its id. */
  recordsOf<Kind extends keyof RecordOf>(kind: Kind): RecordOf[Kind][] {
    const records: RecordOf[Kind][] = []
    for (const { file, record } of this.#entries.values()) {
      if (file.kind !== kind || !record || this.#ownerOf(file) !== file) continue
      records.push(record as RecordOf[Kind]) // parsed as this kind
    }
    return records
  }

  problems(): Problem[] {
    const list = [...this.#folderProblems]
    for (const { file, revision, problems } of this.#entries.values()) {
      const owner = this.#ownerOf(file)
      if (owner !== file) {
        list.push(clashProblem(file, owner))
        continue
      }
      for (const problem of problems) list.push(problem)
      const reason = revision && this.#unrendered.get(revision)
      if (reason) list.push({ file: file.path, line: null, reason })
    }
    return list
  }

  async #readAll(paths: readonly string[]): Promise<void> {
    const turns = new Turns()
    for (const path of paths) {
      if (turns.isDue()) await turns.pause()
      this.read(path)
    }
  }

  async #measureCovers(paths: readonly string[]): Promise<void> {
    const addresses = paths.map((path) => this.postAt(path)?.image_url ?? '').filter(Boolean)
    if (await this.covers.measure(addresses)) this.#version += 1
  }

  /** Reads the files whose inputs changed. */
  #readOutdated(): Promise<void> {
    const isOutdated = (entry: FileEntry) => entry.inputs !== this.#inputsOf(entry)
    const outdated = [...this.#entries.values()].filter(isOutdated)
    return this.#readAll(outdated.map(({ file }) => file.path))
  }

  #parse(file: ContentPath, { bytes, stamp, mtimeMs, ctimeMs }: FileContent): void {
    const old = this.#entries.get(file.path)
    const mayBeStale = Date.now() - ctimeMs <= STAMP_UNSAFE_MS
    const read = { stamp: mayBeStale ? null : stamp, revision: blobId(bytes) }
    if (old?.revision === read.revision && old.inputs === this.#inputsOf(old)) {
      Object.assign(old, read)
      return
    }
    const { value: record, problems } = parseContentFile(file, bytes, {
      timeZone: this.zone(),
      fallbackDate: this.#firstCommitAt(file.path) ?? Math.floor(mtimeMs),
      isMissing: (address) => this.covers.isMissing(address),
      defaultZone: this.#options.fallbackZone,
    })
    this.#put(file, { record, problems, ...read })
  }

  #put(file: ContentPath, { record, ...read }: Omit<FileEntry, 'file' | 'inputs'>): void {
    const old = this.#entries.get(file.path)
    if (old === undefined) this.#ownerByKey = null
    else if (old.revision !== null) this.#unrendered.delete(old.revision)
    // The same `file` object: owners of an id are compared by identity.
    const entry = { record: record ?? old?.record ?? null, file: old?.file ?? file, ...read }
    this.#entries.set(file.path, { inputs: this.#inputsOf(entry), ...entry })
    this.#version += 1
  }

  /** Of a post: the zone, its first commit if it has no date, and whether its image is missing. */
  #inputsOf({ file, record }: Pick<FileEntry, 'file' | 'record'>): string {
    if (file.kind !== 'post') return ''
    const { isDateless, image_url = '' } = (record ?? {}) as Partial<PostRecord>
    const firstCommit = isDateless ? this.#firstCommitAt(file.path) : null
    return `${this.zone()} ${firstCommit} ${this.covers.isMissing(image_url)}`
  }

  /** The first file with each id. */
  #owners(): ReadonlyMap<string, ContentPath> {
    const files = () => [...this.#entries.values()].map(({ file }) => file).reverse()
    this.#ownerByKey ??= new Map(files().map((file) => [idKey(file), file]))
    return this.#ownerByKey
  }

  /** The file that owns this file's id: itself or an earlier one. */
  #ownerOf(file: ContentPath): ContentPath {
    return this.#owners().get(idKey(file)) ?? file
  }
}

/** Reads every file, with pauses, in which a starting server runs git. */
export async function loadContent(options: ContentIndexOptions): Promise<ContentIndex> {
  const keeper = new ContentIndex(options)
  await keeper.refresh(await keeper.changed())
  return keeper
}
