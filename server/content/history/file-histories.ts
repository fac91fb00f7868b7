/**
 * Follows the files of one kind through the commits: renames as git detects them, deletions, files
 * that come back, and what two branches did to one file.
 */
import type { BlobId, CommitChange, LogCommit } from '../../git/repository.ts'
import { type ContentKind, contentFileAt, fileIdOf } from '../files/content-paths.ts'

/** A file from its addition on. `facts` is what its reader keeps. */
export interface FileHistory<Facts> {
  /** Present path, or the path at its deletion. */
  path: string
  /** Former paths, newest first. */
  formerPaths: readonly string[]
  revision: BlobId
  /** The commit that deleted it; null while it exists. */
  deletion: Pick<LogCommit, 'commit' | 'date' | 'committedAt'> | null
  facts: Facts
}

/** Whether `content import` made the commit: it writes this trailer. */
export function isImport({ body }: LogCommit): boolean {
  return /^Imported-from:\s*\S/im.test(body)
}

export class FileHistories<Facts> {
  readonly #kind: ContentKind
  readonly #all = new Set<FileHistory<Facts>>()
  readonly #byPath = new Map<string, FileHistory<Facts>>()
  readonly #byFormerPath = new Map<string, FileHistory<Facts>>()

  constructor(kind: ContentKind) {
    this.#kind = kind
  }

  /** The existing file at a path; undefined if the history has none. */
  at(path: string): FileHistory<Facts> | undefined {
    const file = this.#byPath.get(path)
    return file?.deletion === null ? file : undefined
  }

  /** Deleted files too, in the order of their first commits. */
  all(): FileHistory<Facts>[] {
    return [...this.#all]
  }

  /** Former id → present id of the existing file that gave it up last. */
  renames(): Map<string, string> {
    const existing = [...this.#byFormerPath].filter(([, { deletion }]) => deletion === null)
    const renames = existing.map(([path, file]) => [fileIdOf(path), fileIdOf(file.path)] as const)
    return new Map(renames.filter(([id, now]) => id !== now))
  }

  /** The commit's changes of files of this kind; one that enters or leaves the kind is added or deleted. */
  changesOf({ changes }: LogCommit): CommitChange[] {
    return changes.flatMap((change) => {
      const { path, from } = change
      const wasOfKind = from !== null && this.#isOfKind(from)
      if (!this.#isOfKind(path)) {
        return wasOfKind ? [{ ...change, path: from, from: null, after: null }] : []
      }
      return [from === null || wasOfKind ? change : { ...change, from: null, before: null }]
    })
  }

  /**
   * Applies a change. A file with other bytes at the path of a deleted one is a new file, if
   * `startsOver`; with the same bytes the deletion was undone.
   * @returns the file with its new revision or its deletion; null if there is nothing new
   */
  apply(
    { path, from, before, after }: CommitChange,
    {
      commit,
      newFacts,
      startsOver,
    }: {
      commit: LogCommit
      newFacts(): Facts
      startsOver: boolean
    },
  ): FileHistory<Facts> | null {
    const former = from === null ? undefined : this.at(from)
    if (former !== undefined) this.#rename(former, path, commit)
    const known = this.#byPath.get(path)
    // What a branch changed under a name that another branch gave up.
    const file = known ?? (before === null ? undefined : this.#byFormerPath.get(path))
    if (after === null) {
      if (file === undefined || file.deletion !== null) return null
      file.deletion = commit
      return file
    }
    if (file === undefined || (startsOver && file.deletion && file.revision !== after)) {
      const added = { path, formerPaths: [], revision: after, deletion: null, facts: newFacts() }
      this.#all.add(added)
      this.#byPath.set(path, added)
      return added
    }
    if (file.revision === after && file.deletion === null) return null
    file.deletion = null
    file.revision = after
    return file
  }

  #rename(file: FileHistory<Facts>, path: string, commit: LogCommit): void {
    if (this.at(path) !== undefined) {
      // A merge: both branches have the file, under two names.
      file.deletion = commit
      return
    }
    this.#byPath.delete(file.path)
    this.#byFormerPath.set(file.path, file)
    file.formerPaths = [file.path, ...file.formerPaths]
    file.path = path
    this.#byPath.set(path, file)
  }

  #isOfKind(path: string): boolean {
    return contentFileAt(path)?.kind === this.#kind
  }
}
