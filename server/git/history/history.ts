/** The content folder's git history. Ids from outside are checked before they reach git. */

import { parseCommitTime } from '../objects/commit-object.ts'
import { isAncestor } from '../objects/git-process.ts'
import { readLog } from '../objects/log-records.ts'
import { isId } from '../objects/object-id.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { OWN_REFS } from '../objects/repository-paths.ts'
import type { BlobId, CommitId, FileVersion, LogCommit, NewCommits } from '../types.ts'
import { readableText } from '../worktree/conversion.ts'

const ENTRIES_MAX = 1_000
/** Limit of commands that walk the whole history. */
const WALK_MS_MAX = 60_000

/** Rename detection from 40 % similarity: short notes change much when they are renamed. */
const RENAMES = ['-M40%', '-l1000']

/** The file's commits, followed back through renames. @param commits newest first */
function followFile(commits: readonly LogCommit[], path: string): LogCommit[] {
  let name = path
  return commits.flatMap((commit) => {
    const change = commit.changes.find((changed) => changed.path === name)
    if (change === undefined) return []
    name = change.from ?? name
    return [{ ...commit, changes: [change] }]
  })
}

type HistoryDeps = Pick<RepositoryAccess, 'git' | 'io' | 'paths' | 'reader'>

/** The history of one content folder. */
export class History {
  readonly #deps: HistoryDeps

  constructor(deps: HistoryDeps) {
    this.#deps = deps
  }

  /**
   * Commits with their changes of the content folder, in the order of `git log`.
   * @param paths in the content folder, all of it when absent
   */
  async log(options: readonly string[], paths: readonly string[] = ['']): Promise<LogCommit[]> {
    if ((await this.#deps.reader.info('HEAD')) === null) return []
    return this.#read(options, paths)
  }

  /** One commit against its first parent; null when there is no such commit. */
  async show(commit: string): Promise<LogCommit | null> {
    if (!(await this.#isCommit(commit))) return null
    // A rename counts as a deletion and an addition, each of which is undone by itself.
    const options = ['--no-walk', '--first-parent', '--no-renames', commit]
    const [logCommit = null] = await this.#read(options)
    return logCommit
  }

  /**
   * At most 1,000 commits, newest first: of the content folder, or of one file given its names, the
   * current one first.
   */
  async list(names?: readonly string[] | null, limit = ENTRIES_MAX): Promise<LogCommit[]> {
    const [path, ...former] = names ?? []
    if (path === undefined) return this.log(['--no-renames', `-${limit}`])
    // Merges list no files. `--follow` would take a copy for the origin of a new file.
    const options = ['--no-merges', '--topo-order', ...RENAMES]
    // No limit with former names: other files may have had them.
    const limitOption = former.length === 0 ? [`-${limit}`] : []
    const commits = await this.log([...options, ...limitOption], [path, ...former])
    return followFile(commits, path).slice(0, limit)
  }

  /**
   * The commits of the whole history of `to` that changed files under the folders, each after its
   * parents, else by committer date: those that `since` lacks if it is an ancestor, else all. A merge
   * comes once for each parent that it differs from, with its changes against that one.
   */
  async newCommits(
    folders: readonly string[],
    { since, to }: { since: CommitId | null; to: CommitId },
  ): Promise<NewCommits> {
    const isNext = since !== null && (await isAncestor(this.#deps.git, since, to))
    const range = isNext ? `${since}..${to}` : to
    const options = ['--date-order', '--diff-merges=separate', ...RENAMES, range]
    const commits = (await this.#read(options, folders)).reverse().map(withoutLinks)
    return { beganAt: isNext ? null : await this.#beginning(to), commits }
  }

  /** Whether a remote has the commit, as far as a fetch or push has seen. */
  async isOnRemote(commit: CommitId): Promise<boolean> {
    const refs = ['refs/remotes', OWN_REFS.remotes]
    const args = ['for-each-ref', '--count=1', `--contains=${commit}`, ...refs]
    return (await this.#deps.git.text(args)) !== ''
  }

  /** A commit of the branch as `rawCommit`; null for any other. */
  async rawCommitOfBranch(commit: CommitId): Promise<Buffer | null> {
    const isOfBranch = await isAncestor(this.#deps.git, commit, 'HEAD')
    return isOfBranch ? this.rawCommit(commit) : null
  }

  /** The blob of a file in a commit; null for none. */
  async blobAt(commit: string, path: string): Promise<string | null> {
    const object = await this.#deps.reader.info(`${commit}:${this.#deps.paths.prefix}${path}`)
    return object?.type === 'blob' ? object.id : null
  }

  /** The commit as git stores it, without the header of the object. @throws GitFailure */
  rawCommit(commit: CommitId): Promise<Buffer> {
    return this.#deps.git.run(['cat-file', 'commit', commit])
  }

  /** Bytes of a file's blob, after the smudge filter. */
  readRevision(revision: BlobId, path: string): Promise<Buffer | null> {
    return readableText(this.#deps, `${this.#deps.paths.prefix}${path}`, revision)
  }

  /** A file in a commit, or null. */
  async readFileAt(commit: string, path: string): Promise<FileVersion | null> {
    const revision = isId(commit) ? await this.blobAt(commit, path) : null
    const bytes = revision && (await this.#deps.reader.blob(revision))
    return revision && bytes ? { bytes, revision } : null
  }

  async #read(options: readonly string[], paths?: readonly string[]): Promise<LogCommit[]> {
    const { git } = this.#deps
    const { prefix } = this.#deps.paths
    // An empty path list would select the whole of a larger repository.
    const chosen = paths?.map((path) => `${prefix}${path}` || '.') ?? []
    const relative = prefix === '' ? [] : [`--relative=${prefix}`]
    return readLog(git, [...relative, ...options, '--', ...chosen])
  }

  async #isCommit(commit: string): Promise<boolean> {
    return isId(commit) && (await this.#deps.reader.info(commit))?.type === 'commit'
  }

  /** Time of the first commit. */
  async #beginning(to: CommitId): Promise<number> {
    const args = ['rev-list', '--max-parents=0', '--timestamp', to, '--']
    const lines = (await this.#deps.git.text(args, { timeLimitMs: WALK_MS_MAX })).split('\n')
    return Math.min(...lines.map((line) => parseCommitTime(`${line.split(' ', 1)} +0000`).at))
  }
}

/** Counts links and submodules as deleted files: they are not content. */
function withoutLinks(commit: LogCommit): LogCommit {
  const changes = commit.changes.map((change) =>
    change.mode.startsWith('100') ? change : { ...change, after: null },
  )
  return { ...commit, changes }
}
