/**
 * The conflicts that merges with the remote have left, read from the messages of their commits: so
 * every server that has the history knows them, also after a restart. Which of them still need a
 * person's look is the caller's to say.
 */

import type { DisplacedCommits } from '../history/displaced-commits.ts'
import type { History, HistoryCommit } from '../history/history.ts'
import { EVERY_SIDE } from '../objects/log-records.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { LeftConflict } from '../repository.ts'
import { CONFLICTS_SENTENCE, readConflicts } from './conflict-lines.ts'

/** Merges with conflicts that are looked at, newest first. */
const MERGES_MAX = 50
const CONFLICTS_MAX = 500

interface Deps extends RepositoryAccess {
  displaced: Pick<DisplacedCommits, 'settled'>
  history: History
}

type Named = Omit<LeftConflict, 'isChangedSince'>

/**
 * The conflicts of one repository. They are asked for with every status, so what was found is kept:
 * a new HEAD costs a look at what came with it.
 */
export class LeftConflicts {
  readonly #deps: Deps
  #known: { head: string; named: Named[] } | null = null
  /** Those that a later commit has decided, by merge and file. */
  #decided = new Set<string>()
  /** Those that none had decided up to a HEAD. */
  #undecided = { head: '', keys: new Set<string>() }

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Those that nobody has settled, newest merge first. */
  async list(): Promise<LeftConflict[]> {
    const head = await this.#deps.reader.idOf('HEAD')
    if (head === null) return []
    const settled = await this.#deps.displaced.settled()
    const named = await this.#namedUntil(head)
    const open = named.filter(({ ours }) => ours === null || !settled.has(ours))
    return Promise.all(
      open.map(async (conflict) => ({
        ...conflict,
        isChangedSince: await this.#isChangedSince(conflict, head),
      })),
    )
  }

  async #blobAt(commit: string | null, path: string): Promise<string | null> {
    return commit && this.#deps.history.blobAt(commit, path)
  }

  async #namedBy({ commit, date, parents, body }: HistoryCommit): Promise<Named[]> {
    const { git, paths } = this.#deps
    const [ours = null, theirs = null] = parents
    if (ours === null || theirs === null) return []
    const base = await git.text(['merge-base', ours, theirs]).catch(() => null)
    const lines = readConflicts(body).filter(({ file }) => file.startsWith(paths.prefix))
    return Promise.all(
      lines.map(async ({ file, copy }) => {
        const path = file.slice(paths.prefix.length)
        return {
          commit,
          date,
          file: path,
          copy: copy?.slice(paths.prefix.length) ?? null,
          ours: await this.#blobAt(ours, path),
          base: await this.#blobAt(base, path),
        }
      }),
    )
  }

  /** Conflicts of merges in a range. */
  async #namedIn(range: string): Promise<Named[]> {
    const wanted = ['--merges', '--fixed-strings', `--grep=${CONFLICTS_SENTENCE}`]
    // A merge may have the remote's text everywhere: without this git would leave it out.
    const merges = await this.#deps.history.log([...wanted, EVERY_SIDE, `-${MERGES_MAX}`, range])
    const named: Named[] = []
    // One process at a time: on a start there may be fifty merges to look at.
    for (const merge of merges) named.push(...(await this.#namedBy(merge)))
    return named
  }

  async #namedUntil(head: string): Promise<Named[]> {
    if (this.#known?.head === head) return this.#known.named
    const hasMore = this.#known !== null && (await this.#deps.history.isAncestor(this.#known.head))
    if (!hasMore) this.#decided = new Set()
    const named =
      this.#known !== null && hasMore
        ? [...(await this.#namedIn(`${this.#known.head}..${head}`)), ...this.#known.named]
        : await this.#namedIn(head)
    this.#known = { head, named: named.slice(0, CONFLICTS_MAX) }
    return this.#known.named
  }

  async #isChangedSince({ commit, file }: Named, head: string): Promise<boolean> {
    const key = `${commit} ${file}`
    if (this.#decided.has(key)) return true
    if (this.#undecided.head === head && this.#undecided.keys.has(key)) return false
    const later = await this.#deps.history.log(['-1', `${commit}..${head}`], [file])
    if (later.length > 0) {
      this.#decided.add(key)
      return true
    }
    if (this.#undecided.head !== head) this.#undecided = { head, keys: new Set() }
    this.#undecided.keys.add(key)
    return false
  }
}
