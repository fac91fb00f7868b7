/** A generated site in a git repository, and clones of it for the comparisons. */
import { execFile } from 'node:child_process'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { startProcess, until } from '../../../server/test/built-server.ts'
import { fixtureIn, makeFolder, makeRepository } from '../../../server/test/git-fixture.ts'
import { clientOf } from '../../../server/test/http-client.ts'
import { cloneOf } from '../../../server/test/remote-fixture.ts'
import { timed } from './figures.ts'
import { generateContent } from './generated-content.ts'

/** Sites with at least this many posts have other targets. */
export const LARGE = 10_000
export const READY_MS_MAX = 120_000

export type Bench = ReturnType<typeof makeSite>

export type BuiltServer = Awaited<ReturnType<typeof startBuiltServer>>

/** Starts the built server on the site, runs `work`, and stops the server. */
export async function withServer<T>(
  bench: Bench,
  work: (server: BuiltServer) => Promise<T>,
): Promise<T> {
  const server = await startBuiltServer(bench)
  const stop = () => {
    server.child.kill()
    return server.ended
  }
  return work(server).finally(stop)
}

async function startBuiltServer({ folder, site }: Bench) {
  const started = performance.now()
  const server = startProcess(site.folder, { STATE_DIR: join(folder, 'state') })
  const address = await server.address()
  await until(async () => (await fetch(`${address}/readyz`)).ok, READY_MS_MAX)
  const { call, page } = clientOf(address)
  return {
    ...server,
    address,
    page,
    pid: server.child.pid ?? 0,
    /** Milliseconds from the start of the process to the first 200 of /readyz. */
    readyMs: performance.now() - started,
    /** What the API answers to the admin. @throws Error for an answer that is no success */
    async call(method: string, path: string, body?: object): Promise<unknown> {
      const { error, status, data } = await call(method, path, body)
      if (error !== undefined) throw new Error(`${method} ${path}: ${status} ${error}`)
      return data
    },
  }
}

/** Writes the site, commits it once, and clones it twice. */
export function makeSite(size: number) {
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
  return {
    folder: makeFolder(),
    site,
    /** A clone for commits by the git command line. */
    twin,
    author,
    /** Posts by id, so in no order of dates. */
    posts,
  }
}

const hugo = (...args: string[]) => promisify(execFile)('hugo', args)

/** Whether Hugo is installed. */
export const hasHugo = () => hugo('version').then(Boolean, () => false)

/** Writes the same posts as a Hugo site with minimal templates. Returns its folder. */
export function writeHugoSite({ posts, twin, folder }: Bench): string {
  const source = join(folder, 'hugo')
  const { put: write } = fixtureIn(source)
  for (const { path } of posts) {
    // In Hugo `url` is the address of the page itself.
    const text = twin.text(path).replace(/^url: .*\n/m, '')
    write(`content/${path}`, text)
  }
  write('config.toml', 'baseURL = "http://localhost/"\ntitle = "Site"\n')
  write('layouts/_default/single.html', '{{ .Title }}{{ .Content }}\n')
  const list = '{{ range first 20 .RegularPages }}{{ .Title }}{{ .Summary }}{{ end }}\n'
  write('layouts/_default/list.html', list)
  return source
}

/** Writes the site and returns a function that builds it and returns the milliseconds. */
export function buildWithHugo(bench: Bench): () => Promise<number> {
  const source = writeHugoSite(bench)
  return () => timed(() => hugo('--source', source, '--quiet'))
}
