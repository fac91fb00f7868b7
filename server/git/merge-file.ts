/** Three-way merge of the lines of one file, by `git merge-file`; it needs no repository. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// What every child inherits; a merge depends on none of it but PATH.
import { env } from 'node:process'
import { Git, GitFailure, gitEnvironment } from './objects/git-process.ts'
import { placeAt } from './objects/repository-place.ts'

/** A merge is milliseconds of work; what takes longer counts as a conflict. */
const MERGE_MS_MAX = 5_000

/** Texts, or their bytes in UTF-8. */
interface MergeSides {
  base: string | Buffer
  ours: string | Buffer
  theirs: string | Buffer
}

/**
 * The merged bytes; null for a conflict, a binary file or a timeout. @throws the system's error
 * when git cannot be started
 */
export async function mergeFile({ base, ours, theirs }: MergeSides): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), 'gap-merge-'))
  try {
    await Promise.all(
      Object.entries({ base, ours, theirs }).map(([name, text]) =>
        writeFile(join(folder, name), text),
      ),
    )
    const git = new Git({ place: placeAt(folder), env: gitEnvironment(env) })
    const args = ['merge-file', '-p', '-q', 'ours', 'base', 'theirs']
    return await git.run(args, { timeLimitMs: MERGE_MS_MAX })
  } catch (error) {
    // The exit status is the number of conflicts, or 255 for a binary file; null after a timeout.
    if (error instanceof GitFailure) return null
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
