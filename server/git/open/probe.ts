/**
 * Tries at the start what every write will do, so that a repository that cannot be written is known
 * before the first save and not in the middle of it.
 */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../objects/disk.ts'
import type { Io } from '../objects/io.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import type { RepositoryState } from '../repository.ts'

/** Begins the name of a file that stands in the content folder for a moment. */
const TRIAL = '.gap-trial-'

/** The state in which the site is served and nothing is saved, with the reason as a sentence. */
export const readOnly = (message: string): RepositoryState => ({ state: 'read_only', message })

/** Creates our folder in the repository and tries it; null when all is well. */
export async function probe(
  io: Io,
  paths: RepositoryPaths,
  contentFolder: string,
): Promise<RepositoryState | null> {
  const { gap, objects, gitFolder, head } = paths
  try {
    await mkdir(join(gap, 'nohooks'), { recursive: true })
    const trial = join(gap, `trial-${process.pid}`)
    const linked = `${trial}-link`
    // In a container each start has the same process id: these may be of one that was killed here.
    await io.remove(linked)
    await io.overwrite(trial, Buffer.alloc(0), { flush: false })
    const canLink = await io.link(trial, linked)
    const isLink = canLink && (await io.inode(trial)) === (await io.inode(linked))
    await io.remove(linked)
    if (!isLink) return readOnly('The file system of the repository has no hard links.')
    const refused = await probeContentFolder(io, trial, contentFolder)
    if (refused !== null) return refused
    if (!(await io.isWritable(objects)) || !(await io.isWritable(gitFolder))) {
      return readOnly('The server is not allowed to write to the repository.')
    }
  } catch {
    return readOnly('The server is not allowed to write to the repository.')
  }
  // The place holder that git puts there when refs are kept in another format.
  const text = (await io.read(head))?.bytes.toString() ?? ''
  return text.includes('refs/heads/.invalid')
    ? readOnly('The repository keeps its refs in a format that cannot be written yet.')
    : null
}

/** New files are renamed from the repository into the content folder: both must be on one volume. */
async function probeContentFolder(
  io: Io,
  trial: string,
  contentFolder: string,
): Promise<RepositoryState | null> {
  const arrived = join(contentFolder, `${TRIAL}${process.pid}`)
  try {
    for (const name of await readdir(contentFolder)) {
      // Left by a start that was killed right here.
      if (name.startsWith(TRIAL)) await io.remove(join(contentFolder, name))
    }
    await io.rename(trial, arrived)
    await io.remove(arrived)
    return null
  } catch (error) {
    await io.remove(trial)
    return readOnly(
      errorCode(error) === 'EXDEV'
        ? 'The content folder and its git repository lie on different volumes.'
        : 'The server is not allowed to write to the content folder.',
    )
  }
}
