/**
 * Makes the repository of a content folder without one: in a temporary folder, first commit
 * included, then renamed into place. A start killed before the rename leaves no repository; of two
 * starts at once the first to rename makes it.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommitAuthor } from '../objects/commit-object.ts'
import { Git } from '../objects/git-process.ts'
import { flushFileSystem } from '../objects/io.ts'
import { placeAt } from '../objects/repository-place.ts'

/** Temporary folder inside the content folder, so on its volume; never committed. */
const MAKING = '.gap-repository'
/** Refs that no push may set or delete: ours, and those that change what an object id means. */
const HIDDEN_REFS = ['refs/gap', 'refs/replace']
/** Ten thousand files take git seconds. */
const FIRST_COMMIT_MS_MAX = 300_000

interface NewRepository {
  folder: string
  author: CommitAuthor
  env: Record<string, string>
}

/**
 * Makes the repository, with one commit of all files of the folder as they are.
 * @throws GitFailure or the system's error
 */
export async function makeRepository(options: NewRepository): Promise<void> {
  const { folder } = options
  const making = join(folder, MAKING)
  const gitFolder = join(folder, '.git')
  try {
    await mkdir(making, { recursive: true })
    // A new name each time: an orphaned git of a killed start may still write to the old one.
    const temporary = await mkdtemp(join(making, 'new-'))
    await makeIn(temporary, options)
    await flushFileSystem(temporary)
    await rename(join(temporary, '.git'), gitFolder)
    await flushFileSystem(folder)
  } catch (error) {
    // Another server was faster, and may have removed what was made here.
    if (!existsSync(join(gitFolder, 'HEAD'))) throw error
  }
}

/** Removes what is left of making the repository, also by a start that was killed then. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  // A git that outlived its server may still write there; the next start removes the rest.
  const options = { recursive: true, force: true, maxRetries: 3, retryDelay: 20 }
  await rm(join(folder, MAKING), options).catch(() => {})
}

async function makeIn(temporary: string, { folder, author, env }: NewRepository): Promise<void> {
  // One flush at the end and not one for each file. Neither hooks nor signatures for our commits.
  const config = [
    `core.hooksPath=${join(temporary, 'nohooks')}`,
    'core.fsmonitor=false',
    'gc.auto=0',
    'maintenance.auto=false',
    'commit.gpgsign=false',
    'init.defaultObjectFormat=sha1',
    'init.defaultRefFormat=files',
    `user.name=${author.name}`,
    `user.email=${author.email}`,
  ]
  // Made below the temporary folder alone: with the work tree named, git would write that down.
  const init = new Git({ place: null, cwd: temporary, env, config })
  await init.run(['init', '--quiet', '--initial-branch=main'])
  const git = new Git({ place: { ...placeAt(temporary), top: folder }, env, config })
  const run = (...args: string[]) => git.run(args, { timeLimitMs: FIRST_COMMIT_MS_MAX })
  await run('config', 'receive.denyCurrentBranch', 'updateInstead')
  await run('config', 'receive.fsckObjects', 'true')
  // `git push --mirror` would delete refs that the other side lacks.
  for (const ref of HIDDEN_REFS) await run('config', '--add', 'receive.hideRefs', ref)
  await mkdir(join(temporary, '.git/info'), { recursive: true })
  await writeFile(join(temporary, '.git/info/exclude'), `/${MAKING}/\n`)
  if ((await readdir(folder)).every((name) => name === MAKING)) return
  await run('add', '--all', '--', '.')
  await run('commit', '--quiet', '--allow-empty', '-m', 'Start content')
}
