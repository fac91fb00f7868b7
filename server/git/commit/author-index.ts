/**
 * Updates the author's index after our commits. Git changes our paths in a copy, which replaces the
 * index under its lock. An entry that differs from HEAD was staged by the author and stays.
 */
import { join } from 'node:path'
import { type Git, GitFailure } from '../objects/git-process.ts'
import type { FileIdentity } from '../objects/io.ts'
import { OpenCommand } from '../objects/open-command.ts'
import { gitStep, type RepositoryAccess } from '../objects/repository-access.ts'
import { EMPTY_TREE, isSameEntry, parseRawDiff } from '../objects/tree.ts'
import type { IntendedFile } from './intent.ts'

/** The author's staged entries: differences between an index and a commit, by path. */
export type Staged = ReadonlyMap<string, ReturnType<typeof parseRawDiff>[number]>

/** The index of one work tree. */
export class AuthorIndex {
  readonly #access: RepositoryAccess
  /** The index that we wrote last; while it is in place its staged entries are known. */
  #own: { identity: FileIdentity | null; staged: Staged; commit: string } | null = null
  /** Path of the copy. */
  readonly #next: string
  /** Link to the index that the copy has replaced, until the branch has moved. */
  readonly #former: string

  constructor(access: RepositoryAccess, next: string) {
    this.#access = access
    this.#next = next
    this.#former = join(access.paths.gap, 'former-index')
  }

  /** Whether this is the identity of the index that we wrote last. */
  isOurs(identity: FileIdentity): boolean {
    return identity === this.#own?.identity
  }

  /**
   * Writes the changed copy.
   * @param options.base the commit that the index is compared with; null before the first
   * @param options.identity of the index when the save began, null for none: if it has changed
   *   since, the check under the lock fails
   * @returns the staged entries in the copy
   * @throws GitFailure
   */
  async prepare(
    files: readonly IntendedFile[],
    { base, identity }: { base: string | null; identity: FileIdentity | null },
  ): Promise<Staged> {
    const { io, paths } = this.#access
    const own = this.#own
    const isOwn = own !== null && own.identity === identity && own.commit === base
    const staged = new Map(isOwn ? own.staged : await this.#readStaged(identity, base))
    const lines: string[] = []
    for (const { path, after, replaceable } of files) {
      const stagedEntry = staged.get(path)
      const isOurs = replaceable.some((entry) => isSameEntry(entry, stagedEntry?.entry ?? null))
      if (stagedEntry !== undefined && (stagedEntry.isUnmerged || !isOurs)) continue
      staged.delete(path)
      lines.push(after ? `${after.mode} ${after.id}\t${path}\0` : `0 ${'0'.repeat(40)}\t${path}\0`)
    }
    // A git that was killed leaves its lock.
    for (const ending of ['', '-changes', '.lock']) await io.removeAll(`${this.#next}${ending}`)
    if (identity !== null) await io.copyIndex(paths.index, this.#next)
    else if (base !== null) await this.#readTree(base)
    // Without changes git would not write, and so not flush, the copy.
    if (lines.length === 0) await io.sync(this.#next)
    else await updateIndex(this.#access, this.#next, lines.join(''))
    return staged
  }

  /**
   * Replaces the index with the copy just before the branch moves: `git commit` reads HEAD and the
   * index before it takes the lock, so the new HEAD must never be visible with the old index. The
   * lock must be held until the branch has moved or `undoSwap` has been called.
   */
  async swap(): Promise<void> {
    const { io, paths } = this.#access
    await io.remove(this.#former)
    if ((await io.identity(paths.index)) !== null) await io.link(paths.index, this.#former)
    await io.rename(this.#next, paths.index)
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

  /** To be called when the copy has replaced the index. @param commit which it belongs to */
  async noteSwap(staged: Staged, commit: string): Promise<void> {
    const { io, paths } = this.#access
    this.#own = { identity: await io.identity(paths.index), staged, commit }
  }

  #readTree(commit: string): Promise<string> {
    return gitStep(this.#access, ['read-tree', commit], { env: { GIT_INDEX_FILE: this.#next } })
  }

  async #readStaged(identity: FileIdentity | null, base: string | null): Promise<Staged> {
    if (identity === null) return new Map()
    const args = ['diff-index', '--cached', '--raw', '-z', '--no-abbrev', '--no-renames']
    // Ignore intent-to-add entries (`git add -N`).
    args.push('--ita-invisible-in-index', base ?? EMPTY_TREE)
    const listed = await gitStep(this.#access, args)
    return new Map(parseRawDiff(listed).map((difference) => [difference.path, difference]))
  }
}

/**
 * The process for `updateIndex`: a shell that starts git for each line, the path of an index. The
 * server itself, of 200 MiB, would be forked each time, which blocks it for milliseconds.
 */
export const openIndexUpdates = (git: Git): OpenCommand =>
  new OpenCommand(git, ['-c', `alias.update-indexes=!${EACH_INDEX}`, 'update-indexes'])

/** The file with the changes is named like the index; answers with git's errors and its status. */
const EACH_INDEX =
  'while read -r next; do GIT_INDEX_FILE=$next git update-index -z --index-info <"$next-changes" 2>&1; echo "$?"; done'

/** Changes an index and flushes it. @param changes as `--index-info` takes them @throws GitFailure */
async function updateIndex(
  { io, indexUpdates }: RepositoryAccess,
  index: string,
  changes: string,
): Promise<void> {
  await io.writeNew(`${index}-changes`, Buffer.from(changes), 0o600)
  io.step('git update-index')
  await indexUpdates.request(`${index}\n`, async (answer) => {
    const lines = [await answer.line()]
    while (!/^\d+$/.test(lines.at(-1) ?? '')) lines.push(await answer.line())
    const status = Number(lines.pop())
    if (status !== 0) throw new GitFailure('update-index', status, lines.join('\n'))
  })
  io.step('git update-index answered')
}
