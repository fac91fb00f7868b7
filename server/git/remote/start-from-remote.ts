/** A server whose content folder is still empty begins with what the remote holds, as a clone would. */
import type { Log } from '../../log.ts'
import { RefusedTreeError } from '../objects/verify-path.ts'
import type { MergeRules, RemoteBranch, Repository } from '../repository.ts'
import { RemoteFailure } from './exchange-failures.ts'

/**
 * Brings the remote's branch into a repository without content. @returns false when there is
 * nothing to bring, or it cannot be reached; true too where none of ours may begin: what is there is
 * refused as hostile or too large, or stands on another branch
 */
export async function startFromRemote(options: {
  repository: Repository
  remote: string
  rules: MergeRules
  log: Log
}): Promise<boolean> {
  const { repository, remote, rules, log } = options
  const branch = repository.connect(remote)
  if (branch === null) return false
  try {
    const theirs = await branch.fetch()
    if (theirs === null) return await hasOthers(branch, log)
    const { outcome } = await repository.integrate(theirs, rules)
    if (outcome !== 'forwarded' && outcome !== 'current') return false
    await branch.agree(theirs)
    return true
  } catch (error) {
    if (error instanceof RefusedTreeError) {
      // There is a history, which a pull takes once it is repaired: none of ours may begin before.
      log.warn({ reason: error.cause }, `${error.message} The site starts without content.`)
      return true
    }
    if (!(error instanceof RemoteFailure)) throw error
    log.warn({ reason: error.cause }, `${error.message} The site starts without its content.`)
    return false
  } finally {
    branch.close()
  }
}

/** As in a clone of a bare repository whose HEAD names a branch that it does not have. */
async function hasOthers(branch: RemoteBranch, log: Log): Promise<boolean> {
  const names = await branch.allNames()
  if (names.length === 0) return false
  log.warn(
    { branches: names },
    'The remote has no branch of the name that is checked out here, but others. The site starts without content: check out the right one and start again.',
  )
  return true
}
