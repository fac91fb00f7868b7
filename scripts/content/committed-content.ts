/** Checks out the content files of a commit, or of the index, into a temporary folder. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { classifyPath } from '../../server/content/files/content-paths.ts'
import type { Git } from '../../server/git/objects/git-process.ts'

/**
 * Calls `work` with the folder and its number of content files, then removes the folder.
 * @param source.git at the top of a work tree, or in a bare repository, which is not changed
 * @param source.prefix content folder in the repository, empty or ending in `/`
 * @param source.commit null for the staged files
 */
export async function withContentOf<Value>(
  { git, prefix, commit }: { git: Git; prefix: string; commit: string | null },
  work: (content: { folder: string; files: number }) => Value | Promise<Value>,
): Promise<Value> {
  const place = mkdtempSync(join(tmpdir(), 'gap-content-'))
  try {
    const tree = join(place, 'tree')
    const folder = join(tree, prefix)
    mkdirSync(folder, { recursive: true })
    // A temporary index and work tree: the repository's must not change, and a bare one has none.
    const env = commit === null ? {} : { GIT_INDEX_FILE: join(place, 'index'), GIT_WORK_TREE: tree }
    if (commit !== null) await git.run(['read-tree', commit], { env, timeLimitMs: 0 })
    const listed = await git.text(['ls-files', '-z', '--', prefix || '.'], { env })
    // A name that is not UTF-8 is no content file, and could not be passed back to git.
    const isContent = (path: string) =>
      !path.includes('\ufffd') && classifyPath(path.slice(prefix.length)) !== null
    const paths = listed.split('\0').filter(isContent)
    const input = paths.map((path) => `${path}\0`).join('')
    const checkOut = ['checkout-index', '-z', '--stdin', `--prefix=${tree}/`]
    await git.run(checkOut, { env, input, timeLimitMs: 0 })
    return await work({ folder, files: paths.length })
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
