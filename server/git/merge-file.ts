/** Three-way merge of the lines of one file, by `git merge-file`; it needs no repository. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
 * What both sides make of their base. Null where both changed one place in different ways, and for
 * what is no text or takes too long. @throws the system's error where git cannot be started
 */
export async function mergeFile({ base, ours, theirs }: MergeSides): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), 'gap-merge-'))
  try {
    await Promise.all(
      Object.entries({ base, ours, theirs }).map(([name, text]) =>
        writeFile(join(folder, name), text),
      ),
    )
    return await runMerge(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param folder holds the files `base`, `ours` and `theirs` */
function runMerge(folder: string): Promise<Buffer | null> {
  const options = {
    cwd: folder,
    encoding: 'buffer',
    timeout: MERGE_MS_MAX,
    killSignal: 'SIGKILL',
    maxBuffer: MERGED_BYTES_MAX,
  } as const
  return new Promise((resolve, reject) => {
    execFile(
      'git',
      ['merge-file', '-p', '-q', 'ours', 'base', 'theirs'],
      options,
      (error, text) => {
        if (error === null) resolve(text)
        // The status is the number of conflicts, or 255 for what is no text.
        else if (typeof error.code === 'number' || error.killed) resolve(null)
        else reject(error)
      },
    )
  })
}
