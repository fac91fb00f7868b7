/**
 * Acknowledged commits that a rewrite of history took off the branch. `refs/gap/acked`
 * and, once writing goes on elsewhere, `refs/gap/displaced/*` keep them from `git gc`; they are
 * listed until their change is back, the same file was changed again, or the admin has settled the
 * matter, which `refs/gap/settled/*` remembers and keeps too. Never re-applied unasked.
 */

import { BoundedMap } from '../../bounded-map.ts'
import { forEachInTurn } from '../../workers/turns.ts'
import type { RefMove } from '../locks/move-refs.ts'
import { refusedWrite } from '../objects/failures.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { type DisplacedChange, isRestoring } from '../repository.ts'
import type { ChangedFile, History, HistoryCommit } from './history.ts'

/** How many newest commits, for each file, are searched for one that is not a restore. */
const CHANGES_SINCE_MAX = 50
/** Files of a commit that are asked about in one walk. */
const FILES_AT_ONCE = 500
/** Commits looked at per kept ref. */
const COMMITS_MAX = 200
/** Commits of both sides whose patches git compares: for a whole history that takes minutes. */
const COMPARED_MAX = 2_000
/** Kept refs whose answer is remembered. */
const KNOWN_MAX = 100

interface Deps extends RepositoryAccess {
  history: History
}

/** What a rewrite left behind in one repository. */
export class DisplacedCommits {
  readonly #deps: Deps
  /** By the commit of a kept ref: what of it is displaced while HEAD stands there. */
  readonly #known = new BoundedMap<string, { head: string; displaced: HistoryCommit[] }>(KNOWN_MAX)

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Where the branch and the commit parted; null where they have nothing in common. */
  forkOf(commit: string): Promise<string | null> {
    return this.#deps.git.text(['merge-base', 'HEAD', commit]).catch(() => null)
  }

  /** Commits, and blobs of conflicts, that the admin has decided about. */
  async settled(): Promise<Set<string>> {
    return new Set((await this.#refsUnder(this.#deps.paths.refs.settled)).map(({ id }) => id))
  }

  async list(): Promise<DisplacedChange[]> {
    const { refs } = this.#deps.paths
    const { git } = this.#deps
    const settled = await this.settled()
    const found = new Map<string, DisplacedChange>()
    for (const { id: tip, ref } of await this.#refsUnder(refs.acked, refs.displaced)) {
      const displaced = await this.#displacedBelow(tip)
      for (const { commit, date, subject, changes } of displaced) {
        if (settled.has(commit)) continue
        found.set(commit, { commit, date, subject, files: changes.map(({ path }) => path) })
      }
      // Nothing of it is missing any more, so it need not be kept.
      if (displaced.length === 0 && ref !== refs.acked) {
        await git.run(['update-ref', '-d', ref, tip])
      }
    }
    return [...found.values()]
  }

  /**
   * Notes such a decision or takes it back; git keeps the object in both cases.
   * @throws RepositoryError when it cannot be noted
   */
  async settle(id: string, isSettled: boolean): Promise<void> {
    const { refs } = this.#deps.paths
    const { git } = this.#deps
    const ref = `${refs.settled}/${id}`
    try {
      await git.run(['update-ref', ...(isSettled ? [ref, id] : ['-d', ref])])
    } catch (error) {
      throw refusedWrite(error)
    }
  }

  /** The refs to move so that a write on `base` leaves no acknowledged commit without a ref. */
  async keeping(base: string | null): Promise<RefMove[]> {
    const { reader, git } = this.#deps
    const { refs } = this.#deps.paths
    const acked = await reader.idOf(refs.acked)
    if (acked === null || acked === base) return []
    const missing = base === null ? acked : await git.text(['rev-list', '-1', acked, `^${base}`])
    if (missing === '' || (base !== null && (await this.#displacedBelow(acked)).length === 0))
      return []
    return [{ ref: `${refs.displaced}/${acked}`, to: acked }]
  }

  /**
   * Those of the commits that made a file other than it is now, and than any commit since they parted.
   * One walk answers for all of them: in a long history each takes seconds.
   */
  async #displacedOf(commits: readonly HistoryCommit[], since: string): Promise<HistoryCommit[]> {
    const { history } = this.#deps
    const paths = [...new Set(commits.flatMap(({ changes }) => changes.map(({ path }) => path)))]
    const ids = await forEachInTurn(paths, (path) => history.blobAt('HEAD', path))
    const idAt = new Map(paths.map((path, at) => [path, ids[at] ?? null]))
    const isOther = ({ path, after }: ChangedFile) => idAt.get(path) !== after
    const others = new Set(commits.flatMap(({ changes }) => changes.filter(isOther)).map(pathOf))
    const changed = await this.#changedSince(since, [...others])
    return commits.filter(({ changes }) =>
      changes.some((file) => isOther(file) && !changed.has(file.path)),
    )
  }

  /** The files that a commit on the branch has changed; one that restores does not count. */
  async #changedSince(since: string, paths: readonly string[]): Promise<Set<string>> {
    const range = since === '' ? 'HEAD' : `${since}..HEAD`
    const changed = new Set<string>()
    for (let at = 0; at < paths.length; at += FILES_AT_ONCE) {
      const some = paths.slice(at, at + FILES_AT_ONCE)
      const most = `-${CHANGES_SINCE_MAX * some.length}`
      for (const made of await this.#deps.history.log([most, range], some)) {
        if (!isRestoring(made)) for (const { path } of made.changes) changed.add(path)
      }
    }
    return changed
  }

  async #refsUnder(...folders: string[]): Promise<{ id: string; ref: string }[]> {
    const lines = await this.#deps.git.text([
      'for-each-ref',
      '--format=%(objectname) %(refname)',
      ...folders,
    ])
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ id: line.slice(0, 40), ref: line.slice(41) }))
  }

  /**
   * Commits below `tip` that are not on the branch, not even as an equal patch, and whose change is
   * lost.
   */
  async #displacedBelow(tip: string): Promise<HistoryCommit[]> {
    const { reader, git, history } = this.#deps
    const head = await reader.idOf('HEAD')
    if (head === null) return []
    const known = this.#known.get(tip)
    if (known?.head === head) return known.displaced
    const sides = `${head}...${tip}`
    const parted = Number(await git.text(['rev-list', '--count', sides]))
    if (parted === 0) return []
    const equal = parted > COMPARED_MAX ? [] : ['--cherry-pick']
    const options = ['--right-only', ...equal, '--no-merges', `-${COMMITS_MAX}`]
    const listed = await git.text(['rev-list', ...options, sides])
    const ids = listed.split('\n').filter(Boolean)
    const since = ids.length === 0 ? '' : ((await this.forkOf(tip)) ?? '')
    const commits = ids.length === 0 ? [] : await history.shown(ids)
    const displaced = await this.#displacedOf(commits, since)
    this.#known.set(tip, { head, displaced })
    return displaced
  }
}

const pathOf = ({ path }: ChangedFile) => path
