/**
 * Holds the parsed form of every content file and what its last reading found. A file that becomes
 * a problem keeps its last good form; if two files claim one id, the first one keeps it.
 */
import type { Site } from '#domain/site.ts'
import type { BlobId } from '../../git/repository.ts'
import { Turns } from '../../workers/turns.ts'
import type { ContentFiles, FileContent, FileStamp } from '../files/content-files.ts'
import {
  type ContentPath,
  clashKey,
  clashProblem,
  contentFileAt,
  idHolders,
  isProblem,
} from '../files/content-paths.ts'
import {
  type ContentRecord,
  parseContentFile,
  type RecordOf,
  warningsOf,
} from '../formats/content-file.ts'
import { defaultSite } from '../formats/site-file.ts'
import { blobId } from '../formats/text-bytes.ts'
import type { PostRecord, Problem } from '../records.ts'

interface RecordKeeperOptions {
  files: ContentFiles
  /** The setting TIME_ZONE; null leaves it to site.yaml. */
  timeZone: string | null
  /** The zone when neither says one. */
  fallbackZone: string
}

interface FileEntry {
  file: ContentPath
  /** Null when the file has to be read again to know whether it changed. */
  stamp: FileStamp | null
  /** Of the bytes on disk; null when they cannot be read. */
  revision: BlobId | null
  /** The last good form: it stays when the file becomes a problem. */
  record: ContentRecord | null
  problems: readonly Problem[]
  /** A post without a date, which has that of its first commit. */
  isDateless: boolean
  /** What its dates were read with (`#datingOf`). */
  dating: string
}

/** When a file was first committed, in milliseconds since 1970; null for never. */
export type FirstCommitAt = (path: string) => number | null

// A file changed again within this time of being read may look the same by its times.
const STAMP_DOUBT_MS = 50

export class RecordKeeper {
  readonly #options: RecordKeeperOptions
  readonly #entries = new Map<string, FileEntry>()
  /** Which file has each id, by clash key; null while it has to be worked out. */
  #holders: ReadonlyMap<string, ContentPath> | null = null
  #folderProblems: readonly Problem[] = []
  #firstCommitAt: FirstCommitAt = () => null
  #hasChanged = false

  constructor(options: RecordKeeperOptions) {
    this.#options = options
  }

  /** Reads a file again. */
  apply(path: string): void {
    const file = contentFileAt(path)
    if (file === null) return
    const content = this.#options.files.read(path)
    if (content === null) this.#remove(path)
    else if (isProblem(content)) this.#applyProblem(file, content)
    else this.#applyContent(file, content)
  }

