/** Pushes into the repository that the server made: of hostile trees, and over the refs of its own. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { faultsOf, fixtureIn, makeFolder, putting, testEnv } from '../../test/git-fixture.ts'
import {
  FOLDER,
  hostileRoot,
  nested,
  putCommit,
  putTree,
  rootEntries,
  surroundings,
} from '../../test/hostile-trees.ts'

// As with the other suites of real pushes: they take their time on few cores.
vi.setConfig({ testTimeout: 90_000 })

describe('A push into the repository that the server made', () => {
  async function servedSite() {
    const site = fixtureIn(join(makeFolder(), 'site'))
    site.put('posts/a.md', 'A\n')
    const repository = await site.open()
    const clone = fixtureIn(makeFolder())
    clone.git('clone', '-q', site.folder, '.')
    const push = (...options: string[]) => {
      const run = spawnSync('git', ['push', ...options], {
        cwd: clone.folder,
        env: testEnv,
        encoding: 'utf8',
        timeout: 60_000,
      })
      return `${run.status} ${run.stderr}`
    }
    return { site, repository, clone, push }
  }

  it.each(['..', '.git', 'git~1'])('with %j in a tree is refused by git', async (name) => {
    const { site, repository, clone, push } = await servedSite()
    const before = surroundings(site)
    putCommit(clone, putTree(clone, hostileRoot(clone, name, 'folder')))
    expect(push()).toMatch(/^1 [\s\S]*(has\w+: contains|fsck error)/i)
    expect(surroundings(site)).toEqual(before)
    await repository.write(putting('posts/a.md', 'Saved\n'))
    expect(faultsOf(site)).toBe('')
  })

  it('of a mirror leaves the refs that keep saved changes', async () => {
    const { site, repository, push } = await servedSite()
    await repository.write(putting('posts/a.md', 'Saved\n'))
    const kept = site.git('for-each-ref', 'refs/gap')
    // And what they tell: it is refused, since a save was made a moment ago.
    expect(push('--mirror')).toMatch(/^1 [\s\S]*The site saved a change/)
    expect(site.git('for-each-ref', 'refs/gap')).toBe(kept)
    expect(site.text('posts/a.md')).toBe('Saved\n')
  })

  it('of a tree that holds itself again and again is refused in words', async () => {
    const { site, repository, clone, push } = await servedSite()
    const id = nested(clone, { depth: 10, width: 10, mode: FOLDER })
    putCommit(clone, putTree(clone, [...rootEntries(clone), { mode: FOLDER, name: 'zz', id }]))
    expect(push()).toMatch(/^1 [\s\S]*more than 200000 files and folders/)
    // The next commit takes the tree away again, but the history has it.
    clone.git(
      'update-ref',
      'refs/heads/main',
      clone.git('commit-tree', 'origin/main^{tree}', '-p', 'main', '-m', 'Gone').trim(),
    )
    expect(push()).toMatch(/^1 [\s\S]*more than 200000 files and folders/)
    await repository.write(putting('posts/a.md', 'Saved\n'))
    expect(faultsOf(site)).toBe('')
  })
})
