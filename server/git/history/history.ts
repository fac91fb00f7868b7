/** Reads of what the history holds. Ids from outside are checked before they reach git. */

import { Line } from '../../workers/line.ts'
import { Turns } from '../../workers/turns.ts'
import { EVERY_SIDE, type LogRecord, readLog } from '../objects/log-records.ts'
import { type CommitHead, commitHead, commitsSince } from '../objects/near-commits.ts'
import { isId } from '../objects/objects.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { entryAt, type TreeEntry } from '../objects/tree.ts'
import type {
  AskedList,
  CommitId,
  FileRevision,
  FileVersion,
  HistoryEntry,
  LineCommit,
  MainLineReading,
} from '../repository.ts'
import { followNames } from './follow-names.ts'
import { nearLine, readMainLine } from './main-line.ts'
import { SharedQuestions } from './shared-questions.ts'

const ENTRIES_MAX = 1_000
/** Deleted files that are remembered. */
const DELETIONS_MAX = 10_000
/** Paths given to one git command. */
const PATHS_MAX = 100
/** Walks at a time of those whose end nobody asks for; questions have a number of their own. */
const WALKS_MAX = 2

export interface ChangedFile {
  /** Inside the content folder. */
  path: string
  /** `A`, `M`, `D`, `T`, or `R` for the new name of a renamed file. */
  status: string
  before: string | null
  after: string | null
}

export interface HistoryCommit {
  commit: string
  parents: readonly string[]
  author: string
  date: string
  subject: string
  body: string
  changes: readonly ChangedFile[]
}

/** Of a commit that git printed, what it changed in the content folder. */
function historyCommit(record: LogRecord, prefix: string): HistoryCommit {
  const { commit, parents, author, date, subject, body, files } = record
  const changes = files.flatMap(({ path, status, before, after }) =>
    path.startsWith(prefix) ? [{ path: path.slice(prefix.length), status, before, after }] : [],
  )
  return { commit, parents, author, date, subject, body, changes }
}

const entryOf = ({ changes, parents: _, ...entry }: HistoryCommit): HistoryEntry => ({
  ...entry,
  files: changes.map(({ path }) => path),
})

const revisionsOf = ({ commit, date, body, changes }: HistoryCommit): FileRevision[] =>
  changes.map(({ path, before, after }) => ({ commit, date, body, path, before, after }))

const keyOf = ({ path, before }: { path: string; before: string | null }) => `${before} ${path}`

/**
 * With the deletions known so far, those of newer commits, which were asked for with `-m`. What one
 * side of a merge had deleted, the merge deletes in the other: only what no other commit did is its
 * own.
 */
function withDeletions(commits: readonly HistoryCommit[], known: readonly FileRevision[]) {
  const isMerge = ({ parents }: HistoryCommit) => parents.length > 1
  const plain = commits.filter((commit) => !isMerge(commit))
  const done = new Set([...known, ...plain.flatMap(({ changes }) => changes)].map(keyOf))
  const newer = commits.flatMap((commit) =>
    revisionsOf(commit).filter((revision) => !isMerge(commit) || !done.has(keyOf(revision))),
  )
  return [...newer, ...known].slice(0, DELETIONS_MAX)
}

type Deps = Pick<RepositoryAccess, 'git' | 'paths' | 'reader' | 'trees'>

/** The history of one repository, as far as it concerns the content folder. */
export class History {
  readonly #deps: Deps
  readonly #walks = new Line({ runningMax: WALKS_MAX })
  readonly #questions = new SharedQuestions()
  /** Deletions up to a commit, by folder: the next question reads those after it. */
  readonly #deletions = new Map<string, { head: string; revisions: FileRevision[] }>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Commits with their changes of the content folder, as `git log` orders them. */
  async log(
    options: readonly string[],
    paths: readonly string[] = [''],
    signal?: AbortSignal,
  ): Promise<HistoryCommit[]> {
    const { reader } = this.#deps
    const { prefix } = this.#deps.paths
    if ((await reader.info('HEAD')) === null) return []
    // An empty path list would mean the whole of a larger repository.
    const chosen = paths.map((path) => `${prefix}${path}` || '.')
    return this.#walk([...options, '--', ...chosen], signal)
  }

