/**
 * One branch of a remote: fetch, push, and what is known of it. What was seen there and what was
 * last agreed on are refs of our own, one pair for each remote, so that a rewritten history is
 * noticed after a restart too. Nothing is ever forced.
 */

import { createHash } from 'node:crypto'
import type { SimpleGit } from 'simple-git'
import { GitFailure } from '../objects/git-process.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { RefusedTreeError } from '../objects/verify-path.ts'
import type { CommitId, RemoteBranch } from '../repository.ts'
import { withoutLeftPacks } from './left-packs.ts'
import { remoteFailure, withoutSecrets } from './remote-failure.ts'
import { createTransportGit } from './transport-git.ts'

const FSCK_REFUSED =
  'The remote has objects that git refuses as hostile or torn, so nothing is pulled; the log of the server names them.'

const NO_COMMIT = 'The branch of the remote names no commit, so nothing is pulled.'

interface Deps {
  /** The open repository. @throws RepositoryError while it is missing */
  access(): RepositoryAccess
  /** Name or URL. */
  remote: string
  /** Full name of the branch, here and there. */
  branch: string
}

/** The branch at one remote. */
export class RemoteBranchOfGit implements RemoteBranch {
  readonly #deps: Deps
  readonly #aborter = new AbortController()
  readonly #seenRef: string
  readonly #agreedRef: string
  readonly #transport: SimpleGit
  readonly name: string

  constructor(deps: Deps) {
    this.#deps = deps
    const { remote } = deps
    const { paths, git } = deps.access()
    this.name = withoutSecrets(remote)
    const key = createHash('sha1').update(remote).digest('hex').slice(0, 12)
    this.#seenRef = `${paths.refs.remotes}/${key}/seen`
    this.#agreedRef = `${paths.refs.remotes}/${key}/agreed`
    // Without a terminal ssh must fail rather than ask.
    const isSshSet = git.env.GIT_SSH_COMMAND !== undefined || git.env.GIT_SSH !== undefined
    const env = isSshSet ? git.env : { ...git.env, GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' }
    const options = { folder: paths.top, config: git.config, env }
    this.#transport = createTransportGit(options, this.#aborter.signal)
  }

  async fetch(): Promise<CommitId | null> {
    const { remote, branch } = this.#deps
    const { git, paths } = this.#deps.access()
    try {
      // Progress keeps simple-git from taking a long transfer for a dead one.
      const options = [
        '--progress',
        '--no-tags',
        '--no-write-fetch-head',
        '--no-recurse-submodules',
      ]
      const args = ['fetch', ...options, remote, `+${branch}:${this.#seenRef}`]
      await withoutLeftPacks(paths.objects, () => this.#transport.raw(args))
    } catch (error) {
      if (/fsck error/.test(String(error))) {
        throw new RefusedTreeError(FSCK_REFUSED, withoutSecrets(String(error)).slice(0, 2_000))
      }
      if (!/couldn't find remote ref/.test(String(error))) throw remoteFailure(error)
      await git.run(['update-ref', '-d', this.#seenRef])
      return null
    }
    const found = await this.#deps.access().reader.info(this.#seenRef)
    // A tag may stand there, and as a parent of a merge it makes the history unreadable.
    if (found && found.type !== 'commit') throw new RefusedTreeError(NO_COMMIT)
    return found?.id ?? null
  }

  async allNames(): Promise<string[]> {
    const args = ['ls-remote', '--heads', this.#deps.remote]
    const listed = await this.#transport.raw(args).catch((error) => {
      throw remoteFailure(error)
    })
    return [...listed.matchAll(/\trefs\/heads\/(.+)$/gm)].map(([, name = '']) => name)
  }

  async push(commit: CommitId): Promise<boolean> {
    const { remote, branch } = this.#deps
    this.#deps.access()
    try {
      const options = ['--progress', '--no-verify', '--no-recurse-submodules', '--no-signed']
      await this.#transport.raw(['push', ...options, remote, `${commit}:${branch}`])
    } catch (error) {
      const text = String(error)
      const isBehind = /\[rejected\]|\((?:fetch first|non-fast-forward|incorrect old value)/
      const isRace =
        /\[remote rejected\].*\((?:failed to update ref|cannot lock ref)|reference already exists/
      if (isBehind.test(text) || isRace.test(text)) return false
      throw remoteFailure(error)
    }
    await this.#setRef(this.#seenRef, commit)
    await this.#setRef(this.#agreedRef, commit)
    return true
  }

  async tip(): Promise<CommitId | null> {
    return this.#deps.access().reader.idOf(this.#deps.branch)
  }

  async seen(): Promise<CommitId | null> {
    return this.#deps.access().reader.idOf(this.#seenRef)
  }

  async agree(commit: CommitId): Promise<void> {
    await this.#setRef(this.#agreedRef, commit)
  }

  async isRewritten(commit: CommitId): Promise<boolean> {
    const [agreed, tip] = await Promise.all([
      this.#deps.access().reader.idOf(this.#agreedRef),
      this.#deps.access().reader.idOf(this.#deps.branch),
    ])
    if (agreed === null || tip === null || (await this.#isAncestor(agreed, commit))) return false
    if (!(await this.#isAncestor(agreed, tip))) return false
    // Who merges the new history by hand has agreed to it.
    return (await this.#isAncestor(commit, agreed)) || !(await this.#isAncestor(commit, tip))
  }

  async count(): Promise<{ ahead: number; behind: number }> {
    const { branch } = this.#deps
    const [tip, seen] = await Promise.all([
      this.#deps.access().reader.idOf(branch),
      this.#deps.access().reader.idOf(this.#seenRef),
    ])
    if (tip === null) return { ahead: 0, behind: 0 }
    const range = seen === null ? [tip] : [`${tip}...${seen}`]
    const text = await this.#deps
      .access()
      .git.text(['rev-list', '--count', '--left-right', ...range])
    const [ahead = 0, behind = 0] = text.split('\t').map(Number)
    return seen === null ? { ahead: ahead + behind, behind: 0 } : { ahead, behind }
  }

  close(): void {
    this.#aborter.abort()
  }

  async #isAncestor(commit: CommitId, of: CommitId): Promise<boolean> {
    try {
      await this.#deps.access().git.run(['merge-base', '--is-ancestor', commit, of])
      return true
    } catch (error) {
      if (error instanceof GitFailure && error.exitCode === 1) return false
      throw error
    }
  }

  async #setRef(ref: string, commit: CommitId) {
    return this.#deps.access().git.run(['update-ref', ref, commit])
  }
}
