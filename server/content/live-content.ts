/**
 * The content as it is now: reads files into records and swaps in the next snapshot. Reading is
 * synchronous in slices, and refreshes run one after another, so however many files a refresh
 * names, visitors see all of it at once or nothing of it.
 */
import type { ProjectMove } from '#domain/project.ts'
import type { Repository } from '../git/repository.ts'
import type { Log } from '../log.ts'
import type { ContentFiles, FileStamp } from './files/content-files.ts'
import { classifyPath, isIgnoredName, isProblem } from './files/content-paths.ts'
import { isMediaPath } from './files/media-files.ts'
import { DEFAULT_ABOUT } from './formats/parse-about-file.ts'
import { defaultSite } from './formats/parse-site-file.ts'
import type { Past } from './history/post-history.ts'
import { type BuiltSnapshot, buildSnapshot } from './index/build-snapshot.ts'
import type { ContentParts } from './index/content-parts.ts'
import { folderProblemsOf, loadContentNow, pathsOf } from './index/load-content.ts'
import { createProblemList } from './index/problem-list.ts'
import type { RecordChanges, RecordKeeper } from './index/record-keeper.ts'
import type { PostRecord, Snapshot } from './records.ts'

/** Files that are read without a pause for requests between them. */
const SLICE_FILES = 40
const SLICE_STAMPS = 500
/** Timers count in 32 bits; a later publication waits in steps. */
const TIMER_MS_MAX = 2 ** 31 - 1

export interface LiveContentOptions {
  files: ContentFiles
  repository: Repository
  now: () => number
  /** The setting TIME_ZONE; null leaves it to site.yaml. */
  timeZone: string | null
  /** The zone when neither says one. */
  fallbackZone: string
  /** The content as read by `loadContent`; without, it is read now. */
  loaded?: RecordKeeper
  log: Log
}

export interface LiveContent {
  snapshot(): Snapshot
  onSwap(listener: (snapshot: Snapshot) => void): () => void
  /** Reads paths again; a folder's path stands for everything under it. */
  refresh(paths: readonly string[]): Promise<void>
  rescan(): Promise<void>
  setMoves(moves: ContentParts['moves']): void
  setPast(past: Past): void
  /** Notes why this version of a post cannot be rendered; null when it can. */
  noteRendering(post: PostRecord, problem: string | null): void
  /** Whether a file has this id already, by clash key. */
  hasId(key: string): boolean
  close(): void
}

