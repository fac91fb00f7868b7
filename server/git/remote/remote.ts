/**
 * One branch of a remote: fetch, push, and what is known of it. What was seen there and what was
 * last agreed on are refs of our own, one pair for each remote, so that a rewritten history is
 * noticed after a restart too. Nothing is ever forced.
 */
import { createHash } from 'node:crypto'
import { simpleGit } from 'simple-git'
import { historyGitOptions } from '../history/history-git.ts'
import { type Git, GitFailure } from '../objects/git-process.ts'
import type { ObjectReader } from '../objects/object-reader.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { RefusedTreeError } from '../objects/verify-path.ts'
import type { CommitId, RemoteBranch } from '../repository.ts'
import { remoteFailure, withoutSecrets } from './remote-failure.ts'

const FSCK_REFUSED =
  'The remote has objects that git refuses as hostile or torn, so nothing is pulled; the log of the server names them.'

interface Parts {
  /** Name or URL. */
  remote: string
  /** Full name of the branch, here and there. */
  branch: string
  paths: RepositoryPaths
  git: Git
  reader: ObjectReader
}

/** The branch at one remote. */
export function createRemoteBranch({ remote, branch, paths, git, reader }: Parts): RemoteBranch {
  const aborter = new AbortController()
  const key = createHash('sha1').update(remote).digest('hex').slice(0, 12)
  const seenRef = `${paths.refs.remotes}/${key}/seen`
  const agreedRef = `${paths.refs.remotes}/${key}/agreed`
  // Without a terminal ssh must fail rather than ask.
  const ssh = git.env.GIT_SSH_COMMAND ?? git.env.GIT_SSH
  const env = ssh ? git.env : { ...git.env, GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' }
  const transport = simpleGit({
    ...historyGitOptions({ folder: paths.top, config: git.config, env }),
    abort: aborter.signal,
  }).env(env)

  const idOf = async (ref: string) => (await reader.info(ref))?.id ?? null

  async function isAncestor(commit: CommitId, of: CommitId): Promise<boolean> {
    try {
      await git.run(['merge-base', '--is-ancestor', commit, of])
      return true
    } catch (error) {
      if (error instanceof GitFailure && error.exitCode === 1) return false
      throw error
    }
  }

  const setRef = (ref: string, commit: CommitId) => git.run(['update-ref', ref, commit])

  return {
    name: withoutSecrets(remote),

    async fetch() {
      try {
        // Progress keeps simple-git from taking a long transfer for a dead one.
        const options = [
          '--progress',
          '--no-tags',
          '--no-write-fetch-head',
          '--no-recurse-submodules',
        ]
        await transport.raw(['fetch', ...options, remote, `+${branch}:${seenRef}`])
        return idOf(seenRef)
      } catch (error) {
        if (/fsck error/.test(String(error))) {
          throw new RefusedTreeError(FSCK_REFUSED, withoutSecrets(String(error)).slice(0, 2_000))
        }
        if (!/couldn't find remote ref/.test(String(error))) throw remoteFailure(error)
        await git.run(['update-ref', '-d', seenRef])
        return null
      }
    },

    async push(commit) {
      try {
        const options = ['--progress', '--no-verify', '--no-recurse-submodules', '--no-signed']
        await transport.raw(['push', ...options, remote, `${commit}:${branch}`])
      } catch (error) {
        const text = String(error)
        const isBehind = /\[rejected\]|\((?:fetch first|non-fast-forward|incorrect old value)/
        const isRace =
          /\[remote rejected\].*\((?:failed to update ref|cannot lock ref)|reference already exists/
        if (isBehind.test(text) || isRace.test(text)) return false
        throw remoteFailure(error)
      }
      await setRef(seenRef, commit)
      await setRef(agreedRef, commit)
      return true
    },

    tip: () => idOf(branch),
    seen: () => idOf(seenRef),
    agree: async (commit) => void (await setRef(agreedRef, commit)),

    async isRewritten(commit) {
      const [agreed, tip] = await Promise.all([idOf(agreedRef), idOf(branch)])
      if (agreed === null || tip === null || (await isAncestor(agreed, commit))) return false
      if (!(await isAncestor(agreed, tip))) return false
      // Who merges the new history by hand has agreed to it.
      return (await isAncestor(commit, agreed)) || !(await isAncestor(commit, tip))
    },

    async count() {
      const [tip, seen] = await Promise.all([idOf(branch), idOf(seenRef)])
      if (tip === null) return { ahead: 0, behind: 0 }
      const range = seen === null ? [tip] : [`${tip}...${seen}`]
      const text = await git.text(['rev-list', '--count', '--left-right', ...range])
      const [ahead = 0, behind = 0] = text.split('\t').map(Number)
      return seen === null ? { ahead: ahead + behind, behind: 0 } : { ahead, behind }
    },

    close: () => aborter.abort(),
  }
}
