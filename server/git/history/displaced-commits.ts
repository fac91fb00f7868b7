/**
 * Acknowledged commits that a rewrite of history took off the branch. `refs/gap/acked` and, after
 * the next save, `refs/gap/displaced/*` protect them from `git gc`. They are listed until their
 * change is back, or the admin settled them (`refs/gap/settled/*`). Never re-applied automatically.
 */

import { mapConcurrently } from '../../workers/turns.ts'
import type { RefMove } from '../locks/refs.ts'
import { mergeFile } from '../merge-file.ts'
import { refusedWrite } from '../objects/failures.ts'
import { isAncestor } from '../objects/git-process.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { OWN_REFS } from '../objects/repository-paths.ts'
import type { CommitChange, CommitId, DisplacedChange, LogCommit } from '../types.ts'
import type { History } from './history.ts'

/** Newest commits of the branch that are searched for changes of the same files. */
const CHANGES_SINCE_MAX = 5_000
/** Commits read for each ref. */
const COMMITS_MAX = 200
/** Above this number of commits git does not compare patches, which can take minutes. */
const COMPARED_MAX = 2_000

interface Deps extends RepositoryAccess {
  history: History
}

/** The displaced commits of one repository. */
export class DisplacedCommits {
  readonly #deps: Deps
  /** Cache for one HEAD and one acknowledged commit: HEAD alone may return to where it was. */
  #cached: { key: string; changes: DisplacedChange[] } | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The changes that are neither on the branch nor settled. */
  async list(): Promise<DisplacedChange[]> {
    const { reader } = this.#deps
    const head = await reader.idOf('HEAD')
    if (head === null) return []
    const key = `${head} ${await reader.idOf(OWN_REFS.acked)}`
    if (this.#cached?.key !== key) this.#cached = { key, changes: await this.#find(head) }
    return this.#cached.changes
  }

  /**
   * Writes or deletes the ref that hides the commit from the list; git keeps it in both cases.
   * @throws RepositoryError when the ref cannot be written
   */
  async setDismissed(id: string, isDismissed: boolean): Promise<void> {
    const ref = `${OWN_REFS.settled}/${id}`
    try {
      await this.#deps.git.run(['update-ref', ...(isDismissed ? [ref, id] : ['-d', ref])])
    } catch (error) {
      throw refusedWrite(error)
    } finally {
      this.#cached = null
    }
  }

  /** Refs that keep acknowledged commits not in `base` from gc. */
  async refsToKeep(base: string | null): Promise<RefMove[]> {
    const { reader, git } = this.#deps
    const acked = await reader.idOf(OWN_REFS.acked)
    if (acked === null || acked === base) return []
    if (base !== null && (await isAncestor(git, acked, base))) return []
    return [{ ref: `${OWN_REFS.displaced}/${acked}`, to: acked }]
  }

  async #find(head: CommitId): Promise<DisplacedChange[]> {
    const dismissed = new Set(await this.#idsUnder(OWN_REFS.settled))
    const found = new Map<string, DisplacedChange>()
    for (const tip of await this.#idsUnder(OWN_REFS.acked, OWN_REFS.displaced)) {
      if (tip === head) continue
      for (const { commit, date, subject, changes } of await this.#displacedBelow(tip, head)) {
        if (dismissed.has(commit)) continue
        found.set(commit, { commit, date, subject, files: changes.map(({ path }) => path) })
      }
    }
    return [...found.values()]
  }

  /** Ids of what the refs name. */
  async #idsUnder(...refs: string[]): Promise<string[]> {
    const args = ['for-each-ref', '--format=%(objectname)', ...refs]
    return (await this.#deps.git.text(args)).split('\n').filter(Boolean)
  }

  /** Commits below `tip` that `head` does not have, not even as an equal patch, and whose change is missing. */
  async #displacedBelow(tip: string, head: CommitId): Promise<LogCommit[]> {
    const { git, history } = this.#deps
    const range = `${head}...${tip}`
    const commitCount = Number(await git.text(['rev-list', '--count', range]))
    const cherryPick = commitCount > COMPARED_MAX ? [] : ['--cherry-pick']
    const options = ['--right-only', ...cherryPick, '--no-merges', '--no-renames']
    const commits = await history.log([...options, `-${COMMITS_MAX}`, range])
    if (commits.length === 0) return []
    // It fails for unrelated histories.
    const fork = await git.text(['merge-base', head, tip]).catch(() => null)
    return this.#missingOf(commits, fork)
  }

  /**
   * Commits whose version of a file is neither current, nor one that a later commit on the branch
   * has replaced, nor contained in the current one.
   */
  async #missingOf(commits: readonly LogCommit[], fork: string | null): Promise<LogCommit[]> {
    const { history } = this.#deps
    const range = fork === null ? 'HEAD' : `${fork}..HEAD`
    const since = await history.log(['--no-renames', `-${CHANGES_SINCE_MAX}`, range])
    const replaced = new Set(
      since.flatMap(({ changes }) => changes.map(({ path, before }) => `${path}\0${before}`)),
    )
    const isMissing = async ({ path, before, after }: CommitChange) => {
      if (replaced.has(`${path}\0${after}`)) return false
      const current = await history.blobAt('HEAD', path)
      return current !== after && !(await this.#isContained({ before, after, current }))
    }
    const missing = await mapConcurrently(commits, async ({ changes }) =>
      (await mapConcurrently(changes, isMissing)).some(Boolean),
    )
    return commits.filter((_, at) => missing[at])
  }

  /** Whether a change of a file's lines is in its current version. */
  async #isContained(ids: Record<'before' | 'after' | 'current', string | null>): Promise<boolean> {
    const { reader } = this.#deps
    const [before, after, current] = await Promise.all(
      [ids.before, ids.after, ids.current].map((id) => id && reader.blob(id)),
    )
    if (!after || !current) return false
    const merged = await mergeFile({ base: before || '', ours: current, theirs: after })
    return merged?.equals(current) ?? false
  }
}
