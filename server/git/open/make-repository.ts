/**
 * Makes the repository of a content folder that is in none. It is made in a folder of its own,
 * first commit included, and put in its place by one rename: a start that is killed before it
 * leaves no repository, and no lock of a git that was killed along with it.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { takeServerLock } from '../locks/server-lock.ts'
import type { CommitAuthor } from '../objects/commit-object.ts'
import { Git } from '../objects/git-process.ts'
import { flushFileSystem } from '../objects/io.ts'

/** Stands in the content folder while its repository is made; on one volume with it. */
const MAKING = '.gap-repository'
/** What the starter content is copied through; see `starter-content.ts`. */
const OURS = [MAKING, '.gap-starter']
/** Ten thousand files take git seconds. */
const FIRST_COMMIT_MS_MAX = 300_000
/** A git that outlived its server may still write there; what stays goes at the next start. */
const REMOVAL = { recursive: true, force: true, maxRetries: 3, retryDelay: 20 } as const

interface NewRepository {
  folder: string
  author: CommitAuthor
  env: Record<string, string>
}

/**
 * Makes the repository, with one commit of all files of the folder as they are.
 * @throws SecondServerError when another server is making it; GitFailure or the system's error
 */
export async function makeRepository(options: NewRepository): Promise<void> {
  const making = join(options.folder, MAKING)
  await mkdir(making, { recursive: true })
  const lock = await takeServerLock(making)
  try {
    // A name of its own each time: a git left by a killed start writes elsewhere.
    const temporary = await mkdtemp(join(making, 'new-'))
    await makeIn(temporary, options)
    await flushFileSystem(temporary)
    await rename(join(temporary, '.git'), join(options.folder, '.git'))
    await flushFileSystem(options.folder)
  } finally {
    await lock.release()
    await rm(making, REMOVAL).catch(() => {})
  }
}

/** Removes what a start left that was killed while, or right after, it made a repository. */
export async function endInterruptedMaking(folder: string): Promise<void> {
  const making = join(folder, MAKING)
  if (!existsSync(making)) return
  const lock = await takeServerLock(making)
  await lock.release()
  await rm(making, REMOVAL).catch(() => {})
}

async function makeIn(temporary: string, { folder, author, env }: NewRepository): Promise<void> {
  const folders = { GIT_DIR: join(temporary, '.git'), GIT_WORK_TREE: folder }
  // One flush at the end and not one for each file. Neither hooks nor signatures for our commits.
  const config = [
    `core.hooksPath=${join(temporary, 'nohooks')}`,
    'core.fsmonitor=false',
    'gc.auto=0',
    'maintenance.auto=false',
    'commit.gpgsign=false',
    `user.name=${author.name}`,
    `user.email=${author.email}`,
  ]
  const git = new Git({ cwd: folder, env, config })
  const run = (...args: string[]) =>
    git.run(args, { env: folders, timeLimitMs: FIRST_COMMIT_MS_MAX })
  await git.run(['init', '--quiet', '--initial-branch=main', temporary])
  await run('config', 'receive.denyCurrentBranch', 'updateInstead')
  await run('config', 'receive.fsckObjects', 'true')
  // A push of a mirror would remove what the other side does not have.
  await run('config', 'receive.hideRefs', 'refs/gap')
  await mkdir(join(temporary, '.git/info'), { recursive: true })
  const ignored = OURS.map((name) => `/${name}/\n`).join('')
  await writeFile(join(temporary, '.git/info/exclude'), ignored)
  if ((await readdir(folder)).every((name) => OURS.includes(name))) return
  await run('add', '--all', '--', '.')
  await run('commit', '--quiet', '--allow-empty', '-m', 'Start content')
}
