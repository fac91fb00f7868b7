/** A generated site in a git repository, and clones of it for the comparisons. */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type BuiltServer, startBuiltServer } from '../../../server/test/built-server.ts'
import { generateContent } from '../generated-content.ts'

/** Input of every measurement. */
export interface Bench {
  /** Temporary folder of this run. */
  folder: string
  contentDir: string
  /** A clone for commits by the git command line. */
  twinDir: string
  /** The author's clone. */
  authorDir: string
  stateDir: string
  /** Posts by id, so in no order of dates. */
  posts: readonly { id: string; path: string }[]
}

/** Starts the built server on the site, runs `work`, and stops the server. */
export async function withServer<T>(
  { contentDir, stateDir }: Bench,
  work: (server: BuiltServer) => Promise<T>,
): Promise<T> {
  const server = await startBuiltServer({ contentDir, stateDir })
  return work(server).finally(() => server.stop())
}

/** Runs git in a folder and returns its output. @throws Error with git's message */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const options = { maxBuffer: 64 * 1024 * 1024 }
  return (await promisify(execFile)('git', ['-C', folder, ...args], options)).stdout
}

/** Writes the site, commits it once, and clones it twice. */
export async function makeSite(folder: string, size: { posts: number; seed: number }) {
  const [contentDir, twinDir, authorDir] = ['content', 'twin', 'author'].map((name) =>
    join(folder, name),
  ) as [string, string, string] // as many as the names
  const posts: { id: string; path: string }[] = []
  for (const { path, text } of generateContent(size)) {
    mkdirSync(dirname(join(contentDir, path)), { recursive: true })
    writeFileSync(join(contentDir, path), text)
    if (path.startsWith('posts/')) posts.push({ id: basename(path, '.md'), path })
  }
  await git(contentDir, 'init', '--initial-branch=main')
  await configure(contentDir)
  await git(contentDir, 'config', 'receive.denyCurrentBranch', 'updateInstead')
  await git(contentDir, 'add', '.')
  await git(contentDir, 'commit', '--quiet', '-m', 'A generated site')
  await git(contentDir, 'gc', '--quiet')
  for (const clone of [twinDir, authorDir]) {
    await git(folder, 'clone', '--quiet', '--no-hardlinks', contentDir, clone)
    await configure(clone)
  }
  posts.sort((a, b) => (a.id < b.id ? -1 : 1))
  return { folder, contentDir, twinDir, authorDir, stateDir: join(folder, 'state'), posts }
}

async function configure(folder: string): Promise<void> {
  // A gc in the background would disturb the measurements.
  await git(folder, 'config', 'gc.auto', '0')
  await git(folder, 'config', 'user.name', 'Measure')
  await git(folder, 'config', 'user.email', 'measure@localhost')
}
