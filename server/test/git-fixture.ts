/** For tests: temporary repositories, the author's git in them, and the checks git itself makes. */
import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRepository } from '../git/open/create-repository.ts'
import type { RepositoryOptions } from '../git/open/find-repository.ts'
import type { Change, RepositoryParts } from '../git/repository.ts'
import { silentLog } from '../log.ts'
import { atEnd } from './at-end.ts'

/** An environment in which no settings of the machine count. */
export const testEnv = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Author',
  GIT_AUTHOR_EMAIL: 'author@example.org',
  GIT_COMMITTER_NAME: 'Author',
  GIT_COMMITTER_EMAIL: 'author@example.org',
}

export type Fixture = ReturnType<typeof fixtureIn>

export type OpenRepository = Awaited<ReturnType<Fixture['open']>>

/** An empty temporary folder that is gone after the test. */
export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gap-git-')))
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Git in a folder that may hold a repository already. */
export function fixtureIn(folder: string, contentDir = folder) {
  const run = (args: readonly string[], env: Record<string, string | undefined>) => {
    const options = { cwd: folder, env, encoding: 'utf8', maxBuffer: 1e9 } as const
    const { status, stdout, stderr } = spawnSync('git', args, options)
    if (status !== 0) throw new Error(`Command failed: git ${args.join(' ')}\n${stderr}`)
    return stdout
  }
  const git = (...args: string[]) => run(args, testEnv)
  const commitAt = (time: string | undefined, ...args: string[]) =>
    run(['commit', ...args], { ...testEnv, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time })
  const head = () => git('rev-parse', 'HEAD').trim()
  const put = (path: string, bytes: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return {
    folder,
    /** Runs git as the author in the folder and returns what it prints. @throws Error if it fails */
    git,
    put,
    /** `git commit` with these arguments, as if it were at that time (ISO 8601). */
    commitAt,
    /** Writes files, null removes one, and commits all, as if at that time. @returns the commit */
    commitFiles(files: Record<string, string | null>, message = 'By hand', time?: string) {
      for (const [path, text] of Object.entries(files)) {
        if (text === null) rmSync(join(folder, path))
        else put(path, text)
      }
      git('add', '-A')
      commitAt(time, '-q', '--allow-empty', '-m', message)
      return head()
    },
    head,
    subjects: () => git('log', '--format=%s').trim().split('\n'),
    text: (path: string) => readFileSync(join(folder, path), 'utf8'),
    async open(options: Partial<RepositoryOptions> = {}) {
      const repository = await createRepository({
        contentDir,
        identity: { name: 'Admin', email: 'admin@example.org' },
        log: silentLog,
        env: testEnv,
        lockWaitMs: 2_000,
        busyWaitMs: 0,
        ...options,
      })
      atEnd(() => repository.close())
      const write: RepositoryParts['saves']['write'] = (planner) =>
        repository.parts().saves.write(planner)
      return Object.assign(repository, {
        write,
        /** Writes one file whatever is there; null removes it. */
        save: (path: string, text: string | null, subject?: string) =>
          write(putting(path, text, subject)),
      })
    },
  }
}

/** A repository with these files committed by the author, as if at that time. */
export function makeRepository(
  files: Record<string, string> = { 'posts/a.md': 'A\n' },
  time?: string,
): Fixture {
  const fixture = fixtureIn(makeFolder())
  fixture.git('init', '-q', '-b', 'main')
  fixture.commitFiles(files, 'Author starts', time)
  return fixture
}

/** The same, open as the server has it, with the parts of the repository. */
export async function openSite(
  files?: Record<string, string>,
  options?: Partial<RepositoryOptions>,
) {
  const author = makeRepository(files)
  const repository = await author.open(options)
  return { author, repository, ...repository.parts() }
}

export const putting =
  (path: string, text: string | null, subject = `Save ${path}`) =>
  async (): Promise<Change<string>> => ({
    changes: [{ path, bytes: text === null ? null : Buffer.from(text) }],
    subject,
    value: path,
  })

/** A filter that shifts letters, as git-crypt would hide them; smudge shifts them back. */
export function shiftLetters({ git }: Fixture): void {
  for (const way of ['clean', 'smudge']) {
    git('config', `filter.shift.${way}`, 'tr a-zA-Z n-za-mN-ZA-M')
  }
  git('config', 'filter.shift.required', 'true')
}

/** Writes the posts of HEAD again, with the current settings. */
export function checkOutAnew({ git, folder }: Fixture): void {
  git('rm', '-rq', '--cached', 'posts')
  rmSync(join(folder, 'posts'), { recursive: true })
  git('reset', '-q', '--hard')
}

/** Every lock in the repository's own folder. */
export function locksIn({ folder }: Fixture): string[] {
  const names = readdirSync(join(folder, '.git'), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.lock'))
}

/** All that git can say against a repository: faults, and work tree or index unlike HEAD. */
export function faultsOf({ git }: Fixture): string {
  return git('fsck', '--full', '--strict', '--no-dangling') + git('status', '--porcelain')
}

/** Waits for a condition. Asking has a quarter of the time: it starts git, which slows the work. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  // A cheap question is asked 500 times in five seconds, in which a busy machine ends no process.
  const deadline = performance.now() + 15_000
  for (let tries = 0; tries < 500 || performance.now() < deadline; tries += 1) {
    const asked = performance.now()
    if (await condition()) return
    await sleep(Math.min(200, 10 + 3 * (performance.now() - asked)))
  }
  throw new Error('what the test waits for did not happen')
}
