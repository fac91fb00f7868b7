/**
 * Refs move through git, so that packed refs, reflogs and linked work trees stay its business. A git
 * of ours that is killed leaves locks of refs, which would hold up every save, and the author, for
 * good. Ours is a lock below our own refs, and one on the branch that names the commit of our save
 * or, being empty, has not changed for a while. Any other stays, and the status names it.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Git } from '../objects/git-process.ts'
import { OpenCommand } from '../objects/open-command.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { OWN_REFS } from '../objects/repository-paths.ts'
import type { CommitId } from '../repository.ts'

const NO_COMMIT = '0'.repeat(40)
/** A lock without a commit may be a live git's for a moment. */
const STILL_MS = 300

export interface RefMove {
  ref: string
  to: CommitId
  /** What the ref must name now, null for nothing; absent: whatever it names. */
  from?: CommitId | null
}

/** Git gives one time to all that a process writes into reflogs, so none gets old. */
const REFLOG_MS = 10_000
/** Moves refs, as `moveRefs`. */
export const openRefUpdates = (git: Git): OpenCommand =>
  new OpenCommand(git, ['update-ref', '-m', 'gap: write', '--stdin'], { ageMsMax: REFLOG_MS })

/**
 * Moves all of them or none. One after another: saves and the recovery take turns.
 * @param beforeMove called when they are locked and as they must be; when it throws, none moves
 * @throws GitFailure, after which only the refs themselves can tell whether the transaction took place
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

/** Locks below the refs that this server alone writes. */
export async function ownRefLocks({ paths }: RepositoryAccess): Promise<string[]> {
  const folder = join(paths.commonFolder, OWN_REFS.root)
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('.lock')).map((name) => join(folder, name))
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
  const found = await ownRefLocks(access)
  if (save !== null) {
    const branchLock = join(paths.commonFolder, `${save.branch}.lock`)
    for (const lock of [join(paths.gitFolder, 'HEAD.lock'), branchLock]) {
      if (await isOurs(access, lock, save.tip)) found.push(lock)
    }
  }
  for (const lock of found) {
    await io.remove(lock)
    log.info({ lock }, 'Removed a ref lock of a git of ours that was killed')
  }
}

async function isOurs({ io }: RepositoryAccess, lock: string, tip: string): Promise<boolean> {
  const found = await io.read(lock)
  const commit = found?.bytes.toString().trim()
  if (found === null || commit !== '') return commit === tip
  await sleep(STILL_MS)
  return (await io.identity(lock)) === found.identity
}
