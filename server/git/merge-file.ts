/** Three-way merge of the lines of one file, by `git merge-file`; it needs no repository. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A merge is milliseconds of work; what takes longer counts as a conflict. */
const MERGE_MS_MAX = 5_000
const MERGED_BYTES_MAX = 16 * 1024 * 1024

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
    const { stdout } = await promisify(execFile)(
      'git',
      ['merge-file', '-p', '-q', 'ours', 'base', 'theirs'],
      { cwd: folder, encoding: 'buffer', timeout: MERGE_MS_MAX, maxBuffer: MERGED_BYTES_MAX },
    )
    return stdout
  } catch (error) {
    // The exit status is the number of conflicts, or 255 for a binary file; null after a timeout.
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') throw error
    return null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
