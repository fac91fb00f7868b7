/**
 * Acknowledged commits that a rewrite of history took off the branch (promise 13). `refs/gap/acked`
 * and, once writing goes on elsewhere, `refs/gap/displaced/*` keep them from `git gc`; they are
 * listed until their change is back or the same file was changed again, never re-applied unasked.
 */
import type { SimpleGit } from 'simple-git'
import type { Git } from './git-process.ts'
import type { History, LoggedCommit } from './history.ts'
import type { ObjectReader } from './object-reader.ts'
import type { Places } from './places.ts'
import { ACKED_REF, type RefMove } from './ref-mover.ts'
import type { DisplacedChange } from './repository.ts'
import { entryAt } from './tree.ts'
import type { TreeCache } from './tree-cache.ts'

const DISPLACED_REFS = 'refs/gap/displaced'
/** Commits looked at per kept ref. */
const COMMITS_MAX = 200

export interface Displaced {
  list(): Promise<DisplacedChange[]>
  /** The refs to move so that a write on `base` leaves no acknowledged commit without a ref. */
  keeping(base: string | null): Promise<RefMove[]>
}

interface Parts {
  git: Git
  history: History
  historyGit: SimpleGit
  places: Places
  reader: ObjectReader
  trees: TreeCache
}

/** What a rewrite left behind in one repository. */
export function createDisplaced(parts: Parts): Displaced {
  const { git, history, historyGit, places, reader, trees } = parts

  /** Whether the file is as the commit made it, or was changed on the branch since they parted. */
  async function isOvertaken(
    { path, after }: { path: string; after: string | null },
    since: string,
  ) {
    const tree = (await reader.info('HEAD^{tree}'))?.id ?? null
    const entry = await entryAt(trees.read, tree, `${places.prefix}${path}`)
    if ((entry?.id ?? null) === after) return true
    const range = since === '' ? 'HEAD' : `${since}..HEAD`
    return (await history.log(['-1', range], [path])).length > 0
  }

  async function isLost(commit: LoggedCommit, since: string): Promise<boolean> {
    for (const change of commit.changes) if (!(await isOvertaken(change, since))) return true
    return false
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
    const since = await git.text(['merge-base', 'HEAD', tip]).catch(() => '')
    const lost: LoggedCommit[] = []
    for (const id of listed.split('\n')) {
      const commit = await history.show(id)
      if (commit !== null && (await isLost(commit, since))) lost.push(commit)
    }
    return lost
  }

  return {
    async list() {
      const refs = await git.text([
        'for-each-ref',
        '--format=%(objectname) %(refname)',
        ACKED_REF,
        DISPLACED_REFS,
      ])
      const found = new Map<string, DisplacedChange>()
      for (const line of refs.split('\n').filter(Boolean)) {
        const [tip = '', ref = ''] = line.split(' ')
        const lost = await lostBelow(tip)
        for (const { commit, date, subject, changes } of lost) {
          found.set(commit, { commit, date, subject, files: changes.map(({ path }) => path) })
        }
        // Nothing of it is missing any more, so it need not be kept.
        if (lost.length === 0 && ref !== ACKED_REF) {
          await historyGit.raw(['update-ref', '-d', ref, tip])
        }
      }
      return [...found.values()]
    },

    async keeping(base) {
      const acked = await reader.info(ACKED_REF)
      if (acked === null || acked.id === base) return []
      const missing =
        base === null ? acked.id : await git.text(['rev-list', '-1', acked.id, `^${base}`])
      if (missing === '' || (base !== null && (await lostBelow(acked.id)).length === 0)) return []
      return [{ ref: `${DISPLACED_REFS}/${acked.id}`, to: acked.id }]
    },
  }
}
