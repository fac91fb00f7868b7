/**
 * The branch that saves belong on, remembered beside the repository's own files: a start while the
 * author stands on a side branch must not make that the branch of saves.
 */
import { join } from 'node:path'
import type { Io } from '../objects/io.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { BRANCH_FILE, readBranch } from './repository-state.ts'

/**
 * The remembered branch, by its full name. One that does not exist any more, or none, gives way to
 * the branch that is checked out; null when none is.
 */
export async function branchOfSaves({
  io,
  paths,
  reader,
  log,
}: RepositoryAccess): Promise<string | null> {
  const file = join(paths.gap, BRANCH_FILE)
  const text = (await io.read(file))?.bytes.toString().trim() ?? ''
  const before = text.startsWith('refs/heads/') ? text : null
  const branch = await readBranch(io, paths)
  if (before === branch || branch === null) return before
  if (before !== null && (await reader.info(before)) !== null) return before
  if (before !== null) log.info({ before, branch }, 'Saves go to another branch: the first is gone')
  await remember(io, file, branch).catch((error) =>
    log.warn({ err: error }, 'The branch of saves could not be noted'),
  )
  return branch
}

/** Replaced as a whole: a kill leaves the old name or the new. */
async function remember(io: Io, file: string, branch: string): Promise<void> {
  const next = `${file}-next`
  await io.remove(next)
  await io.writeNew(next, Buffer.from(`${branch}\n`), 0o644)
  await io.rename(next, file)
}
