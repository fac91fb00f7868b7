/**
 * Looks at the start whether every save will find what it needs, so that a repository that cannot be
 * written is known before the first save and not in the middle of it.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Io } from '../objects/io.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import type { RepositoryState } from '../repository.ts'

/** The state in which the site is served and nothing is saved, with the reason as a sentence. */
export const readOnly = (message: string): RepositoryState => ({ state: 'read_only', message })

/** Creates our folder in the repository and tries it; null when all is well. */
export async function probe(
  io: Io,
  { gap, objects, gitFolder, head }: RepositoryPaths,
  contentFolder: string,
): Promise<RepositoryState | null> {
  try {
    await mkdir(join(gap, 'nohooks'), { recursive: true })
    for (const folder of [gap, objects, gitFolder]) accessSync(folder, constants.W_OK)
    const trial = join(gap, 'trial')
    const linked = `${trial}-link`
    await io.remove(linked)
    await io.overwrite(trial, Buffer.alloc(0), false)
    await io.link(trial, linked)
    if ((await io.identity(trial)) !== (await io.identity(linked))) throw new Error('no hard links')
  } catch {
    return readOnly(
      'The server is not allowed to write to the repository, or its file system has no hard links.',
    )
  }
  try {
    accessSync(contentFolder, constants.W_OK)
  } catch {
    return readOnly('The server is not allowed to write to the content folder.')
  }
  // New files are renamed from the repository into the content folder.
  if (statSync(contentFolder).dev !== statSync(gap).dev) {
    return readOnly('The content folder and its git repository lie on different volumes.')
  }
  // The placeholder that git puts there when refs are kept in another format.
  const text = (await io.read(head))?.bytes.toString() ?? ''
  return text.includes('refs/heads/.invalid')
    ? readOnly('The repository keeps its refs in a format that cannot be written yet.')
    : null
}
