import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { simpleGit } from 'simple-git'
import { expect, it, vi } from 'vitest'
import {
  type Fixture,
  faultsOf,
  fixtureIn,
  makeFolder,
  makeRepository,
  testEnv,
} from '../../test/git-fixture.ts'
import {
  hostileRoot,
  putCommit,
  putTree,
  surroundings,
  withNested,
} from '../../test/hostile-trees.ts'
import { cloneOf } from '../../test/remote-fixture.ts'
import { times } from '../../test/times.ts'

// As with the other suites of real pushes: they take their time on few cores.
vi.setConfig({ testTimeout: 90_000 })

const PUSHES = times(3, 30)
const WRITE_WITHIN_MS = 250
const hookOf = ({ folder }: Fixture) => join(folder, '.git/hooks/push-to-checkout')

async function servedSite() {
  const site = fixtureIn(join(makeFolder(), 'site'))
  site.put('posts/a.md', 'A\n')
  const repository = await site.open({ lockWaitMs: 10_000 })
  const clone = cloneOf(site)
  const commit = (path: string, text: string) => clone.commitFiles({ [path]: text })
  const push = (...options: string[]) => {
    const env = { cwd: clone.folder, env: testEnv, encoding: 'utf8', timeout: 60_000 } as const
    const { status, stderr } = spawnSync('git', ['push', ...options], env)
    return `${status} ${stderr}`
  }
  return { site, repository, clone, commit, push }
}

it('pushes and writes at once all arrive, and the work tree is that of HEAD', async () => {
  const { site, repository, clone, commit } = await servedSite()
  // The author's side must not stop our event loop, as execFileSync would.
  const names = Object.keys(testEnv)
  const git = simpleGit(clone.folder, { allowEnvironment: names }).env(testEnv)
  const tryPush = async () => {
    await git.raw(['pull', '--rebase'])
    return (await Promise.allSettled([git.raw(['push'])]))[0].status === 'fulfilled'
  }
  for (let n = 0; n < PUSHES; n += 1) {
    commit(`posts/pushed-${n}.md`, `${n}\n`)
    // A write comes at some moment of the first try; the next one has the repository to itself.
    const pushing = tryPush()
    await sleep(Math.random() * WRITE_WITHIN_MS)
    await repository.save(`posts/written-${n % 3}.md`, `${n}\n`)
    expect((await pushing) || (await tryPush())).toBe(true)
  }
  expect(faultsOf(site)).toBe('')
  expect(site.subjects().filter((subject) => subject.includes('by hand'))).toEqual([])
  for (let n = 0; n < PUSHES; n += 1) {
    expect(site.git('show', `HEAD:posts/pushed-${n}.md`)).toBe(`${n}\n`)
  }
  expect(site.subjects().filter((subject) => subject.startsWith('Save'))).toHaveLength(PUSHES)
})

it('a save waits for the end of a push that changes the work tree, and comes on top of it', async () => {
  const { site, repository } = await servedSite()
  const before = site.head()
  const pushed = site.git('commit-tree', '-p', 'HEAD', '-m', 'Pushed', 'HEAD^{tree}').trim()
  writeFileSync(join(site.folder, '.git/gap/push'), `${pushed}\n`)
  const saved = repository.save('posts/a.md', 'A2\n')
  await sleep(500)
  site.git('update-ref', 'refs/heads/main', pushed, before)
  await saved
  expect(site.subjects().slice(0, 2)).toEqual(['Save posts/a.md', 'Pushed'])
})

it('a push keeps what is being edited on the server, or is refused', async () => {
  const { site, clone, commit } = await servedSite()
  site.put('posts/a.md', 'being edited\n')
  site.put('posts/staged.md', 'staged\n')
  site.git('add', 'posts/staged.md')
  commit('posts/b.md', 'B\n')
  clone.git('push', '-q')
  expect(site.text('posts/b.md')).toBe('B\n')
  expect(site.git('status', '--porcelain')).toBe(' M posts/a.md\nA  posts/staged.md\n')
  commit('posts/a.md', 'pushed\n')
  expect(() => clone.git('push', '-q')).toThrow(
    'This push changes files that are being edited on the server:\n  posts/a.md\n' +
      'Nothing was changed. Commit or discard them there, then push again.\n',
  )
  expect(site.text('posts/a.md')).toBe('being edited\n')
  site.git('restore', 'posts/a.md')
  site.put('posts/new.md', 'not added\n')
  commit('posts/new.md', 'pushed\n')
  expect(() => clone.git('push', '-q')).toThrow(/on the server:\n.*file 'posts\/new.md'/)
})

