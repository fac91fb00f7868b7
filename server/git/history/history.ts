/** Reads of what the history holds. Ids from outside are checked before they reach git. */
import type { SimpleGit } from 'simple-git'
import type { ObjectReader } from '../objects/object-reader.ts'
import type { Places } from '../objects/repository-paths.ts'
import { entryAt } from '../objects/tree.ts'
import type { TreeCache } from '../objects/tree-cache.ts'
import type { AskedList, FileRevision, FileVersion, HistoryEntry } from '../repository.ts'
import { followNames } from './follow-names.ts'
import { EVERY_SIDE, LOG_OPTIONS, type LogRecord, parseLog } from './log-records.ts'
import { type CommitHead, commitHead, commitsSince } from './near-commits.ts'
import { SharedQuestions } from './shared-questions.ts'

const ENTRIES_MAX = 1_000
/** Deleted files that are remembered. */
const DELETIONS_MAX = 10_000
/** Paths given to one git command. */
const PATHS_MAX = 100

export interface ChangedFile {
  /** Inside the content folder. */
  path: string
  /** `A`, `M`, `D`, `T`, or `R` for the new name of a renamed file. */
  status: string
  before: string | null
  after: string | null
}

export interface LoggedCommit {
  commit: string
  parents: readonly string[]
  author: string
  date: string
  subject: string
  body: string
  changes: readonly ChangedFile[]
}

export interface History {
  /** Commits with their changes of the content folder, as `git log` orders them. */
  log(options: readonly string[], paths?: readonly string[]): Promise<LoggedCommit[]>
  /** One commit against its first parent; null when there is no such commit. */
  show(commit: string): Promise<LoggedCommit | null>
  list(options: { paths?: readonly string[] } & AskedList): Promise<HistoryEntry[]>
  listOfNames(names: readonly string[], options?: AskedList): Promise<HistoryEntry[]>
  entry(commit: string): Promise<HistoryEntry | null>
  isAncestor(commit: string): Promise<boolean>
  fileRevisions(folder: string, since: string | null): Promise<FileRevision[]>
  firstCommitDates(paths: readonly string[]): Promise<Map<string, string>>
  deletedFiles(folder: string, asker?: AbortSignal): Promise<FileRevision[]>
  readFileAt(commit: string, path: string): Promise<FileVersion | null>
  readBlob(id: string): Promise<Buffer | null>
}

/** 40 hex digits. */
export const isId = (text: string): boolean => /^[0-9a-f]{40}$/.test(text)

/** Of a commit that git printed, what it changed in the content folder. */
function loggedCommit(record: LogRecord, prefix: string): LoggedCommit {
  const { commit, parents, author, date, subject, body, files } = record
  const changes = files.flatMap(({ path, status, before, after }) =>
    path.startsWith(prefix) ? [{ path: path.slice(prefix.length), status, before, after }] : [],
  )
  return { commit, parents, author, date, subject, body, changes }
}

const loggedCommits = (text: string, prefix: string) =>
  Array.from(parseLog(text), (record) => loggedCommit(record, prefix))

const revisionsOf = ({ commit, date, body, changes }: LoggedCommit): FileRevision[] =>
  changes.map(({ path, before, after }) => ({ commit, date, body, path, before, after }))

const keyOf = ({ path, before }: { path: string; before: string | null }) => `${before} ${path}`

/**
 * With the deletions known so far, those of newer commits, which were asked for with `-m`. What one
 * side of a merge had deleted, the merge deletes in the other: only what no other commit did is its
 * own.
 */
function withDeletions(commits: readonly LoggedCommit[], known: readonly FileRevision[]) {
  const isMerge = ({ parents }: LoggedCommit) => parents.length > 1
  const plain = commits.filter((commit) => !isMerge(commit))
  const done = new Set([...known, ...plain.flatMap(({ changes }) => changes)].map(keyOf))
  const newer = commits.flatMap((commit) =>
    revisionsOf(commit).filter((revision) => !isMerge(commit) || !done.has(keyOf(revision))),
  )
  return [...newer, ...known].slice(0, DELETIONS_MAX)
}

