/**
 * Locks of refs that a git of ours left when it was killed: they would hold up every save, and the
 * author, for good. Ours is one below our own refs, and one on the branch that names the commit of
 * our save or, being empty, has not changed for a while. Any other stays, and the status names it.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RepositoryAccess } from '../objects/repository-access.ts'

/** A lock without a commit may be a live git's for a moment. */
const STILL_MS = 300

/** Locks below the refs that this server alone writes. */
export async function ownRefLocks({ paths }: Pick<RepositoryAccess, 'paths'>): Promise<string[]> {
  const folder = join(paths.commonFolder, paths.refs.root)
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.filter((name) => name.endsWith('.lock')).map((name) => join(folder, name))
}

/**
 * Removes the locks of a git of ours that has ended.
 * @param save the branch it was moving, and where to; null when that is not known
 */
export async function clearRefLocks(
  access: Pick<RepositoryAccess, 'io' | 'paths' | 'log'>,
  save: { branch: string; tip: string } | null,
): Promise<void> {
  const { io, paths, log } = access
  const found = await ownRefLocks(access)
  if (save !== null) {
    const locks = [
      join(paths.gitFolder, 'HEAD.lock'),
      join(paths.commonFolder, `${save.branch}.lock`),
    ]
    for (const lock of locks) if (await isOurs(access, lock, save.tip)) found.push(lock)
  }
  for (const lock of found) {
    await io.remove(lock)
    log.info({ lock }, 'Removed a ref lock of a git of ours that was killed')
  }
}

async function isOurs(
  { io }: Pick<RepositoryAccess, 'io'>,
  lock: string,
  tip: string,
): Promise<boolean> {
  const found = await io.read(lock)
  const commit = found?.bytes.toString().trim()
  if (found === null || commit !== '') return commit === tip
  await sleep(STILL_MS)
  return (await io.identity(lock)) === found.identity
}
