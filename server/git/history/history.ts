/** What git remembers of the content folder. Ids from outside are checked before they reach git. */

import { Line } from '../../workers/line.ts'
import { EVERY_SIDE, type LogFile, type LogRecord, readLog } from '../objects/log-records.ts'
import { isId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type {
  CommitId,
  FileRevision,
  FileVersion,
  HistoryEntry,
  HistoryQuestion,
} from '../repository.ts'

const ENTRIES_MAX = 1_000
/** Walks through the history at a time: each keeps a processor busy. */
const WALKS_MAX = 2

/** How alike two files are that git takes for one: short notes change much when they are renamed. */
export const RENAMES = ['-M40%', '-l1000']
/** Each commit against its first parent, a merge too, and a rename as one file that goes and one that comes. */
const AGAINST_FIRST_PARENT = ['--first-parent', '-m', '--no-renames']

export type ChangedFile = Omit<LogFile, 'mode'>

/** A commit with what it changed; its paths are those of the content folder. */
export type HistoryCommit = Omit<LogRecord, 'files'> & { changes: readonly ChangedFile[] }

function contentCommit({ files, ...commit }: LogRecord, prefix: string): HistoryCommit {
  const changes = files
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path, from, status, before, after }) => ({
      ...{ path: path.slice(prefix.length), status, before, after },
      from: from?.startsWith(prefix) ? from.slice(prefix.length) : null,
    }))
  return { ...commit, changes }
}

function entryOf({ commit, author, date, subject, body, changes }: HistoryCommit): HistoryEntry {
  const files = changes.flatMap(({ path, from }) => (from === null ? [path] : [path, from]))
  return { commit, author, date, subject, body, files }
}

const revisionsOf = ({ commit, date, body, changes }: HistoryCommit): FileRevision[] =>
  changes.map(({ path, before, after }) => ({ commit, date, body, path, before, after }))

/** Of commits, newest first, those of the file at a path, followed back through renames. */
function followFile(commits: readonly HistoryCommit[], path: string): HistoryCommit[] {
  let name = path
  return commits.flatMap((commit) => {
    const change = commit.changes.find((changed) => changed.path === name)
    if (change === undefined) return []
    name = change.from ?? name
    return [{ ...commit, changes: [change] }]
  })
}

/** The history of one repository, as far as it concerns the content folder. */
export class History {
  readonly #deps: Pick<RepositoryAccess, 'git' | 'paths' | 'reader'>
  readonly #walks = new Line({ runningMax: WALKS_MAX })
  /** The deletions in a folder up to a HEAD. */
  #deletions: { folder: string; head: CommitId; files: FileRevision[] } | null = null

  constructor(deps: Pick<RepositoryAccess, 'git' | 'paths' | 'reader'>) {
    this.#deps = deps
  }

  /**
   * Commits with their changes of the content folder, as `git log` orders them.
   * @param paths in the content folder, all of it when absent
   */
  async log(options: readonly string[], paths: readonly string[] = ['']): Promise<HistoryCommit[]> {
    if ((await this.#deps.reader.info('HEAD')) === null) return []
    // An empty path list would mean the whole of a larger repository.
    const chosen = paths.map((path) => `${this.#deps.paths.prefix}${path}` || '.')
    return this.#walk([...options, '--', ...chosen])
  }

  /** Commits by their ids, each against its first parent. */
  shown(commits: readonly string[]): Promise<HistoryCommit[]> {
    return this.#walk(['--no-walk=unsorted', ...AGAINST_FIRST_PARENT, ...commits, '--'])
  }

  /** One commit against its first parent; null when there is no such commit. */
  async show(commit: string): Promise<HistoryCommit | null> {
    if (!(await this.#isCommit(commit))) return null
    return (await this.shown([commit]))[0] ?? null
  }

  /** See `history` of the door. */
  async list({ names, limit = ENTRIES_MAX }: HistoryQuestion): Promise<HistoryEntry[]> {
    const [path, ...former] = names ?? []
    if (path === undefined) {
      return (await this.log([EVERY_SIDE, '--no-renames', `-${limit}`])).map(entryOf)
    }
    // Of a merge git tells no files, and none of the file's changes.
    const options = [EVERY_SIDE, '--no-merges', '--topo-order', ...RENAMES]
    // Some of the commits may be those of other files that had its former names.
    const most = former.length === 0 ? [`-${limit}`] : []
    const commits = await this.log([...options, ...most], [path, ...former])
    return followFile(commits, path).slice(0, limit).map(entryOf)
  }

  /** The entry of one commit; null when there is no such commit. */
  async entry(commit: string): Promise<HistoryEntry | null> {
    const found = await this.show(commit)
    return found && entryOf(found)
  }

  /** Whether HEAD has the commit, on whichever side of a merge. */
  async isAncestor(commit: string): Promise<boolean> {
    if (!(await this.#isCommit(commit))) return false
    // Two histories with nothing in common are no error here.
    return (await this.#deps.git.text(['merge-base', commit, 'HEAD']).catch(() => '')) === commit
  }

  /** See `fileRevisions` of the door. */
  async fileRevisions(
    folder: string,
    since: CommitId | null,
    to: CommitId,
  ): Promise<FileRevision[]> {
    if (!isId(to) || (since !== null && !isId(since))) return []
    const range = since === null ? to : `${since}..${to}`
    const options = [EVERY_SIDE, '--reverse', '--topo-order', '--no-renames', range]
    return (await this.log(options, [folder])).flatMap(revisionsOf)
  }

  /** See `deletedFiles` of the door. */
  async deletedFiles(folder: string): Promise<readonly FileRevision[]> {
    const head = await this.#deps.reader.idOf('HEAD')
    if (head === null) return []
    const known = this.#deletions
    if (known?.folder === folder && known.head === head) return known.files
    // With renames found, a file that only moved is not among the deleted.
    const options = [EVERY_SIDE, '--no-merges', '--diff-filter=D', ...RENAMES, `-${ENTRIES_MAX}`]
    const files = (await this.log([...options, head], [folder])).flatMap(revisionsOf)
    this.#deletions = { folder, head, files }
    return files
  }

  /** The blob of a file in a commit; null for none. */
  async blobAt(commit: string, path: string): Promise<string | null> {
    const found = await this.#deps.reader.info(`${commit}:${this.#deps.paths.prefix}${path}`)
    return found?.type === 'blob' ? found.id : null
  }

  /** The bytes of a blob; null where there is none. */
  async readBlob(id: string): Promise<Buffer | null> {
    const found = isId(id) ? await this.#deps.reader.read(id) : null
    return found?.type === 'blob' ? found.body : null
  }

  /** A file as a commit had it; null where it had none. */
  async readFileAt(commit: string, path: string): Promise<FileVersion | null> {
    const revision = isId(commit) ? await this.blobAt(commit, path) : null
    const bytes = revision && (await this.readBlob(revision))
    return revision && bytes ? { bytes, revision } : null
  }

  async #walk(options: readonly string[]): Promise<HistoryCommit[]> {
    const { git, paths } = this.#deps
    const commits: HistoryCommit[] = []
    await this.#walks.run(() =>
      readLog(git, options, (record) => commits.push(contentCommit(record, paths.prefix))),
    )
    return commits
  }

  async #isCommit(commit: string): Promise<boolean> {
    return isId(commit) && (await this.#deps.reader.info(commit))?.type === 'commit'
  }
}
