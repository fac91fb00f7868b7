/**
 * Makes the repository of a content folder without one, with one commit of all its files. A setting
 * stays until that is done, so that the next start goes on where one was killed.
 */
import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { takeServerLock } from '../locks/server-lock.ts'
import type { CommitAuthor } from '../objects/commit-object.ts'
import { Git } from '../objects/git-process.ts'
import { flushFileSystem } from '../objects/io.ts'
import { placeAt } from '../objects/repository-place.ts'

/** The setting of a repository that has not been made to the end. */
const UNFINISHED = 'gap.unfinished'
/** Ten thousand files take git seconds. */
const FIRST_COMMIT_MS_MAX = 300_000

const SETTINGS = {
  'receive.denyCurrentBranch': 'updateInstead',
  'receive.fsckObjects': 'true',
} as const
/** Refs that no push may set or delete: ours, and those that change what an object id means. */
const HIDDEN_REFS = ['refs/gap', 'refs/replace']

interface NewRepository {
  folder: string
  author: CommitAuthor
  env: Record<string, string>
}

/**
 * Makes the repository, or finishes one, with one commit of all files of the folder as they are.
 * @throws SecondServerError when another server is making it; GitFailure or the system's error
 */
export async function makeRepository({ folder, author, env }: NewRepository): Promise<void> {
  const place = placeAt(folder)
  const gap = join(place.gitFolder, 'gap')
  const config = [
    `core.hooksPath=${join(gap, 'nohooks')}`,
    'core.fsmonitor=false',
    'gc.auto=0',
    'maintenance.auto=false',
    'commit.gpgsign=false',
    'init.defaultObjectFormat=sha1',
    'init.defaultRefFormat=files',
    `user.name=${author.name}`,
    `user.email=${author.email}`,
  ]
  const git = new Git({ place, env, config })
  const run = (...args: string[]) => git.run(args, { timeLimitMs: FIRST_COMMIT_MS_MAX })
  await run('init', '--quiet', '--initial-branch=main')
  await run('config', UNFINISHED, 'true')
  mkdirSync(gap, { recursive: true })
  const lock = await takeServerLock(gap)
  try {
    // Of a start that was killed: nobody else works on this repository yet.
    await rm(`${place.gitFolder}/index.lock`, { force: true })
    for (const [key, value] of Object.entries(SETTINGS)) await run('config', key, value)
    for (const ref of HIDDEN_REFS)
      await run('config', '--replace-all', 'receive.hideRefs', ref, ref)
    const isEmpty = (await readdir(folder)).every((name) => name === '.git')
    const args = ['rev-parse', '--quiet', '--verify', 'HEAD']
    const hasCommit = (await git.run(args, { exitCodes: [0, 1] })).length > 0
    if (!isEmpty && !hasCommit) {
      await run('add', '--all', '--', '.')
      await run('commit', '--quiet', '--allow-empty', '-m', 'Start content')
    }
    // One flush at the end and not one for each file.
    await flushFileSystem(folder)
    await run('config', '--unset', UNFINISHED)
  } finally {
    await lock.release()
  }
}

/** Whether a start was killed before it had made the repository. */
export const isUnfinished = (config: ReadonlyMap<string, string>): boolean => config.has(UNFINISHED)
