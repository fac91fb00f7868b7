/**
 * Updates the author's index after our commits. Git changes our paths in a copy, which replaces the
 * index under its lock. An entry that differs from HEAD was staged by the author and stays.
 */
import type { FileIdentity } from '../objects/io.ts'
import { gitStep, type RepositoryAccess } from '../objects/repository-access.ts'
import { EMPTY_TREE, isSameEntry, parseRawDiff } from '../objects/tree.ts'
import type { IntendedFile } from './intent.ts'

/** Pause after a save, so that its answer comes first. */
const AHEAD_MS = 5

/** Differences between an index and a commit, by path. */
type Staged = ReadonlyMap<string, ReturnType<typeof parseRawDiff>[number]>

/** A changed copy of the index. */
export interface PreparedIndex {
  /** Of the index that was copied (null for none), to compare before the swap. */
  identity: FileIdentity | null
  /** The author's staged entries in it. */
  staged: Staged
}

/** A git that has read the copy and waits for the changes. */
interface WaitingGit {
  identity: FileIdentity | null
  hasFailed: boolean
  /** Resolves when the copy is changed and flushed. @throws GitFailure */
  finish(changes: string): Promise<unknown>
}

/** The index of one work tree. */
export class AuthorIndex {
  readonly #access: RepositoryAccess
  readonly #env: { GIT_INDEX_FILE: string }
  /** The index that we wrote last; while it is in place its staged entries are known. */
  #own: (PreparedIndex & { commit: string }) | null = null
  /** For the next save: half of its time would go to the start of git. */
  #waiting: Promise<WaitingGit | null> | null = null
  #timer: NodeJS.Timeout | undefined
  /** Path of the copy. */
  readonly next: string

  constructor(access: RepositoryAccess, next: string) {
    this.#access = access
    this.#env = { GIT_INDEX_FILE: next }
    this.next = next
  }

  /** Whether the index is the one that we wrote last. */
  async isOurs(): Promise<boolean> {
    const { io, paths } = this.#access
    return this.#own !== null && (await io.identity(paths.index)) === this.#own.identity
  }

  /**
   * Writes the changed copy.
   * @param base the commit that the index is compared with; null before the first
   * @throws GitFailure
   */
  async prepare(files: readonly IntendedFile[], base: string | null): Promise<PreparedIndex> {
    const { io, paths } = this.#access
    // If the index changes after this, the check under the lock fails.
    const identity = await io.identity(paths.index)
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
    const git = await this.#startedGit(identity, base)
    await git.finish(lines.join(''))
    // Without changes git does not write, and so not flush, the copy.
    if (lines.length === 0) await io.sync(this.next)
    return { identity, staged }
  }

  /** To be called when the copy has replaced the index. @param commit which it belongs to */
  async noteSwap({ staged }: PreparedIndex, commit: string): Promise<void> {
    const { io, paths } = this.#access
    const identity = await io.identity(paths.index)
    this.#own = { identity, staged, commit }
    this.#timer = setTimeout(() => {
      this.#waiting = this.#start(identity, commit).catch(() => null)
    }, AHEAD_MS).unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await (await this.#waiting)?.finish('').catch(() => {})
  }

  async #startedGit(identity: FileIdentity | null, base: string | null): Promise<WaitingGit> {
    clearTimeout(this.#timer)
    const waiting = await this.#waiting
    this.#waiting = null
    if (waiting?.identity === identity && !waiting.hasFailed) return waiting
    await waiting?.finish('').catch(() => {})
    return this.#start(identity, base)
  }

  async #start(identity: FileIdentity | null, base: string | null): Promise<WaitingGit> {
    const { io, paths } = this.#access
    const env = this.#env
    await io.removeAll(this.next)
    if (identity !== null) await io.copyIndex(paths.index, this.next)
    else if (base !== null) await gitStep(this.#access, ['read-tree', base], { env })
    let send = (_: string) => {}
    const input = new Promise<string>((resolve) => {
      send = resolve
    })
    const ended = gitStep(this.#access, ['update-index', '-z', '--index-info'], { env, input })
    const finish = (changes: string) => {
      send(changes)
      return ended
    }
    const git = { identity, hasFailed: false, finish }
    ended.catch(() => {
      git.hasFailed = true
    })
    return git
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