  /** One commit against its first parent; null when there is no such commit. */
  async show(commit: string): Promise<HistoryCommit | null> {
    const { reader } = this.#deps
    if (!isId(commit) || (await reader.info(commit))?.type !== 'commit') return null
    const [shown] = await this.#walk(['-1', '--first-parent', '-m', '--no-renames', commit])
    return shown ?? null
  }

  async readBlob(id: string): Promise<Buffer | null> {
    const found = isId(id) ? await this.#deps.reader.read(id) : null
    return found?.type === 'blob' ? found.body : null
  }

  async list({
    paths,
    limit = ENTRIES_MAX,
    asker,
  }: { paths?: readonly string[] } & AskedList): Promise<HistoryEntry[]> {
    if (paths?.length === 0) return []
    const options = [EVERY_SIDE, '--no-renames', `-${Math.min(limit, ENTRIES_MAX)}`]
    return (await this.#asked(options, paths, asker)).map(entryOf)
  }

  async listOfNames(
    names: readonly string[],
    { limit = ENTRIES_MAX, asker }: AskedList = {},
  ): Promise<HistoryEntry[]> {
    if (names.length === 0) return []
    // Of a merge git tells no files, and none of the file's changes.
    const options = [EVERY_SIDE, '--no-merges', '--no-renames', '--topo-order', `-${ENTRIES_MAX}`]
    return followNames(await this.#asked(options, names, asker), names)
      .map(entryOf)
      .slice(0, limit)
  }

  async entry(commit: string): Promise<HistoryEntry | null> {
    const found = await this.show(commit)
    return found && entryOf(found)
  }

  async isAncestor(commit: string): Promise<boolean> {
    const { reader, git } = this.#deps
    if (!isId(commit) || (await reader.info(commit))?.type !== 'commit') return false
    if (await this.#isNear(commit)) return true
    // Two histories with nothing in common are no error here.
    return (await git.text(['merge-base', commit, 'HEAD']).catch(() => '')) === commit
  }

  async fileRevisions(folder: string, since: string | null, to = 'HEAD'): Promise<FileRevision[]> {
    const isKnown = since !== null && isId(since) && (await this.#deps.reader.info(since)) !== null
    if (isKnown && (await this.#isLeftAlone(folder, { since, to }))) return []
    const range = isKnown ? `${since}..${to}` : to
    const options = [EVERY_SIDE, '--reverse', '--topo-order', '--no-renames', range]
    const commits = await this.log(options, [folder])
    return commits.flatMap(revisionsOf)
  }

  /** See `mainLine` of the door. */
  mainLine(
    folders: readonly string[],
    range: { since: CommitId | null; to: CommitId },
  ): Promise<MainLineReading> {
    return this.#walks.run(() => readMainLine(this.#deps, folders, range))
  }

  /** See `nearLine` of the door. */
  nearLine(
    folders: readonly string[],
    range: { since: CommitId; to: CommitId },
  ): Promise<LineCommit[] | null> {
    return nearLine(this.#deps, folders, range)
  }

  async firstCommitDates(paths: readonly string[]): Promise<Map<string, string>> {
    const wanted = new Set(paths)
    const dates = new Map<string, string>()
    if (wanted.size === 0) return dates
    // Git compares each name with each path given: for many it is faster to look at all.
    const among = wanted.size > PATHS_MAX ? undefined : paths
    const commits = await this.log([EVERY_SIDE, '--diff-filter=A', '--no-renames'], among)
    // Newest first: the last one to be set is the first commit.
    for (const { date, changes } of commits) {
      for (const { path } of changes) if (wanted.has(path)) dates.set(path, date)
    }
    return dates
  }

  async deletedFiles(folder: string, asker?: AbortSignal): Promise<FileRevision[]> {
    const { reader, trees, paths } = this.#deps
    const newest = new Map<string, FileRevision>()
    const deletions = await this.#deletionsIn(folder, asker)
    const tree = await reader.treeOf('HEAD')
    const turns = new Turns()
    for (const revision of deletions) {
      if (turns.isDue()) await turns.pause()
      const { path } = revision
      if (newest.has(path) || (await entryAt(trees, tree, `${paths.prefix}${path}`))) continue
      newest.set(path, revision)
    }
    return [...newest.values()]
  }

  /** The entry of a file in a commit; null for none. */
  async fileAt(commit: string, path: string): Promise<TreeEntry | null> {
    const { reader, trees, paths } = this.#deps
    return entryAt(trees, await reader.treeOf(commit), `${paths.prefix}${path}`)
  }

  async readFileAt(commit: string, path: string): Promise<FileVersion | null> {
    const entry = isId(commit) ? await this.fileAt(commit, path) : null
    const bytes = entry && (await this.readBlob(entry.id))
    return entry && bytes ? { bytes, revision: entry.id } : null
  }

  async #walk(options: readonly string[], signal?: AbortSignal): Promise<HistoryCommit[]> {
    const { git, paths } = this.#deps
    const commits: HistoryCommit[] = []
    const take = (record: LogRecord) => commits.push(historyCommit(record, paths.prefix))
    const walk = () => readLog(git, options, take, signal)
    await (signal ? walk() : this.#walks.run(walk))
    return commits
  }

  /** Whether HEAD or one of the newest of its first parents is the commit. */
  async #isNear(commit: string): Promise<boolean> {
    const { reader } = this.#deps
    const head = await reader.info('HEAD')
    return head !== null && (await commitsSince(reader, { since: commit, to: head.id })) !== null
  }

  /** Whether only a few commits were made since, none of which changed anything in the folder. */
  async #isLeftAlone(folder: string, range: { since: string; to: string }): Promise<boolean> {
    const { reader, trees } = this.#deps
    const { prefix } = this.#deps.paths
    const head = await reader.info(range.to)
    const first = await commitHead(reader, range.since)
    const commits = head && (await commitsSince(reader, { since: range.since, to: head.id }))
    if (!first || !commits || commits.some(({ parents }) => parents.length > 1)) return false
    const idIn = async ({ tree }: CommitHead) =>
      (await entryAt(trees, tree, `${prefix}${folder}`))?.id
    const id = await idIn(first)
    for (const commit of commits) if ((await idIn(commit)) !== id) return false
    return true
  }

  /** A walk that somebody waits for, perhaps with others. */
  async #asked(
    options: readonly string[],
    paths: readonly string[] | undefined,
    asker: AbortSignal | undefined,
  ): Promise<HistoryCommit[]> {
    const head = await this.#deps.reader.idOf('HEAD')
    const key = JSON.stringify([head, options, paths])
    return this.#questions.ask(key, (signal) => this.log(options, paths, signal), asker)
  }

  /** Newest first. After the first question only what came since is read. */
  async #deletionsIn(
    folder: string,
    asker: AbortSignal | undefined,
  ): Promise<readonly FileRevision[]> {
    const head = (await this.#deps.reader.info('HEAD'))?.id
    if (head === undefined) return []
    const known = this.#deletions.get(folder)
    if (known?.head === head) return known.revisions
    const hasMore = known !== undefined && (await this.isAncestor(known.head))
    // With renames found, a file that only moved is not among the deleted.
    const options = [EVERY_SIDE, '-m', '--diff-filter=D', '-M', `-${ENTRIES_MAX}`]
    const range = hasMore ? `${known.head}..${head}` : head
    const commits = await this.#asked([...options, range], [folder], asker)
    const revisions = withDeletions(commits, hasMore ? known.revisions : [])
    this.#deletions.set(folder, { head, revisions })
    return revisions
  }
}
