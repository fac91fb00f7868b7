/** Shows, restores and discards commits that a rewrite of history took off the branch. */
import type { DisplacedText, DisplacedWithTexts } from '#domain/answers/repair-answers.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import {
  type CommitId,
  changeOf,
  type DisplacedChange,
  type RedoneFile,
  type RepositoryParts,
  redoCommit,
  type WorkTree,
} from '../../git/repository.ts'
import type { ContentStore } from '../content-store.ts'
import { mergeContentFile } from '../formats/merge-files.ts'
import { textOfBytes } from '../formats/text-bytes.ts'
import type { Saved } from '../records.ts'

const CLASH =
  'The content has changed at the same place since, so this does not come back by itself. Nothing was overwritten.'

/** A displaced commit with the texts that a restore would write. @throws NotFoundError */
export async function readDisplaced(
  store: ContentStore,
  commit: CommitId,
): Promise<DisplacedWithTexts> {
  const parts = store.repository.parts()
  const change = await find(parts, commit)
  const files = await redo(parts, commit, await parts.saves.workTree())
  return { ...change, texts: files.map(displacedText) }
}

/**
 * Restores a displaced commit as a new commit. With `isWhole` its versions overwrite the present
 * files instead of being merged. @throws NotFoundError, ConflictError
 */
export async function restoreDisplaced(
  store: ContentStore,
  commit: CommitId,
  isWhole: boolean,
): Promise<Saved<DisplacedChange>> {
  const parts = store.repository.parts()
  const value = await find(parts, commit)
  const saved = await store.write(async (tree) => {
    const files = await redo(parts, commit, tree)
    const clashes = files.filter(({ result }) => result === undefined)
    if (clashes.length > 0 && !isWhole) {
      throw new ConflictError(CLASH, { files: clashes.map(displacedText) })
    }
    const subject = `Restore: ${value.subject}`
    const body = `Brings back a change that was no longer on the branch (${commit}).`
    return { changes: files.flatMap(changeOf), subject, body, value }
  })
  // The commit is made, even if it cannot be taken off the list.
  await parts.displaced
    .setDismissed(commit, true)
    .catch((error) => store.log.warn({ err: error, commit }, 'A restored change stays on the list'))
  return saved
}

/** Takes a displaced commit off the list, or lists it again. @throws NotFoundError */
export async function discardDisplaced(
  { repository }: ContentStore,
  commit: CommitId,
  isDiscarded: boolean,
): Promise<DisplacedChange> {
  const parts = repository.parts()
  if (!isDiscarded) await parts.displaced.setDismissed(commit, false)
  const change = await find(parts, commit)
  if (isDiscarded) await parts.displaced.setDismissed(commit, true)
  return change
}

async function find({ displaced }: RepositoryParts, commit: CommitId): Promise<DisplacedChange> {
  const match = (await displaced.list()).find((change) => change.commit === commit)
  if (!match) throw new NotFoundError('This change is not in the list of displaced commits.')
  return match
}

const redo = (parts: RepositoryParts, commit: CommitId, tree: WorkTree) =>
  redoCommit(parts.history, commit, { tree, merge: mergeContentFile })

function displacedText({ path, current, target, result }: RedoneFile): DisplacedText {
  const text = (bytes: Buffer | null) => bytes && textOfBytes(bytes)
  return {
    path,
    now: text(current?.bytes ?? null),
    wanted: text(target),
    fits: result !== undefined,
    result: result === undefined ? null : text(result),
  }
}
