/** A generated site in a git repository, with a twin that only git's command line writes to. */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { BuiltServer } from '../../../server/test/built-server.ts'
import { generateContent } from '../generated-content.ts'

export interface MeasuredSite {
  contentDir: string
  /** A clone for the command line to commit in. */
  twinDir: string
  /** A clone for an author to push from. */
  authorDir: string
  /** Posts in an order that has nothing to do with their dates. */
  posts: readonly { id: string; path: string }[]
}

/** What every subject of the bench gets. */
export interface Bench {
  posts: number
  /** For the files of this subject. */
  folder: string
  site: MeasuredSite
  stateDir: string
  /** Starts the built server on the site. */
  start(): Promise<BuiltServer>
}

/** Runs git in a folder and resolves with its output. @throws Error with what git said */
export async function git(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['-C', folder, ...args], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

/** Writes the site, commits it once, and clones it twice. */
export async function makeSite(size: {
  folder: string
  posts: number
  seed: number
}): Promise<MeasuredSite> {
  const contentDir = join(size.folder, 'content')
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
  const [twinDir, authorDir] = await Promise.all(
    ['twin', 'author'].map(async (name) => {
      const clone = join(size.folder, name)
      await git(size.folder, 'clone', '--quiet', '--no-hardlinks', contentDir, clone)
      await configure(clone)
      return clone
    }),
  )
  if (!twinDir || !authorDir) throw new Error('the clones were not made')
  posts.sort((a, b) => (a.id < b.id ? -1 : 1))
  return { contentDir, twinDir, authorDir, posts }
}

async function configure(folder: string): Promise<void> {
  // Packing in the background would be measured along with whatever runs at that moment.
  await git(folder, 'config', 'gc.auto', '0')
  await git(folder, 'config', 'user.name', 'Measure')
  await git(folder, 'config', 'user.email', 'measure@localhost')
}
