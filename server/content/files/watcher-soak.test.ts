/** Random work of an author and the admin in one tree: what is served must end as the tree is. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { until } from '../../test/git-fixture.ts'
import { type LiveServer, postFile, startServer } from '../../test/live-server.ts'
import { times } from '../../test/times.ts'
import { loadContent } from '../index/content-index.ts'
import type { PostRecord } from '../records.ts'
import { createPost, savePost } from '../writes/post-writes.ts'
import { createContentFiles } from './content-files.ts'

const ROUNDS = times(60, 2_000)
const SEED = 7
/** On a busy machine; most rounds take a tenth of it. */
const ROUND_MS_MAX = 5_000
// Thousands of rounds leave a repository that takes its time to remove.
vi.setConfig({ testTimeout: ROUNDS * ROUND_MS_MAX, hookTimeout: ROUNDS * ROUND_MS_MAX })

const STEPS_PER_ROUND = 5
const FOLDERS = ['posts', 'posts/x', 'posts/y', 'posts/x/deep']

/** What is served as it is on disk, and what a server that starts now would read. */
async function servedAndRead({ folder, store }: LiveServer) {
  const files = createContentFiles(folder)
  const read = await loadContent({ files, timeZone: null, fallbackZone: 'UTC' })
  const { allPosts, problems } = store.snapshot()
  const current = allPosts.filter(({ path, revision }) => read.revisionOf(path) === revision)
  const idsOf = (posts: readonly PostRecord[]) => posts.map(({ id }) => id).sort()
  return {
    served: [...idsOf(current), problems.length],
    read: [...idsOf(read.recordsOf('post')), read.problems().length],
  }
}

it('serves what is in the tree after any work in it, without a rescan by the clock', async () => {
  const files = Array.from({ length: 12 }, (_, n) => [`posts/p${n}.md`, postFile(`P${n}`)])
  const fixture = await startServer(Object.fromEntries(files))
  const { folder, git, put, store } = fixture
  // The same in every run.
  const numbers = fc.sample(fc.nat(), { seed: SEED, numRuns: ROUNDS * STEPS_PER_ROUND * 10 })
  const random = (below: number) => (numbers.pop() ?? 0) % below
  let count = 0
  const next = () => ++count
  const postPaths = () =>
    createContentFiles(folder)
      .list()
      .files.filter(({ kind }) => kind === 'post')
      .map(({ path }) => path)
  const anyPath = () => postPaths()[random(postPaths().length)] ?? 'posts/p0.md'
  const anyFolder = () => FOLDERS[random(FOLDERS.length)] ?? 'posts'
  const text = () => postFile(`Text ${next()}`)
  /** Git refuses some of it at times: nothing to commit, nothing stashed, a save came between. */
  const tryGit = (...args: string[]) => {
    try {
      git(...args)
    } catch {
      // What is left is as good a tree as any.
    }
  }
  const work: (() => unknown)[] = [
    () => put(anyPath(), text()),
    () => put(`${anyFolder()}/n${next()}.md`, text()),
    () => postPaths().length > 5 && rmSync(join(folder, anyPath())),
    () => {
      put('posts/.swap', text())
      renameSync(join(folder, 'posts/.swap'), join(folder, anyPath()))
    },
    () => {
      const to = join(folder, anyFolder(), `m${next()}.md`)
      mkdirSync(join(to, '..'), { recursive: true })
      renameSync(join(folder, anyPath()), to)
    },
    () => {
      const [from, to] = [join(folder, 'posts/x'), join(folder, `posts/z${next()}`)]
      if (existsSync(from)) renameSync(from, to)
    },
    () => tryGit('add', '-A'),
    () => tryGit('commit', '-qam', 'Author'),
    () => {
      tryGit('stash', '-q', '-u')
      tryGit('stash', 'pop', '-q')
    },
    () => {
      tryGit('checkout', '-q', '-b', `b${next()}`)
      put(anyPath(), text())
      tryGit('commit', '-qam', 'Branch')
      tryGit('checkout', '-q', 'main')
    },
    () => tryGit('reset', '-q', '--hard', 'HEAD~1'),
    () => {
      const [id = ''] = store.snapshot().posts.keys()
      return savePost(store, id, { patch: { title: `S${next()}` }, basedOn: null })
    },
    () => createPost(store, { type: 'short', title: `Short ${next()}`, content: 'Short.' }),
  ]

  for (let round = 0; round < ROUNDS; round += 1) {
    for (let step = 0; step < STEPS_PER_ROUND; step += 1) {
      // A save may be refused: the post is gone, or the author's git is in the way.
      await Promise.resolve(work[random(work.length)]?.()).catch(() => {})
      if (random(3) === 0) await sleep(random(30))
    }
    const isServed = async () => {
      const { served, read } = await servedAndRead(fixture)
      return isDeepStrictEqual(served, read)
    }
    await until(isServed).catch(() => {})
    const { served, read } = await servedAndRead(fixture)
    expect(served).toEqual(read)
  }
  expect(git('fsck', '--full', '--strict', '--no-dangling')).toBe('')
})