it('a forced push may rewrite history, but not a save of the last minute', async () => {
  const { site, repository, clone, commit } = await servedSite()
  await repository.save('posts/saved.md', 'saved\n')
  commit('posts/b.md', 'B\n')
  expect(() => clone.git('push', '-q', '--force')).toThrow(/Pull it, then push again/)
  expect(faultsOf(site)).toBe('')
  const longAgo = new Date(Date.now() - 120_000)
  utimesSync(join(site.folder, '.git/gap/intent'), longAgo, longAgo)
  clone.git('push', '-q', '--force')
  expect(existsSync(join(site.folder, 'posts/saved.md'))).toBe(false)
  expect(faultsOf(site)).toBe('')
  expect(await repository.parts().displaced.list()).toHaveLength(1)
  // A push that died in the middle does not stop writes, nor after the clock was set back.
  const mark = join(site.folder, '.git/gap/push')
  for (const ageMs of [6_000, -7_200_000]) {
    const time = new Date(Date.now() - ageMs)
    writeFileSync(mark, `${'f'.repeat(40)}\n`)
    utimesSync(mark, time, time)
    await repository.save('posts/b.md', `B ${ageMs}\n`)
  }
  expect(faultsOf(site)).toBe('')
})

it("the hook is written where pushes are taken, and never over the author's", async () => {
  const plain = makeRepository()
  await plain.open()
  expect(existsSync(hookOf(plain))).toBe(false)
  const own = makeRepository()
  own.git('config', 'receive.denyCurrentBranch', 'updateInstead')
  own.put('.git/hooks/push-to-checkout', 'mine')
  await (await own.open()).close()
  expect(readFileSync(hookOf(own), 'utf8')).toBe('mine')
  own.put('.git/hooks/push-to-checkout', '#!/bin/sh\n# Written by G.A.P. Older.\nexit 1\n')
  await (await own.open()).close()
  expect(readFileSync(hookOf(own), 'utf8')).toContain('git read-tree -u -m')
})

it('a push with a hostile name or of a tree that holds itself is refused in words', async () => {
  const { site, repository, clone, push } = await servedSite()
  const before = surroundings(site)
  const start = clone.head()
  putCommit(clone, putTree(clone, hostileRoot(clone, 'git~1', 'folder')))
  expect(push()).toMatch(/^1 [\s\S]*(has\w+: contains|fsck error)/i)
  clone.git('update-ref', 'refs/heads/main', start)
  putCommit(clone, withNested(clone, 10, 10))
  expect(push()).toMatch(/^1 [\s\S]*more than 200000 files and folders/)
  // The next commit takes the tree away again, but the history has it.
  putCommit(clone, 'origin/main^{tree}')
  expect(push()).toMatch(/^1 [\s\S]*more than 200000 files and folders/)
  expect(surroundings(site)).toEqual(before)
  await repository.save('posts/a.md', 'Saved\n')
  expect(faultsOf(site)).toBe('')
})

it('a mirror leaves the refs that keep saves, and a ref that replaces an object changes none', async () => {
  const { site, repository, push } = await servedSite()
  const empty = site.git('hash-object', '-wt', 'tree', '/dev/null').trim()
  await repository.save('posts/b.md', 'B\n')
  const kept = site.git('for-each-ref', 'refs/gap')
  // And what they tell: it is refused, since a save was made a moment ago.
  expect(push('--mirror')).toMatch(/^1 [\s\S]*The site saved a change/)
  expect(site.git('for-each-ref', 'refs/gap')).toBe(kept)
  expect(push('origin', `HEAD:refs/replace/${site.head()}`)).toMatch(/^1 [\s\S]*hidden ref/)
  site.git('replace', site.git('rev-parse', 'HEAD^{tree}').trim(), empty)
  await repository.close()
  await (await site.open()).save('posts/c.md', 'C\n')
  const paths = site.git('--no-replace-objects', 'ls-tree', '-r', '--name-only', 'HEAD')
  expect(paths).toBe('posts/a.md\nposts/b.md\nposts/c.md\n')
})
