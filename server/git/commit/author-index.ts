/**
 * Updates the author's index after our commits. Git changes our paths in a copy, which replaces the
 * index under its lock. An entry that differs from HEAD was staged by the author and stays.
 */
import { join } from 'node:path'
import { shellSteps } from '../objects/git-shell.ts'
import type { FileIdentity } from '../objects/io.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import {
  EMPTY_TREE,
  type EntryChange,
  isSameEntry,
  parseRawDiff,
  RAW_DIFF,
} from '../objects/tree.ts'
import type { IntendedFile } from './intent.ts'

/** The author's staged entries: differences between an index and a commit, by path. */
export type Staged = ReadonlyMap<string, EntryChange>

/** The index of one work tree. */
export class AuthorIndex {
  readonly #access: RepositoryAccess
  /** The index that we wrote last, its commit, and whether nothing was staged in it. */
  #written: { identity: FileIdentity | null; commit: string; isClean: boolean } | null = null
  /** Link to the index that the copy has replaced, until the branch has moved. */
  readonly #former: string

  constructor(access: RepositoryAccess) {
    this.#access = access
    this.#former = join(access.paths.gap, 'former-index')
  }

  /** Whether this is the identity of the index that we wrote last. */
  isLastWritten(identity: FileIdentity): boolean {
    return identity === this.#written?.identity
  }

  /**
   * What is staged in an index of this identity, null for none, against a commit, null for none.
   * @throws GitFailure
   */
  async staged(identity: FileIdentity | null, base: string | null): Promise<Staged> {
    if (identity === null) return new Map()
    const written = this.#written
    const isKnown = written?.identity === identity && written.commit === base
    if (isKnown && written.isClean) return new Map()
    // Without intent-to-add entries (`git add -N`).
    const options = ['--cached', ...RAW_DIFF, '--ita-invisible-in-index']
    const args = ['diff-index', ...options, base ?? EMPTY_TREE]
    return parseRawDiff(await shellSteps(this.#access, [{ args }]))
  }

  /**
   * Writes the changed copy at `next`, where nothing is yet.
   * @param options.base the commit that the index belongs to; null before the first
   * @param options.identity of the index when the save began, null for none: if it has changed
   *   since, the check under the lock fails
   * @throws GitFailure
   */
  async prepare(
    next: string,
    files: readonly IntendedFile[],
    options: { base: string | null; identity: FileIdentity | null; staged: Staged },
  ): Promise<void> {
    const { io, paths } = this.#access
    const { base, identity, staged } = options
    const lines: string[] = []
    for (const { path, after, replaceable } of files) {
      const change = staged.get(path)
      const mayReplace = replaceable.some((entry) => isSameEntry(entry, change?.after ?? null))
      if (change !== undefined && (change.isUnmerged || !mayReplace)) continue
      lines.push(after ? `${after.mode} ${after.id}\t${path}\0` : `0 ${'0'.repeat(40)}\t${path}\0`)
    }
    const env = { GIT_INDEX_FILE: next }
    if (identity !== null) await io.copyIndex(paths.index, next)
    else if (base !== null) await shellSteps(this.#access, [{ args: ['read-tree', base], env }])
    // Without changes git would not write, and so not flush, the copy.
    if (lines.length === 0) return io.sync(next)
    const input = `${next}-changes`
    await io.writeNew(input, Buffer.from(lines.join('')), 0o600)
    await shellSteps(this.#access, [{ args: ['update-index', '-z', '--index-info'], env, input }])
  }

  /**
   * Replaces the index with the copy at `next` just before the branch moves: `git commit` reads HEAD and the
   * index before it takes the lock, so the new HEAD must never be visible with the old index. The
   * lock must be held until the branch has moved or `undoSwap` has been called.
   * @param commit that the copy belongs to
   * @param isClean whether nothing is staged in the copy
   */
  async swap(next: string, commit: string, isClean: boolean): Promise<void> {
    const { io, paths } = this.#access
    await io.remove(this.#former)
    if ((await io.identity(paths.index)) !== null) await io.link(paths.index, this.#former)
    await io.rename(next, paths.index)
    const identity = await io.identity(paths.index)
    this.#written = { identity, commit, isClean }
  }

  /** Restores the former index. The lock must have been held since `swap`. */
  async undoSwap(): Promise<void> {
    const { io, paths } = this.#access
    if ((await io.identity(this.#former)) !== null) await io.rename(this.#former, paths.index)
  }

  /** Makes the swap final. */
  async forgetSwap(): Promise<void> {
    await this.#access.io.remove(this.#former)
  }
}
