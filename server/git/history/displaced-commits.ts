/**
 * Acknowledged commits that a rewrite of history took off the branch. `refs/gap/acked`
 * and, once writing goes on elsewhere, `refs/gap/displaced/*` keep them from `git gc`; they are
 * listed until their change is back, the same file was changed again, or the admin has settled the
 * matter, which `refs/gap/settled/*` remembers and keeps too. Never re-applied unasked.
 */

import { forEachInTurn } from '../../workers/turns.ts'
import type { RefMove } from '../locks/ref-mover.ts'
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

interface Deps extends RepositoryAccess {
  history: History
}

/** What a rewrite left behind in one repository. */
export class DisplacedCommits {
  readonly #deps: Deps

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

  /** Those of the files that are not as the commit made them, nor changed since they parted. */
  async #missing(files: readonly ChangedFile[], since: string): Promise<ChangedFile[]> {
    const { history } = this.#deps
    const ids = await forEachInTurn(files, async ({ path }) => history.fileAt('HEAD', path))
    const others = files.filter(({ after }, at) => (ids[at]?.id ?? null) !== after)
    if (others.length === 0) return []
    const range = since === '' ? 'HEAD' : `${since}..HEAD`
    const most = `-${CHANGES_SINCE_MAX * others.length}`
    const paths = others.map(({ path }) => path)
    const later = (await history.log([most, range], paths)).filter((made) => !isRestoring(made))
    const changed = new Set(later.flatMap(({ changes }) => changes.map(({ path }) => path)))
    return others.filter(({ path }) => !changed.has(path))
  }

  async #isDisplaced({ changes }: HistoryCommit, since: string): Promise<boolean> {
    for (let at = 0; at < changes.length; at += FILES_AT_ONCE) {
      const some = changes.slice(at, at + FILES_AT_ONCE)
      if ((await this.#missing(some, since)).length > 0) return true
    }
    return false
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
    if ((await reader.info('HEAD')) === null) return []
    const listed = await git.text([
      'rev-list',
      '--right-only',
      '--cherry-pick',
      '--no-merges',
      `-${COMMITS_MAX}`,
      `HEAD...${tip}`,
    ])
    if (listed === '') return []
    const since = (await this.forkOf(tip)) ?? ''
    const displaced: HistoryCommit[] = []
    for (const id of listed.split('\n')) {
      const commit = await history.show(id)
      if (commit !== null && (await this.#isDisplaced(commit, since))) displaced.push(commit)
    }
    return displaced
  }
}
