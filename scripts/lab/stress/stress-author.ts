/**
 * Admin writes beside an author who loops commit, commit -a, pull --rebase
 * (with a second clone pushing), push, checkout and stash in the same tree, far faster than a person.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createRepository } from '../../../server/git/open/create-repository.ts'
import type { Repository } from '../../../server/git/repository.ts'
import { silentLog } from '../../../server/log.ts'
import { Author, type Clones, makeClones } from './busy-author.ts'

interface AuthorCounts {
  writes: number
  acked: number
  refused: Record<string, number>
  /** Acknowledged files that the branch does not hold at the end. */
  lost: number
  /** Posts that a commit of the author added, changed or deleted. */
  touchedByAuthor: number
  displaced: number
  authorSteps: number
  /** Steps of the author that failed because of our index lock. */
  authorStepsBlocked: number
  /** Steps of the author that failed for another reason, by the first line git printed. */
  authorStepsFailed: Record<string, number>
  status: string
  fsck: string
}

interface Options {
  /** An empty folder for the three repositories. */
  folder: string
  writes: number
  env: Record<string, string | undefined>
}

/** Runs until the writes are answered, then lets git say what is there. */
export async function runBesideAuthor({ folder, writes, env }: Options): Promise<AuthorCounts> {
  const clones = await makeClones(folder, env)
  const { site, git } = clones
  const repository = await createRepository({
    contentDir: site,
    identity: { name: 'Admin', email: 'admin@example.org' },
    log: silentLog,
    env,
  })
  const author = new Author(clones)
  const admin = new Admin(repository)
  const authorEnds = author.work()
  for (let n = 1; n <= writes; n += 1) {
    await admin.write(n)
    await sleep(20)
  }
  author.isOver = true
  await authorEnds
  const displaced = (await repository.displaced()).length
  await repository.close()
  return {
    ...{ writes, acked: admin.acked.size, refused: admin.refused, displaced },
    lost: await lostWrites(clones, admin),
    touchedByAuthor: await touchedByAuthor(clones),
    authorSteps: author.steps,
    authorStepsBlocked: author.blocked,
    authorStepsFailed: author.failed,
    status: await git(site, 'status', '--porcelain'),
    fsck: await git(site, 'fsck', '--full', '--strict', '--no-dangling'),
  }
}

const SHARED = 'posts/shared.md'

/** Writes a file that no other write has, and one that all share. */
class Admin {
  readonly #repository: Repository
  /** Text by path. */
  readonly acked = new Map<string, string>()
  readonly refused: Record<string, number> = {}
  sharedAcked = 0

  constructor(repository: Repository) {
    this.#repository = repository
  }

  async write(n: number): Promise<void> {
    const path = `posts/write-${n}.md`
    const bytes = Buffer.from(`${n}\n`)
    try {
      await this.#repository.write(async () => ({
        changes: [path, SHARED].map((changed) => ({ path: changed, bytes })),
        subject: `Write ${n}`,
        value: null,
      }))
      this.acked.set(path, `${n}\n`)
      this.sharedAcked = n
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      this.refused[code] = (this.refused[code] ?? 0) + 1
    }
  }
}

async function lostWrites({ site, git }: Clones, { acked, sharedAcked }: Admin): Promise<number> {
  let lost = 0
  for (const [path, text] of acked) {
    const found = await git(site, 'show', `main:${path}`).catch(() => null)
    if (found !== text) lost += 1
  }
  return Number(await git(site, 'show', `main:${SHARED}`)) < sharedAcked ? lost + 1 : lost
}

async function touchedByAuthor({ site, git }: Clones): Promise<number> {
  const options = ['--author=Author', '--format=', '--name-only', '--no-merges']
  const touched = await git(site, 'log', ...options, 'main', '--', 'posts')
  // The first commit added the shared file.
  return touched.trim().split('\n').filter(Boolean).length - 1
}