/** The content when it returns is all there; nothing is rendered. */
export function createLiveContent(options: LiveContentOptions): LiveContent {
  const { files, repository, now, fallbackZone, log } = options
  const keeper = options.loaded ?? loadContentNow(options)
  const problemList = createProblemList(log)
  const listeners = new Set<(snapshot: Snapshot) => void>()
  let moves: ReadonlyMap<string, readonly ProjectMove[]> = new Map()
  let past: Past = { renames: new Map(), edits: new Map() }
  let queue: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  /** Posts whose first commit was asked for since HEAD moved. */
  let askedDates = new Set<string>()
  let isClosed = false

  let built = build(null, keeper.take())
  schedule()
  lookUpDates()

  const stopWatching = repository.onChange(() => {
    askedDates = new Set()
    lookUpDates()
  })

  function build(previous: BuiltSnapshot | null, changes: RecordChanges): BuiltSnapshot {
    const parts = nextParts(previous?.parts ?? null, changes)
    return buildSnapshot(previous, { now: now(), parts, posts: changes.posts })
  }

  function nextParts(old: ContentParts | null, { kinds, problems }: RecordChanges): ContentParts {
    const isOther = (kind: Parameters<typeof kinds.has>[0]) => old === null || kinds.has(kind)
    const site = () => keeper.records('site')[0] ?? defaultSite(fallbackZone)
    return {
      site: old && !isOther('site') ? old.site : { ...site(), time_zone: keeper.zone() },
      about: old && !isOther('about') ? old.about : (keeper.records('about')[0] ?? DEFAULT_ABOUT),
      resources:
        old && !isOther('resource')
          ? old.resources
          : new Map(keeper.records('resource').map((page) => [page.id, page])),
      listedTags: old && !isOther('tags') ? old.listedTags : (keeper.records('tags')[0] ?? []),
      projects: old && !isOther('project') ? old.projects : keeper.records('project'),
      moves,
      ...past,
      problems:
        old && !problems && !problemList.isStale(keeper) ? old.problems : problemList.build(keeper),
    }
  }

  function swap(): void {
    // A folder that has dropped out is no folder without files: what it held last stays.
    if (!repository.isThere()) return
    const changes = keeper.take()
    const { nextPublication } = built.snapshot
    const isDue = nextPublication !== null && nextPublication <= now()
    const isChanged = changes.posts.size > 0 || changes.kinds.size > 0 || changes.problems
    const isPastOther = built.parts.renames !== past.renames || built.parts.edits !== past.edits
    const isOther = built.parts.moves !== moves || isPastOther || problemList.isStale(keeper)
    if (isClosed || !(isDue || isChanged || isOther)) return
    built = build(built, changes)
    schedule()
    for (const listener of listeners) listener(built.snapshot)
  }

  function schedule(): void {
    if (timer !== null) clearTimeout(timer)
    const { nextPublication } = built.snapshot
    if (nextPublication === null) return
    const wait = Math.min(Math.max(0, nextPublication - now()), TIMER_MS_MAX)
    timer = setTimeout(() => {
      soon(() => {
        swap()
        schedule()
      })
    }, wait)
    timer.unref()
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = queue.then(work)
    queue = turn.catch(() => {})
    return turn
  }

  /** Work that takes its turn, so that it never swaps in half of a refresh. */
  function soon(work: () => void): void {
    inTurn(async () => work()).catch((error) => log.error({ err: error }, 'A swap failed'))
  }

  async function applyAll(paths: readonly string[]): Promise<void> {
    for (let start = 0; start < paths.length; start += SLICE_FILES) {
      if (start > 0) await new Promise(setImmediate)
      keeper.apply(paths.slice(start, start + SLICE_FILES))
    }
    swap()
    lookUpDates()
  }

  function lookUpDates(): void {
    const paths = keeper.datelessPaths().filter((path) => !askedDates.has(path))
    if (paths.length === 0) return
    for (const path of paths) askedDates.add(path)
    repository
      .firstCommitDates(paths)
      .then((dates) => inTurn(async () => applyDates(dates)))
      .catch((error) => {
        if (!isClosed) log.warn({ err: error }, 'Dates of first commits could not be read')
      })
  }

  function applyDates(dates: ReadonlyMap<string, string>): void {
    const known = [...dates].map(([path, date]): [string, number] => [path, Date.parse(date)])
    keeper.setFirstCommits(new Map(known.filter(([, date]) => Number.isFinite(date))))
    swap()
  }

  /** The files that paths stand for: themselves, or what is and was in them. */
  function expand(paths: readonly string[]): string[] {
    const expanded = new Set<string>()
    let hasBadName = false
    for (const path of paths) {
      const file = classifyPath(path)
      if (file !== null && !isProblem(file)) expanded.add(path)
      else if (file !== null) hasBadName = true
      else if (!isMediaPath(path) && !path.split('/').some(isIgnoredName)) {
        for (const inside of pathsOf(files.list(path))) expanded.add(inside)
        for (const known of keeper.paths()) if (known.startsWith(`${path}/`)) expanded.add(known)
      }
    }
    if (hasBadName) keeper.setFolderProblems(folderProblemsOf(files.list()))
    return [...expanded]
  }

  async function scan(): Promise<void> {
    if (!repository.isThere()) return
    const listing = files.list()
    keeper.setFolderProblems(folderProblemsOf(listing))
    const present = pathsOf(listing)
    const isPresent = new Set(present)
    const changed = [...keeper.paths()].filter((path) => !isPresent.has(path))
    for (const [index, path] of present.entries()) {
      if (index % SLICE_STAMPS === SLICE_STAMPS - 1) await new Promise(setImmediate)
      if (!isSame(keeper.entry(path)?.stamp ?? null, files.stamp(path))) changed.push(path)
    }
    await applyAll(changed)
  }

  return {
    snapshot: () => built.snapshot,
    onSwap(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh: (paths) =>
      inTurn(async () => {
        if (repository.isThere()) await applyAll(expand(paths))
      }),
    rescan: () => inTurn(scan),
    setMoves(next) {
      soon(() => {
        moves = next
        swap()
      })
    },
    setPast(next) {
      soon(() => {
        past = next
        swap()
      })
    },
    noteRendering(post, problem) {
      if (problemList.noteRendering(post, problem)) soon(swap)
    },
    hasId: keeper.hasId,
    close() {
      isClosed = true
      stopWatching()
      if (timer !== null) clearTimeout(timer)
    },
  }
}

function isSame(a: FileStamp | null, b: FileStamp | null): boolean {
  return (
    a !== null &&
    b !== null &&
    a.ino === b.ino &&
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs
  )
}
