/** A generated site in a git repository, and clones of it for the comparisons. */
import { basename, join } from 'node:path'
import { type BuiltServer, startBuiltServer } from '../../../server/test/built-server.ts'
import { type Fixture, makeFolder, makeRepository } from '../../../server/test/git-fixture.ts'
import { cloneOf } from '../../../server/test/remote-fixture.ts'
import { generateContent } from '../generated-content.ts'

/** Sites with at least this many posts have other targets. */
export const LARGE = 10_000

/** Input of every measurement. */
export interface Bench {
  /** Temporary folder of this run. */
  folder: string
  /** What the server serves. */
  site: Fixture
  /** A clone for commits by the git command line. */
  twin: Fixture
  /** The author's clone. */
  author: Fixture
  /** Posts by id, so in no order of dates. */
  posts: readonly { id: string; path: string }[]
}

/** Starts the built server on the site, runs `work`, and stops the server. */
export async function withServer<T>(
  { folder, site }: Bench,
  work: (server: BuiltServer) => Promise<T>,
): Promise<T> {
  const stateDir = join(folder, 'state')
  const server = await startBuiltServer({ contentDir: site.folder, stateDir })
  return work(server).finally(() => server.stop())
}

/** Writes the site, commits it once, and clones it twice. */
export function makeSite(size: { posts: number; seed: number }): Bench {
  const files = generateContent(size)
  const site = makeRepository({})
  site.git('config', 'receive.denyCurrentBranch', 'updateInstead')
  // A gc in the background would disturb the measurements, and refuse another.
  site.git('config', 'gc.auto', '0')
  site.commitFiles(files)
  site.git('gc', '--quiet')
  const [twin, author] = [cloneOf(site), cloneOf(site)]
  for (const { git } of [twin, author]) git('config', 'gc.auto', '0')
  const paths = Object.keys(files).filter((path) => path.startsWith('posts/'))
  const posts = paths.map((path) => ({ id: basename(path, '.md'), path }))
  posts.sort((a, b) => (a.id < b.id ? -1 : 1))
  return { folder: makeFolder(), site, twin, author, posts }
}
