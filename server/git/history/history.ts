/** What git remembers of the content folder. Ids from outside are checked before they reach git. */

import { parseCommitTime } from '../objects/commit-object.ts'
import { FULL_HISTORY, readLog } from '../objects/log-records.ts'
import { isId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type {
  CommitId,
  FileRevision,
  FileVersion,
  HistoryEntry,
  LogCommit,
  MainLineReading,
} from '../repository.ts'

const ENTRIES_MAX = 1_000
/** For what git says of a whole line before it prints. */
const LINE_MS_MAX = 60_000

/** How alike two files are that git takes for one: short notes change much when they are renamed. */
const RENAMES = ['-M40%', '-l1000']

function entryOf({ commit, author, date, subject, body, changes }: LogCommit): HistoryEntry {
  const files = changes.flatMap(({ path, from }) => (from === null ? [path] : [path, from]))
  return { commit, author, date, subject, body, files }
}

const revisionsOf = ({ commit, date, body, changes }: LogCommit): FileRevision[] =>
  changes.map((change) => ({ commit, date, body, ...change }))

/** Of commits, newest first, those of the file at a path, followed back through renames. */
function followFile(commits: readonly LogCommit[], path: string): LogCommit[] {
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

  constructor(deps: Pick<RepositoryAccess, 'git' | 'paths' | 'reader'>) {
    this.#deps = deps
  }

  /**
   * Commits with their changes of the content folder, as `git log` orders them.
   * @param paths in the content folder, all of it when absent
   */
  async log(options: readonly string[], paths: readonly string[] = ['']): Promise<LogCommit[]> {
    if ((await this.#deps.reader.info('HEAD')) === null) return []
    return this.#read(options, paths)
  }

  /** One commit against its first parent; null when there is no such commit. */
  async show(commit: string): Promise<LogCommit | null> {
    if (!(await this.#isCommit(commit))) return null
    // A rename is one file that goes and one that comes, each of which is undone by itself.
    const options = ['--no-walk', '--first-parent', '-m', '--no-renames', commit]
    const [found = null] = await this.#read(options)
    return found
  }

  /** See `history` of the door. */
  async list(names?: readonly string[] | null, limit = ENTRIES_MAX): Promise<HistoryEntry[]> {
    const [path, ...former] = names ?? []
    if (path === undefined) {
      return (await this.log([FULL_HISTORY, '--no-renames', `-${limit}`])).map(entryOf)
    }
    // Of a merge git tells no files, and none of the file's changes.
    const options = [FULL_HISTORY, '--no-merges', '--topo-order', ...RENAMES]
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

  /** See `fileRevisions` of the door. */
  async fileRevisions(
    folder: string,
    since: CommitId | null,
    to: CommitId,
  ): Promise<FileRevision[]> {
    if (!isId(to) || (since !== null && !isId(since))) return []
    const range = since === null ? to : `${since}..${to}`
    const options = [FULL_HISTORY, '--reverse', '--topo-order', '--no-renames', range]
    return (await this.log(options, [folder])).flatMap(revisionsOf)
  }

  /** See `deletedFiles` of the door. */
  async deletedFiles(folder: string): Promise<readonly FileRevision[]> {
    // With renames found, a file that only moved is not among the deleted.
    const options = [FULL_HISTORY, '--no-merges', '--diff-filter=D', ...RENAMES, `-${ENTRIES_MAX}`]
    return (await this.log(options, [folder])).flatMap(revisionsOf)
  }

  /** See `mainLine` of the door. */
  async mainLine(
    folders: readonly string[],
    { since, to }: { since: CommitId | null; to: CommitId },
  ): Promise<MainLineReading> {
    if (!isId(to)) return { isWhole: true, beganAt: null, commits: [] }
    const isNext = since !== null && (await this.#wentThrough(since, to))
    const options = ['--first-parent', '-m', ...RENAMES, isNext ? `${since}..${to}` : to]
    // Newest first, in which git prints as it goes; it would be silent for long otherwise.
    const commits = (await this.#read(options, folders)).reverse().map(ofFiles)
    return { isWhole: !isNext, beganAt: isNext ? null : await this.#beginningOf(to), commits }
  }

  /** The blob of a file in a commit; null for none. */
  async blobAt(commit: string, path: string): Promise<string | null> {
    const found = await this.#deps.reader.info(`${commit}:${this.#deps.paths.prefix}${path}`)
    return found?.type === 'blob' ? found.id : null
  }

  /** A file as a commit had it; null where it had none. */
  async readFileAt(commit: string, path: string): Promise<FileVersion | null> {
    const revision = isId(commit) ? await this.blobAt(commit, path) : null
    const bytes = revision && (await this.#deps.reader.blob(revision))
    return revision && bytes ? { bytes, revision } : null
  }

  async #read(options: readonly string[], paths?: readonly string[]): Promise<LogCommit[]> {
    const { git } = this.#deps
    const { prefix } = this.#deps.paths
    // An empty path list would mean the whole of a larger repository.
    const chosen = paths?.map((path) => `${prefix}${path}` || '.') ?? []
    const form = prefix === '' ? [] : [`--relative=${prefix}`]
    const commits: LogCommit[] = []
    await readLog(git, [...form, ...options, '--', ...chosen], (commit) => commits.push(commit))
    return commits
  }

  async #isCommit(commit: string): Promise<boolean> {
    return isId(commit) && (await this.#deps.reader.info(commit))?.type === 'commit'
  }

  /** When the line's first commit was made; null when git does not say so. */
  async #beginningOf(to: CommitId): Promise<number | null> {
    const args = ['log', '--first-parent', '--max-parents=0', '--format=%ct', to, '--']
    const text = await this.#deps.git.text(args, { timeLimitMs: LINE_MS_MAX })
    const seconds = text.trim().split('\n').at(-1) ?? ''
    return /^\d+$/.test(seconds) ? parseCommitTime(`${seconds} +0000`).at : null
  }

  /** Whether the line to `to` went through `since`, rather than around it or from elsewhere. */
  async #wentThrough(since: CommitId, to: CommitId): Promise<boolean> {
    if (since === to) return true
    if (!(await this.#isCommit(since))) return false
    const args = ['log', '--first-parent', '--format=%P', `${since}..${to}`, '--']
    const text = await this.#deps.git.text(args, { timeLimitMs: LINE_MS_MAX })
    const oldest = text.trimEnd().split('\n').at(-1) ?? ''
    return oldest.split(' ')[0] === since
  }
}

/** Without links and submodules: a link's text is a path, and neither was ever content. */
function ofFiles(commit: LogCommit): LogCommit {
  const changes = commit.changes
    .map((change) => (change.mode.startsWith('100') ? change : { ...change, after: null }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  return { ...commit, changes }
}
