/** Changes that a rewrite of history took off the branch: what they would bring back, and doing so. */
import { ConflictError, NotFoundError } from '../../errors.ts'
import {
  type CommitId,
  type DisplacedChange,
  type FileChange,
  type RedoneFile,
  type Repository,
  restoringText,
  type WorkTree,
} from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { createMergeRules } from '../formats/edits/merge-content-files.ts'
import { textOfBytes } from '../formats/edits/text-bytes.ts'
import { checkFreeIds } from '../index/check-free-ids.ts'
import type { LiveContent } from '../live-content.ts'
import type { LostChange, LostFile, Saved } from '../store.ts'

const CLASH =
  'The content has changed at the same place since, so this does not come back by itself. Nothing was overwritten.'
const { merge } = createMergeRules((path) => path)

interface Edges {
  repository: Repository
  live: LiveContent
  log: Log
}

export function createLostChanges({ repository, live, log }: Edges) {
  async function find(commit: CommitId): Promise<DisplacedChange> {
    const found = (await repository.displaced()).find((change) => change.commit === commit)
    if (!found) throw new NotFoundError('This change is not among the lost ones.')
    return found
  }

  const redoing = (commit: CommitId, tree: WorkTree) =>
    repository.redoing(commit, { tree, merge: (sides) => merge(sides) })

  /** Commits that are in the content again with these files. */
  async function settle(commit: CommitId, files: readonly RedoneFile[]): Promise<void> {
    const isIncluded = ({ commit: id, files: paths }: DisplacedChange) =>
      paths.every((path) => files.find((file) => file.path === path)?.includes.includes(id))
    const earlier = (await repository.displaced()).filter(isIncluded)
    for (const id of [commit, ...earlier.map((change) => change.commit)]) {
      await repository.settle(id, true)
    }
  }

  return {
    async lostChange(commit: CommitId): Promise<LostChange> {
      const change = await find(commit)
      // Nothing is written: the plan sees the content as the next save will find it.
      const { value: files } = await repository.write(async (tree) => ({
        changes: [],
        subject: '',
        value: await redoing(commit, tree),
      }))
      return { ...change, texts: files.map(lostFile) }
    },

    async restoreLost(commit: CommitId, isWhole: boolean): Promise<Saved<DisplacedChange>> {
      const change = await find(commit)
      const written = await repository.write(async (tree) => {
        const files = await redoing(commit, tree)
        const clashes = files.filter(({ result }) => result === undefined)
        if (clashes.length > 0 && !isWhole) {
          throw new ConflictError(CLASH, { files: clashes.map(lostFile) })
        }
        const changes = files.flatMap(changeOf)
        await checkFreeIds(changes, { tree, live })
        return { changes, ...restoringText(change), value: files }
      })
      // The commit stands, whether or not the list can be told of it.
      await settle(commit, written.value).catch((error) =>
        log.warn({ err: error, commit }, 'A restored change stays on the list'),
      )
      await live.refresh(written.value.map(({ path }) => path))
      return { value: change, commit: written.commit, merged: false }
    },

    async discardLost(commit: CommitId, isDiscarded: boolean): Promise<DisplacedChange> {
      if (!isDiscarded) await repository.settle(commit, false)
      const change = await find(commit)
      if (isDiscarded) await repository.settle(commit, true)
      return change
    },
  }
}

function changeOf({ path, current, wanted, result }: RedoneFile): FileChange[] {
  const bytes = result === undefined ? wanted : result
  const isSame = bytes === null ? current === null : current?.bytes.equals(bytes)
  return isSame ? [] : [{ path, bytes }]
}

function lostFile({ path, current, wanted, result }: RedoneFile): LostFile {
  const text = (bytes: Buffer | null) => bytes && textOfBytes(bytes)
  return {
    path,
    now: text(current?.bytes ?? null),
    wanted: text(wanted),
    fits: result !== undefined,
    result: result === undefined ? null : text(result),
  }
}
