/**
 * Whether the newest commits can be read: a power cut, or a `git prune` beside a save, may have
 * taken objects that they name. A cheap question with each look, a thorough one on suspicion.
 */
import { GitFailure } from '../objects/git-process.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { RepositoryState } from '../repository.ts'

/** Commits that are read as a whole. */
const COMMITS_CHECKED = 20
/** Between two thorough looks at what was found damaged. */
const CHECK_AGAIN_MS = 5_000

const DAMAGED: RepositoryState = {
  state: 'read_only',
  message:
    'The newest commits of the repository cannot be read. Please run git fsck there and bring back what it names from a backup or another clone; saving works again then.',
}

export class Soundness {
  readonly #deps: RepositoryAccess
  #isSuspected = false
  #checkedAt = 0
  #damage: RepositoryState | null = null

  constructor(deps: RepositoryAccess) {
    this.#deps = deps
  }

  /** From now on each look is a thorough one, until all is found well. */
  suspect(): void {
    this.#isSuspected = true
    this.#checkedAt = 0
  }

  /** Null when all is well. */
  async look(): Promise<RepositoryState | null> {
    if (!this.#isSuspected && !(await this.#isUnreadable())) return null
    if (Date.now() - this.#checkedAt < CHECK_AGAIN_MS) return this.#damage
    this.#checkedAt = Date.now()
    this.#damage = await this.#readAll()
    this.#isSuspected = this.#damage !== null
    return this.#damage
  }

  /** Whether HEAD names a commit that is not there, or one whose root is not. */
  async #isUnreadable(): Promise<boolean> {
    return (await this.#deps.reader.info('HEAD^{tree}')) === null && (await this.#hasCommit())
  }

  /** Whether HEAD names any commit, readable or not: false before the first one. */
  async #hasCommit(): Promise<boolean> {
    return (
      (await this.#deps.git.text(['rev-parse', '-q', '--verify', 'HEAD']).catch(() => '')) !== ''
    )
  }

  async #readAll(): Promise<RepositoryState | null> {
    if (!(await this.#hasCommit())) return null
    try {
      await this.#deps.git.run([
        'rev-list',
        '-n',
        `${COMMITS_CHECKED}`,
        '--objects',
        '--quiet',
        'HEAD',
      ])
      return null
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error
      if (this.#damage === null) this.#deps.log.error({ err: error }, DAMAGED.message)
      return DAMAGED
    }
  }
}