  /** Reads posts again whose dates are others by now: another zone is one for thousands. */
  async applyDating(turns = new Turns()): Promise<void> {
    for (const [path, entry] of this.#entries) {
      if (entry.file.kind !== 'post' || entry.dating === this.#datingOf(entry)) continue
      await turns.pause()
      this.apply(path)
    }
  }

  /** Gives posts without a date that of their first commit, where there is one. */
  async applyFirstCommits(firstCommitAt: FirstCommitAt): Promise<void> {
    this.#firstCommitAt = firstCommitAt
    await this.applyDating()
  }

  /**
   * Lists the folder again, with the problems of names that belong to no content file.
   * @returns the paths of content files, those with a problem last
   */
  list(): string[] {
    const { files, problems } = this.#options.files.list()
    const folderProblems = problems.filter(({ file }) => contentFileAt(file) === null)
    if (JSON.stringify(folderProblems) !== JSON.stringify(this.#folderProblems)) {
      this.#folderProblems = folderProblems
      this.#hasChanged = true
    }
    const faulty = problems.map(({ file }) => file).filter(contentFileAt)
    return [...files.map(({ path }) => path), ...faulty]
  }

  /** The version of a file as it was read last, and its stamp; undefined for one that is not there. */
  entry(path: string): Pick<FileEntry, 'stamp' | 'revision'> | undefined {
    return this.#entries.get(path)
  }

  /** The post of a file as it was read last; null for one that is not there or unreadable. */
  postAt(path: string): PostRecord | null {
    const entry = this.#entries.get(path)
    // A record of a post's path is a post.
    return entry?.file.kind === 'post' ? (entry.record as PostRecord | null) : null
  }

  paths(): IterableIterator<string> {
    return this.#entries.keys()
  }

  /** The setting's zone, else that of the last good site.yaml. */
  zone(): string {
    const site = this.#entries.get('site.yaml')?.record as Site | undefined // parsed as a site
    return this.#options.timeZone ?? site?.time_zone ?? this.#options.fallbackZone
  }

  /** Whether a file has the id, good or not. */
  hasId(key: string): boolean {
    return this.#idHolders().has(key)
  }

  /** Whether a record or a problem has changed since the last call. */
  takeChanged(): boolean {
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    return hasChanged
  }

  records<K extends keyof RecordOf>(kind: K): RecordOf[K][] {
    const records: RecordOf[K][] = []
    for (const { file, record } of this.#entries.values()) {
      // Entries of a kind hold records of that kind.
      if (file.kind === kind && record && this.#holderOf(file) === file) {
        records.push(record as RecordOf[K])
      }
    }
    return records
  }

  problems(): Problem[] {
    const list = [...this.#folderProblems]
    for (const { file, problems } of this.#entries.values()) {
      const holder = this.#holderOf(file)
      if (holder === file) list.push(...problems)
      else list.push(clashProblem(file, holder))
    }
    return list
  }

  #applyProblem(file: ContentPath, problem: Problem): void {
    const old = this.#entries.get(file.path)
    const isKnown = old?.revision === null && old.problems[0]?.reason === problem.reason
    const problems = isKnown ? old.problems : [problem]
    this.#put(file, { stamp: null, revision: null, problems, ...goodFormOf(old) })
  }

  #applyContent(file: ContentPath, { bytes, stamp }: FileContent): void {
    const old = this.#entries.get(file.path)
    const revision = blobId(bytes)
    const read = { stamp: trusted(stamp), revision }
    if (old?.revision === revision && old.dating === this.#datingOf(old)) {
      Object.assign(old, read)
      return
    }
    const { value, isDateless, ...found } = parseContentFile(file, bytes, {
      timeZone: this.zone(),
      fallbackDate: this.#firstCommitAt(file.path) ?? Math.floor(stamp.mtimeMs),
      defaultSite: defaultSite(this.#options.fallbackZone),
    })
    const good = value === null ? goodFormOf(old) : { record: value, isDateless }
    const warnings = warningsOf(file, bytes)
    const problems = warnings.length === 0 ? found.problems : [...found.problems, ...warnings]
    this.#put(file, { ...read, problems, ...good })
  }

  #put(file: ContentPath, read: Omit<FileEntry, 'file' | 'dating'>): void {
    const old = this.#entries.get(file.path)
    const entry = { ...read, file: old?.file ?? file, dating: '' }
    entry.dating = this.#datingOf(entry)
    this.#entries.set(file.path, entry)
    if (old === undefined) this.#holders = null
    const isSame = old?.record === entry.record && old.problems === entry.problems
    if (!isSame) this.#hasChanged = true
  }

  #remove(path: string): void {
    if (!this.#entries.delete(path)) return
    this.#holders = null
    this.#hasChanged = true
  }

  /** What decides how the dates of a file are read: the zone, and its first commit if it has none. */
  #datingOf({ file, isDateless }: Pick<FileEntry, 'file' | 'isDateless'>): string {
    if (file.kind !== 'post') return ''
    return isDateless ? `${this.zone()} ${this.#firstCommitAt(file.path)}` : this.zone()
  }

  #idHolders(): ReadonlyMap<string, ContentPath> {
    this.#holders ??= idHolders([...this.#entries.values()].map(({ file }) => file))
    return this.#holders
  }

  /** The file that has the id which this one claims: itself, or one that came before. */
  #holderOf(file: ContentPath): ContentPath {
    return this.#idHolders().get(clashKey(file)) ?? file
  }
}

/** What stays of a file that has become a problem. */
function goodFormOf(old: FileEntry | undefined): Pick<FileEntry, 'record' | 'isDateless'> {
  return { record: old?.record ?? null, isDateless: old?.isDateless ?? false }
}

function trusted(stamp: FileStamp): FileStamp | null {
  return Date.now() - stamp.ctimeMs > STAMP_DOUBT_MS ? stamp : null
}

/** Reads every file, with pauses: at a start git answers its questions meanwhile. */
export async function loadContent(options: RecordKeeperOptions): Promise<RecordKeeper> {
  const keeper = new RecordKeeper(options)
  const turns = new Turns()
  const paths = keeper.list()
  // The site's zone first: it decides how the posts' dates are read.
  keeper.apply('site.yaml')
  for (const path of paths) {
    if (turns.isDue()) await turns.pause()
    keeper.apply(path)
  }
  return keeper
}
