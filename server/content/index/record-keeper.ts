/**
 * Holds the parsed form of every content file and what its last reading found. A file that becomes
 * a problem keeps its last good form; of two files with one id the one that had it first keeps it.
 * Gathers what changed until the store takes it for the next snapshot.
 */
import type { Site } from '#domain/site.ts'
import type { ContentFiles, FileContent, FileStamp } from '../files/content-files.ts'
import {
  type ContentPath,
  clashKey,
  clashProblem,
  classifyPath,
  isProblem,
} from '../files/content-paths.ts'
import { blobId } from '../formats/blob-id.ts'
import {
  type FileEntry,
  type ParsingContext,
  parseContentFile,
  type RecordOf,
} from '../formats/file-entry.ts'
import { defaultSite } from '../formats/parse-site-file.ts'
import { NO_PROBLEMS } from '../formats/parsed.ts'
import type { PostRecord, Problem } from '../records.ts'

export interface RecordKeeperOptions {
  files: ContentFiles
  /** The setting TIME_ZONE; null leaves it to site.yaml. */
  timeZone: string | null
  /** The zone when neither says one. */
  fallbackZone: string
}

/** What changed since the last time it was asked. */
export interface RecordChanges {
  posts: ReadonlyMap<string, PostRecord | null>
  /** Kinds other than posts with a file that changed. */
  kinds: ReadonlySet<ContentPath['kind']>
  problems: boolean
}

type Reading = ReturnType<ContentFiles['read']>

// A file changed again within this time of being read may look the same by its times.
const STAMP_DOUBT_MS = 50

