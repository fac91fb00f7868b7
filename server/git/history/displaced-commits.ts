/**
 * Acknowledged commits that a rewrite of history took off the branch. `refs/gap/acked`
 * and, once writing goes on elsewhere, `refs/gap/displaced/*` keep them from `git gc`; they are
 * listed until their change is back, the same file was changed again, or the admin has settled the
 * matter, which `refs/gap/settled/*` remembers and keeps too. Never re-applied unasked.
 */
import type { SimpleGit } from 'simple-git'
import type { RefMove } from '../locks/ref-mover.ts'
import { refusedWrite } from '../objects/failures.ts'
import type { Git } from '../objects/git-process.ts'
import type { ObjectReader } from '../objects/object-reader.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { entryAt } from '../objects/tree.ts'
import type { TreeCache } from '../objects/tree-cache.ts'
import { type DisplacedChange, isRestoring } from '../repository.ts'
import type { History, LoggedCommit } from './history.ts'

/** Newest changes of a file among which one is looked for that brings nothing back. */
const CHANGES_SINCE_MAX = 50
/** Commits looked at per kept ref. */
const COMMITS_MAX = 200

export interface Displaced {
  list(): Promise<DisplacedChange[]>
  /** Where the branch and the commit parted; null where they have nothing in common. */
  forkOf(commit: string): Promise<string | null>
  /** Commits, and blobs of conflicts, that the admin has decided about. */
  settled(): Promise<Set<string>>
  /**
   * Notes such a decision or takes it back; git keeps the object in both cases.
   * @throws RepositoryError when it cannot be noted
   */
  settle(id: string, isSettled: boolean): Promise<void>
  /** The refs to move so that a write on `base` leaves no acknowledged commit without a ref. */
  keeping(base: string | null): Promise<RefMove[]>
}

interface Parts {
  git: Git
  history: History
  historyGit: SimpleGit
  paths: RepositoryPaths
  reader: ObjectReader
  trees: TreeCache
}

/** What a rewrite left behind in one repository. */
export function createDisplaced(parts: Parts): Displaced {
  const { git, history, historyGit, paths, reader, trees } = parts
  const { refs } = paths

  /** Whether the file is as the commit made it, or was changed on the branch since they parted. */
  async function isOvertaken(
    { path, after }: { path: string; after: string | null },
    since: string,
  ) {
    const tree = (await reader.info('HEAD^{tree}'))?.id ?? null
    const entry = await entryAt(trees.read, tree, `${paths.prefix}${path}`)
    if ((entry?.id ?? null) === after) return true
    const range = since === '' ? 'HEAD' : `${since}..HEAD`
    const later = await history.log([`-${CHANGES_SINCE_MAX}`, range], [path])
    return later.some((commit) => !isRestoring(commit))
  }

  async function isLost(commit: LoggedCommit, since: string): Promise<boolean> {
    for (const change of commit.changes) if (!(await isOvertaken(change, since))) return true
    return false
  }

  const forkOf = (commit: string): Promise<string | null> =>
    git.text(['merge-base', 'HEAD', commit]).catch(() => null)

  async function refsUnder(...folders: string[]): Promise<{ id: string; ref: string }[]> {
    const lines = await git.text(['for-each-ref', '--format=%(objectname) %(refname)', ...folders])
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ id: line.slice(0, 40), ref: line.slice(41) }))
  }

  /** Commits below `tip` that the branch neither has nor has an equal of, and whose change is gone. */
  async function lostBelow(tip: string): Promise<LoggedCommit[]> {
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
    const since = (await forkOf(tip)) ?? ''
    const lost: LoggedCommit[] = []
    for (const id of listed.split('\n')) {
      const commit = await history.show(id)
      if (commit !== null && (await isLost(commit, since))) lost.push(commit)
    }
    return lost
  }

  const settledIds = async () => new Set((await refsUnder(refs.settled)).map(({ id }) => id))

  return {
    forkOf,
    settled: settledIds,

    async list() {
      const settled = await settledIds()
      const found = new Map<string, DisplacedChange>()
      for (const { id: tip, ref } of await refsUnder(refs.acked, refs.displaced)) {
        const lost = await lostBelow(tip)
        for (const { commit, date, subject, changes } of lost) {
          if (settled.has(commit)) continue
          found.set(commit, { commit, date, subject, files: changes.map(({ path }) => path) })
        }
        // Nothing of it is missing any more, so it need not be kept.
        if (lost.length === 0 && ref !== refs.acked) {
          await historyGit.raw(['update-ref', '-d', ref, tip])
        }
      }
      return [...found.values()]
    },

    async settle(id, isSettled) {
      const ref = `${refs.settled}/${id}`
      try {
        await git.run(['update-ref', ...(isSettled ? [ref, id] : ['-d', ref])])
      } catch (error) {
        throw refusedWrite(error)
      }
    },

    async keeping(base) {
      const acked = await reader.info(refs.acked)
      if (acked === null || acked.id === base) return []
      const missing =
        base === null ? acked.id : await git.text(['rev-list', '-1', acked.id, `^${base}`])
      if (missing === '' || (base !== null && (await lostBelow(acked.id)).length === 0)) return []
      return [{ ref: `${refs.displaced}/${acked.id}`, to: acked.id }]
    },
  }
}
