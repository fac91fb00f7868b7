/** Shows, restores and discards commits that a rewrite of history took off the branch. */
import type { DisplacedText, DisplacedWithTexts } from '#domain/answers/repair-answers.ts'
import { ConflictError, NotFoundError } from '../../errors.ts'
import {
  type CommitId,
  type DisplacedChange,
  type FileChange,
  type RedoneFile,
  type RepositoryParts,
  redoCommit,
  type WorkTree,
} from '../../git/repository.ts'
import type { ContentAccess } from '../content-access.ts'
import { mergeContentFile } from '../formats/merge-files.ts'
import { textOfBytes } from '../formats/text-bytes.ts'
import type { Saved } from '../records.ts'

const CLASH =
  'The content has changed at the same place since, so this does not come back by itself. Nothing was overwritten.'

export class DisplacedContent {
  readonly #content: ContentAccess

  constructor(content: ContentAccess) {
    this.#content = content
  }

  /** @throws NotFoundError */
  async read(commit: CommitId): Promise<DisplacedWithTexts> {
    const parts = this.#content.repository.parts()
    const change = await this.#find(commit)
    const files = await redo(parts, commit, await parts.saves.workTree())
    return { ...change, texts: files.map(displacedText) }
  }

  /**
   * Restores a displaced commit as a new commit. With `isWhole` its versions overwrite the present
   * files instead of being merged. @throws NotFoundError, ConflictError
   */
  async restore(commit: CommitId, isWhole: boolean): Promise<Saved<DisplacedChange>> {
    const { repository, log } = this.#content
    const parts = repository.parts()
    const value = await this.#find(commit)
    const saved = await this.#content.write(async (tree) => {
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
      .catch((error) => log.warn({ err: error, commit }, 'A restored change stays on the list'))
    return saved
  }

  /** Takes a displaced commit off the list, or lists it again. @throws NotFoundError */
  async discard(commit: CommitId, isDiscarded: boolean): Promise<DisplacedChange> {
    const { displaced } = this.#content.repository.parts()
    if (!isDiscarded) await displaced.setDismissed(commit, false)
    const change = await this.#find(commit)
    if (isDiscarded) await displaced.setDismissed(commit, true)
    return change
  }

  async #find(commit: CommitId): Promise<DisplacedChange> {
    const changes = await this.#content.repository.parts().displaced.list()
    const match = changes.find((change) => change.commit === commit)
    if (!match) throw new NotFoundError('This change is not in the list of displaced commits.')
    return match
  }
}

const redo = (parts: RepositoryParts, commit: CommitId, tree: WorkTree) =>
  redoCommit(parts.history, commit, { tree, merge: mergeContentFile })

function changeOf({ path, current, target, result }: RedoneFile): FileChange[] {
  const bytes = result === undefined ? target : result
  const isSame = bytes === null ? current === null : current?.bytes.equals(bytes)
  return isSame ? [] : [{ path, bytes }]
}

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
