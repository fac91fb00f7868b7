/**
 * Holds the parsed form of every content file and what its last reading found. A file that becomes
 * a problem keeps its last good form; if two files claim one id, the first one keeps it.
 */
import type { Site } from '#domain/site.ts'
import { Turns } from '../../workers/turns.ts'
import type { ContentFiles, FileContent, FileStamp } from '../files/content-files.ts'
import {
  type ContentPath,
  clashKey,
  clashProblem,
  contentFileAt,
  isProblem,
} from '../files/content-paths.ts'
import {
  type FileEntry,
  type ParsingContext,
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

// A file changed again within this time of being read may look the same by its times.
const STAMP_DOUBT_MS = 50

export class RecordKeeper {
  readonly #files: ContentFiles
  readonly #timeZone: string | null
  readonly #fallbackZone: string
  readonly #entries = new Map<string, FileEntry>()
  /** The files with an id, by clash key, as they came: the first has it, the others are problems. */
  readonly #claims = new Map<string, ContentPath[]>()
  /** Times of first commits, as far as they were asked for. */
  readonly #firstCommits = new Map<string, number>()
  readonly #outdated = new Set<string>()
  #folderProblems: readonly Problem[] = []
  #zone: string
  #hasChanged = false

  constructor({ files, timeZone, fallbackZone }: RecordKeeperOptions) {
    this.#files = files
    this.#timeZone = timeZone
    this.#fallbackZone = fallbackZone
    this.#zone = timeZone ?? fallbackZone
  }

  /**
   * Reads a file again.
   * @param isForced parses bytes that are the same too
   */
  apply(path: string, isForced = false): void {
    const file = contentFileAt(path)
    if (file === null) return
    const content = this.#files.read(path)
    if (content === null) this.#remove(path)
    else if (isProblem(content)) this.#applyProblem(file, content)
    else this.#applyContent(file, content, isForced)
  }

  /** Another zone, or a date found in the history, is one for thousands of posts: reads those again. */
  async reapplyOutdated(turns = new Turns()): Promise<void> {
    const paths = [...this.#outdated]
    this.#outdated.clear()
    for (const path of paths) {
      await turns.pause()
      this.apply(path, true)
    }
  }

  /**
   * Lists the folder again, with the problems of names that belong to no content file.
   * @returns the paths of content files, those with a problem last
   */
  list(): string[] {
    const { files, problems } = this.#files.list()
    const folderProblems = problems.filter(({ file }) => contentFileAt(file) === null)
    if (JSON.stringify(folderProblems) !== JSON.stringify(this.#folderProblems)) {
      this.#folderProblems = folderProblems
      this.#hasChanged = true
    }
    const faulty = problems.map(({ file }) => file).filter(contentFileAt)
    return [...files.map(({ path }) => path), ...faulty]
  }

  /** Gives posts without a date that of their first commit, where there is one. */
  async applyFirstCommits(firstCommitAt: (path: string) => number | null): Promise<void> {
    for (const [path, { isDateless }] of this.#entries) {
      const at = isDateless && !this.#firstCommits.has(path) ? firstCommitAt(path) : null
      if (at === null) continue
      this.#firstCommits.set(path, at)
      this.#outdated.add(path)
    }
    await this.reapplyOutdated()
  }

  entry(path: string): FileEntry | undefined {
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

  zone(): string {
    return this.#zone
  }

  /** Whether a file has the id, good or not. */
  hasId(key: string): boolean {
    return this.#claims.has(key)
  }

  /** Whether a record or a problem has changed since the last call. */
  takeChanged(): boolean {
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    return hasChanged
  }

  records<K extends keyof RecordOf>(kind: K): RecordOf[K][] {
    const records: RecordOf[K][] = []
    for (const entry of this.#entries.values()) {
      const { file, record } = entry
      // Entries of a kind hold records of that kind.
      if (file.kind === kind && record && this.#holderOf(file) === null) {
        records.push(record as RecordOf[K])
      }
    }
    return records
  }

  problems(): Problem[] {
    const list = [...this.#folderProblems]
    for (const { file, problems } of this.#entries.values()) {
      const holder = this.#holderOf(file)
      if (holder === null) list.push(...problems)
      else list.push(clashProblem(file, holder))
    }
    return list
  }

  #applyProblem(file: ContentPath, problem: Problem): void {
    const old = this.#entries.get(file.path)
    const isKnown = old?.revision === null && old.problems[0]?.reason === problem.reason
    const problems = isKnown ? old.problems : [problem]
    this.#put({ file, stamp: null, revision: null, problems, ...goodFormOf(old) })
  }

  #applyContent(file: ContentPath, { bytes, stamp }: FileContent, isForced: boolean): void {
    const old = this.#entries.get(file.path)
    const revision = blobId(bytes)
    const kept = { file, stamp: trusted(stamp), revision }
    if (old && !isForced && old.revision === revision) {
      this.#entries.set(file.path, { ...old, ...kept })
      return
    }
    const { value, problems, isDateless } = parseContentFile(
      file,
      bytes,
      this.#contextFor(file.path, stamp),
    )
    const good = value === null ? goodFormOf(old) : { record: value, isDateless }
    const warnings = warningsOf(file, bytes)
    const told = warnings.length === 0 ? problems : [...problems, ...warnings]
    this.#put({ ...kept, problems: told, ...good })
    if (file.kind === 'site' && value !== null) this.#adoptZone(value as Site) // parsed as a site
  }

  #contextFor(path: string, stamp: FileStamp): ParsingContext {
    return {
      timeZone: this.#zone,
      fallbackDate: this.#firstCommits.get(path) ?? Math.floor(stamp.mtimeMs),
      defaultSite: defaultSite(this.#fallbackZone),
    }
  }

  #put(entry: FileEntry): void {
    const { path } = entry.file
    const old = this.#entries.get(path)
    if (old === undefined) this.#claim(entry.file)
    this.#entries.set(path, entry)
    const isSame = old?.record === entry.record && old.problems === entry.problems
    if (!isSame) this.#hasChanged = true
  }

  #remove(path: string): void {
    const entry = this.#entries.get(path)
    if (entry === undefined) return
    this.#entries.delete(path)
    this.#hasChanged = true
    const key = clashKey(entry.file)
    const others = this.#claims.get(key)?.filter((file) => file.path !== path) ?? []
    if (others.length > 0) this.#claims.set(key, others)
    else this.#claims.delete(key)
    if (entry.file.kind === 'site') this.#adoptZone(null)
  }

  /** Notes a new file's id; files that had it and are gone, as after a move, have it no longer. */
  #claim(file: ContentPath): void {
    const key = clashKey(file)
    for (const { path } of this.#claims.get(key) ?? []) {
      if (this.#files.stamp(path) === null) this.#remove(path)
    }
    this.#claims.set(key, [...(this.#claims.get(key) ?? []), file])
  }

  /** The other file that has the id of this one; null where this one has it. */
  #holderOf(file: ContentPath): ContentPath | null {
    const holder = this.#claims.get(clashKey(file))?.[0]
    return holder === undefined || holder.path === file.path ? null : holder
  }

  /** Dates without an offset, and all days, are read again when the zone is another. */
  #adoptZone(site: Site | null): void {
    const next = this.#timeZone ?? site?.time_zone ?? this.#fallbackZone
    if (next === this.#zone) return
    this.#zone = next
    for (const { file } of this.#entries.values()) {
      if (file.kind === 'post') this.#outdated.add(file.path)
    }
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