/** The history of one repository, as far as it concerns the content folder. */
export function createHistory(parts: {
  git: SimpleGit
  /** A git of its own for a walk that may be ended. */
  gitUntil: (signal: AbortSignal) => SimpleGit
  places: Places
  reader: ObjectReader
  trees: TreeCache
}): History {
  const { git, gitUntil, places, reader, trees } = parts
  const { prefix } = places
  const questions = new SharedQuestions()
  /** Deletions up to a commit, by folder: the next question reads those after it. */
  const deletions = new Map<string, { head: string; revisions: FileRevision[] }>()

  async function log(
    options: readonly string[],
    paths: readonly string[] = [''],
    signal?: AbortSignal,
  ) {
    if ((await reader.info('HEAD')) === null) return []
    const text = await (signal ? gitUntil(signal) : git).raw([
      'log',
      ...LOG_OPTIONS,
      ...options,
      '--',
      // An empty path list would mean the whole of a larger repository.
      ...paths.map((path) => `${prefix}${path}` || '.'),
    ])
    return loggedCommits(text, prefix)
  }

  async function show(commit: string): Promise<LoggedCommit | null> {
    if (!isId(commit) || (await reader.info(commit))?.type !== 'commit') return null
    const options = ['-1', '--first-parent', '-m', '--no-renames', commit]
    return loggedCommits(await git.raw(['log', ...LOG_OPTIONS, ...options]), prefix)[0] ?? null
  }

  const entryOf = ({ changes, parents: _, ...entry }: LoggedCommit): HistoryEntry => ({
    ...entry,
    files: changes.map(({ path }) => path),
  })

  async function isInWorkTree(path: string): Promise<boolean> {
    const tree = (await reader.info('HEAD^{tree}'))?.id ?? null
    return (await entryAt(trees.read, tree, `${prefix}${path}`)) !== null
  }

  /** Whether HEAD or one of the newest of its first parents is the commit. */
  async function isNear(commit: string): Promise<boolean> {
    const head = await reader.info('HEAD')
    return head !== null && (await commitsSince(reader, { since: commit, to: head.id })) !== null
  }

  /** Whether only a few commits were made since, none of which changed anything in the folder. */
  async function isLeftAlone(folder: string, since: string): Promise<boolean> {
    const head = await reader.info('HEAD')
    const first = await commitHead(reader, since)
    const commits = head && (await commitsSince(reader, { since, to: head.id }))
    if (!first || !commits || commits.some(({ parents }) => parents.length > 1)) return false
    const idIn = async ({ tree }: CommitHead) =>
      (await entryAt(trees.read, tree, `${prefix}${folder}`))?.id
    const id = await idIn(first)
    for (const commit of commits) if ((await idIn(commit)) !== id) return false
    return true
  }

  async function readBlob(id: string): Promise<Buffer | null> {
    const found = isId(id) ? await reader.read(id) : null
    return found?.type === 'blob' ? found.body : null
  }

  /** A walk that somebody waits for, perhaps with others. */
  async function asked(
    options: readonly string[],
    paths: readonly string[] | undefined,
    asker: AbortSignal | undefined,
  ): Promise<LoggedCommit[]> {
    const head = (await reader.info('HEAD'))?.id ?? null
    const key = JSON.stringify([head, options, paths])
    return questions.ask(key, (signal) => log(options, paths, signal), asker)
  }

  /** Newest first. After the first question only what came since is read. */
  async function deletionsIn(
    folder: string,
    asker: AbortSignal | undefined,
  ): Promise<readonly FileRevision[]> {
    const head = (await reader.info('HEAD'))?.id
    if (head === undefined) return []
    const known = deletions.get(folder)
    if (known?.head === head) return known.revisions
    const isMore = known !== undefined && (await isAncestor(known.head))
    // With renames found, a file that only moved is not among the deleted.
    const options = [EVERY_SIDE, '-m', '--diff-filter=D', '-M', `-${ENTRIES_MAX}`]
    const range = isMore ? `${known.head}..${head}` : head
    const commits = await asked([...options, range], [folder], asker)
    const revisions = withDeletions(commits, isMore ? known.revisions : [])
    deletions.set(folder, { head, revisions })
    return revisions
  }

  async function isAncestor(commit: string): Promise<boolean> {
    if (!isId(commit) || (await reader.info(commit))?.type !== 'commit') return false
    if (await isNear(commit)) return true
    // Two histories with nothing in common are no error here.
    const common = await git.raw(['merge-base', commit, 'HEAD']).catch(() => '')
    return common.trim() === commit
  }

  return {
    log,
    show,
    readBlob,

    async list({ paths, limit = ENTRIES_MAX, asker }) {
      if (paths?.length === 0) return []
      const options = [EVERY_SIDE, '--no-renames', `-${Math.min(limit, ENTRIES_MAX)}`]
      return (await asked(options, paths, asker)).map(entryOf)
    },

    async listOfNames(names, { limit = ENTRIES_MAX, asker } = {}) {
      if (names.length === 0) return []
      // Of a merge git tells no files, and none of the file's changes.
      const options = [EVERY_SIDE, '--no-merges', '--no-renames', '--topo-order', `-${ENTRIES_MAX}`]
      return followNames(await asked(options, names, asker), names)
        .map(entryOf)
        .slice(0, limit)
    },

    async entry(commit) {
      const found = await show(commit)
      return found && entryOf(found)
    },

    isAncestor,

    async fileRevisions(folder, since) {
      const isKnown = since !== null && isId(since) && (await reader.info(since)) !== null
      if (isKnown && (await isLeftAlone(folder, since))) return []
      const range = isKnown ? `${since}..HEAD` : 'HEAD'
      const options = [EVERY_SIDE, '--reverse', '--topo-order', '--no-renames', range]
      const commits = await log(options, [folder])
      return commits.flatMap(revisionsOf)
    },

    async firstCommitDates(paths) {
      const wanted = new Set(paths)
      const dates = new Map<string, string>()
      if (wanted.size === 0) return dates
      // Git compares each name with each path given: for many it is faster to look at all.
      const among = wanted.size > PATHS_MAX ? undefined : paths
      const commits = await log([EVERY_SIDE, '--diff-filter=A', '--no-renames'], among)
      // Newest first: the last one to be set is the first commit.
      for (const { date, changes } of commits) {
        for (const { path } of changes) if (wanted.has(path)) dates.set(path, date)
      }
      return dates
    },

    async deletedFiles(folder, asker) {
      const newest = new Map<string, FileRevision>()
      for (const revision of await deletionsIn(folder, asker)) {
        if (newest.has(revision.path) || (await isInWorkTree(revision.path))) continue
        newest.set(revision.path, revision)
      }
      return [...newest.values()]
    },

    async readFileAt(commit, path) {
      if (!isId(commit)) return null
      const tree = await reader.info(`${commit}^{tree}`)
      const entry = tree && (await entryAt(trees.read, tree.id, `${prefix}${path}`))
      const bytes = entry && (await readBlob(entry.id))
      return entry && bytes ? { bytes, revision: entry.id } : null
    },
  }
}
