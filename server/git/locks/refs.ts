/**
 * Moves refs by git, which handles packed refs, reflogs and linked work trees. A killed git of ours
 * leaves ref locks, which would block saves and the author for good. A lock is ours below
 * `refs/gap`, or on the branch if it names the commit of our save or is empty and unchanged for a
 * while. Any other stays, and the status names it.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Git } from '../objects/git-process.ts'
import { OpenCommand } from '../objects/open-command.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { OWN_REFS } from '../objects/repository-paths.ts'
import type { CommitId } from '../types.ts'

const NO_COMMIT = '0'.repeat(40)
/** How long an empty lock must stay unchanged: a live git's is empty only for a moment. */
const STILL_MS = 300

export interface RefMove {
  ref: string
  to: CommitId
  /** Expected commit, null for no ref; absent: any. */
  from?: CommitId | null
}

/** Maximum age of the process: git uses one time for all its reflog entries. */
const REFLOG_MS = 10_000
/** The process for `moveRefs`. */
export const openRefUpdates = (git: Git): OpenCommand =>
  new OpenCommand(git, ['update-ref', '-m', 'gap: write', '--stdin'], { ageMsMax: REFLOG_MS })

/**
 * Moves all refs or none. Calls never overlap: saves and the recovery take turns.
 * @param beforeMove called with the refs locked and verified; when it throws, none moves
 * @throws GitFailure, after which only the refs tell whether they moved
 */
export async function moveRefs(
  { io, refUpdates }: RepositoryAccess,
  moves: readonly RefMove[],
  beforeMove: () => Promise<void> = async () => {},
): Promise<void> {
  const lines = moves.map(({ ref, to, from }) =>
    from === undefined ? `update ${ref} ${to}` : `update ${ref} ${to} ${from ?? NO_COMMIT}`,
  )
  const request = `${['start', ...lines, 'prepare'].join('\n')}\n`
  io.step('git update-ref')
  await refUpdates.request(request, async (answer) => {
    const end = async (command: 'prepare' | 'commit' | 'abort') => {
      if (command !== 'prepare') answer.send(`${command}\n`)
      while ((await answer.line()) !== `${command}: ok`);
    }
    await end('prepare')
    await beforeMove().catch(async (error: unknown) => {
      await end('abort')
      throw error
    })
    await end('commit')
  })
  io.step('git update-ref answered')
}

/**
 * Removes the locks of a git of ours that has ended.
 * @param save the branch it was moving, and where to; null when that is not known
 */
export async function clearRefLocks(
  access: RepositoryAccess,
  save: { branch: string; tip: string } | null,
): Promise<void> {
  const { io, paths, log } = access
  // Only this server writes there.
  const folder = join(paths.commonFolder, OWN_REFS.root)
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const locks = names.filter((name) => name.endsWith('.lock')).map((name) => join(folder, name))
  if (save !== null) {
    const branchLock = join(paths.commonFolder, `${save.branch}.lock`)
    for (const lock of [join(paths.gitFolder, 'HEAD.lock'), branchLock]) {
      if (await isOwnRefLock(access, lock, save.tip)) locks.push(lock)
    }
  }
  for (const lock of locks) {
    await io.remove(lock)
    log.info({ lock }, 'Removed a ref lock of a git of ours that was killed')
  }
}

async function isOwnRefLock({ io }: RepositoryAccess, lock: string, tip: string): Promise<boolean> {
  const file = await io.read(lock)
  const commit = file?.bytes.toString().trim()
  if (file === null || commit !== '') return commit === tip
  await sleep(STILL_MS)
  return (await io.identity(lock)) === file.identity
}