export function createRecordKeeper({ files, timeZone, fallbackZone }: RecordKeeperOptions) {
  const entries = new Map<string, FileEntry>()
  /** Paths of all files but posts, which are few. */
  const others = new Set<string>()
  /** The file that has an id, and files that wait for it, by clash key. */
  const holders = new Map<string, string>()
  const waiting = new Map<string, Set<string>>()
  /** Times of first commits, as far as they were asked for. */
  const firstCommits = new Map<string, number>()
  /** Posts without a date that were not asked for. */
  const dateless = new Set<string>()
  let folderProblems: readonly Problem[] = []
  let zone = timeZone ?? fallbackZone
  let posts = new Map<string, PostRecord | null>()
  let kinds = new Set<ContentPath['kind']>()
  let problemsChanged = false

  function contextFor(path: string, stamp: FileStamp): ParsingContext {
    return {
      timeZone: zone,
      fallbackDate: firstCommits.get(path) ?? Math.floor(stamp.mtimeMs),
      defaultSite: defaultSite(fallbackZone),
    }
  }

  function note({ kind, id }: ContentPath, record: FileEntry['record']): void {
    // A record of a post's path is a post.
    if (kind === 'post') posts.set(id, record as PostRecord | null)
    else kinds.add(kind)
  }

  function put(entry: FileEntry): void {
    const { path } = entry.file
    const old = entries.get(path)
    entries.set(path, entry)
    if (entry.file.kind !== 'post') others.add(path)
    if (entry.isDateless && !firstCommits.has(path)) dateless.add(path)
    else dateless.delete(path)
    if ((old?.record ?? null) !== entry.record) note(entry.file, entry.record)
    if ((old?.problems ?? NO_PROBLEMS) !== entry.problems) problemsChanged = true
  }

  function remove(path: string): void {
    const entry = entries.get(path)
    if (entry === undefined) return
    entries.delete(path)
    others.delete(path)
    dateless.delete(path)
    if (entry.problems.length > 0) problemsChanged = true
    const key = clashKey(entry.file)
    waiting.get(key)?.delete(path)
    if (holders.get(key) !== path) return
    note(entry.file, null)
    holders.delete(key)
    if (entry.file.kind === 'site') adoptZone(null)
    const [next] = [...(waiting.get(key) ?? [])].sort()
    waiting.delete(key)
    if (next !== undefined) apply(next, false)
  }

  /** Whether the id is the file's: it has it, or nobody else does any longer. */
  function holdsId(file: ContentPath): boolean {
    const key = clashKey(file)
    const holder = holders.get(key)
    if (holder !== undefined && holder !== file.path && files.read(holder) === null) {
      waiting.get(key)?.delete(file.path)
      if (entries.delete(file.path)) problemsChanged = true
      remove(holder)
    }
    if (!holders.has(key)) holders.set(key, file.path)
    return holders.get(key) === file.path
  }

  function apply(path: string, force: boolean): void {
    const file = classifyPath(path)
    if (file !== null && !isProblem(file)) applyReading(file, files.read(path), force)
  }

  function applyReading(file: ContentPath, content: Reading, force: boolean): void {
    if (content === null) remove(file.path)
    else if (!holdsId(file)) wait(file)
    else if (isProblem(content)) applyProblem(file, content)
    else applyContent(file, content, force)
  }

  function applyProblem(file: ContentPath, problem: Problem): void {
    const old = entries.get(file.path)
    const isKnown = old?.revision === null && old.problems[0]?.reason === problem.reason
    const problems = isKnown ? old.problems : [problem]
    put({ file, stamp: null, revision: null, problems, ...keptOf(old) })
  }

  function applyContent(file: ContentPath, { bytes, stamp }: FileContent, force: boolean): void {
    const old = entries.get(file.path)
    const kept = { file, stamp: trusted(stamp) }
    if (old && !force && old.revision === blobId(bytes)) {
      entries.set(file.path, { ...old, ...kept })
      return
    }
    const parsed = parseContentFile(file, bytes, contextFor(file.path, stamp))
    const { value, problems, isDateless } = parsed
    const revision = value && 'revision' in value ? value.revision : blobId(bytes)
    const good = value === null ? keptOf(old) : { record: value, isDateless }
    put({ ...kept, revision, problems, ...good })
    if (file.kind === 'site' && value !== null) adoptZone(value as Site) // parsed as a site
  }

  function wait(file: ContentPath): void {
    const key = clashKey(file)
    const holder = entries.get(holders.get(key) ?? '')?.file
    const old = entries.get(file.path)
    waiting.set(key, (waiting.get(key) ?? new Set()).add(file.path))
    const problem = clashProblem(file, holder ?? file)
    const isKnown = old?.problems[0]?.reason === problem.reason
    const problems = isKnown ? old.problems : [problem]
    const entry = { file, stamp: null, revision: null, record: null, problems, isDateless: false }
    entries.set(file.path, entry)
    if (!isKnown) problemsChanged = true
  }

  /** Dates without an offset, and all days, are read again when the zone is another. */
  function adoptZone(site: Site | null): void {
    const next = timeZone ?? site?.time_zone ?? fallbackZone
    if (next === zone) return
    zone = next
    for (const { file } of [...entries.values()]) if (file.kind === 'post') apply(file.path, true)
  }

  return {
    /** Reads these files again; those with the bytes they had are left alone unless `force`. */
    apply(paths: readonly string[], { force = false } = {}): void {
      for (const path of paths) apply(path, force)
    },

    /** Reads files that were listed just now. */
    applyListed(listed: readonly ContentPath[]): void {
      for (const file of listed) applyReading(file, files.readListed(file), false)
    },

    /** Problems of names that belong to no content file. */
    setFolderProblems(problems: readonly Problem[]): void {
      const text = JSON.stringify(problems)
      if (text === JSON.stringify(folderProblems)) return
      folderProblems = problems
      problemsChanged = true
    },

    /** Gives posts without a date that of their first commit, in milliseconds. */
    setFirstCommits(dates: ReadonlyMap<string, number>): void {
      for (const [path, date] of dates) {
        firstCommits.set(path, date)
        apply(path, true)
      }
    },

    /** Paths of posts whose date is not known from the history yet. */
    datelessPaths: (): string[] => [...dateless],

    entry: (path: string): FileEntry | undefined => entries.get(path),
    paths: (): IterableIterator<string> => entries.keys(),
    zone: (): string => zone,
    /** Whether a file has the id, good or not. */
    hasId: (key: string): boolean => holders.has(key),

    /** The changes gathered since the last call. */
    take(): RecordChanges {
      const changes = { posts, kinds, problems: problemsChanged }
      posts = new Map()
      kinds = new Set()
      problemsChanged = false
      return changes
    },

    records<K extends keyof RecordOf>(kind: K): RecordOf[K][] {
      const records: RecordOf[K][] = []
      for (const path of kind === 'post' ? entries.keys() : others) {
        const entry = entries.get(path)
        // Entries of a kind hold records of that kind.
        if (entry?.file.kind === kind && entry.record) records.push(entry.record as RecordOf[K])
      }
      return records
    },

    problems(): Problem[] {
      const list = [...folderProblems]
      for (const { problems } of entries.values()) list.push(...problems)
      return list
    },
  }
}

export type RecordKeeper = ReturnType<typeof createRecordKeeper>

function keptOf(old: FileEntry | undefined): Pick<FileEntry, 'record' | 'isDateless'> {
  return { record: old?.record ?? null, isDateless: old?.isDateless ?? false }
}

function trusted(stamp: FileStamp): FileStamp | null {
  return Date.now() - stamp.ctimeMs > STAMP_DOUBT_MS ? stamp : null
}
