/**
 * Changes that a rewrite of history took away: which are listed, and at what cost. How they come back
 * is proven by the server's calls (`server/test/conflicts.test.ts`).
 */
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import {
  type Fixture,
  makeRepository,
  notingGit,
  type OpenRepository,
  openSite,
  testEnv,
} from '../../test/git-fixture.ts'

const listed = async (repository: OpenRepository) =>
  (await repository.parts().displaced.list()).map(({ commit }) => commit)

it('lists the acknowledged changes that are gone until they are back', async () => {
  const { author, repository } = await openSite()
  // A list of the commit that the author will return to.
  expect(await repository.parts().displaced.list()).toEqual([])
  const a = await repository.save('posts/a.md', 'A2\n', 'Update: A')
  const b = await repository.save('posts/b.md', 'B\n', 'Publish: B')
  author.git('reset', '-q', '--hard', `${a.commit}^`)
  expect(await repository.parts().displaced.list()).toMatchObject([
    { commit: b.commit, subject: 'Publish: B', files: ['posts/b.md'] },
    { commit: a.commit, subject: 'Update: A', files: ['posts/a.md'] },
  ])
  await repository.save('posts/c.md', 'C\n')
  author.git('reflog', 'expire', '--expire=now', '--all')
  author.git('gc', '-q', '--prune=now')
  expect(await listed(repository)).toEqual([b.commit, a.commit])
  await repository.save('posts/a.md', 'A2\n')
  await repository.save('posts/b.md', 'B\n')
  expect(await repository.parts().displaced.list()).toEqual([])
  expect(author.git('for-each-ref', 'refs/gap/displaced')).toBe('')
})

it('lists nothing when a rebase only moves the changes', async () => {
  const { author, repository } = await openSite()
  const { commit } = await repository.save('posts/b.md', 'B\n')
  author.git('checkout', '-q', '-b', 'upstream', `${commit}^`)
  author.commitFiles({ 'posts/c.md': 'C\n' })
  author.git('checkout', '-q', 'main')
  author.git('rebase', '-q', 'upstream')
  expect(await repository.parts().displaced.list()).toEqual([])
  await repository.save('posts/d.md', 'D\n')
  expect(author.git('for-each-ref', 'refs/gap/displaced')).toBe('')
})

it('starts no git process to say again what has not changed', async () => {
  const author = makeRepository()
  const { env, readings } = notingGit()
  const repository = await author.open({ env })
  const { commit } = await repository.save('posts/b.md', 'B\n')
  author.git('reset', '-q', '--hard', `${commit}^`)
  const ask = async () => [await listed(repository), await repository.parts().conflicts.list()]
  expect(await ask()).toEqual([[commit], []])
  const before = readings()
  expect(await ask()).toEqual([[commit], []])
  expect(readings()).toEqual(before)
})

/** Makes a line of so many commits, of which each changes one of a hundred posts. */
function importLine({ folder }: Fixture, branch: string): void {
  const commits = Array.from({ length: 1_100 }, (_, at) => {
    const text = `${at}\n`
    const who = `A <a@b> ${1_600_000_000 + at} +0000`
    const file = `M 100644 inline posts/p${at % 100}.md\ndata ${text.length}\n${text}`
    return `commit refs/heads/${branch}\ncommitter ${who}\ndata 3\n${branch}\n${file}\n`
  })
  const input = commits.join('')
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, env: testEnv, input })
}

it('compares no patches of a history that was rewritten as a whole', async () => {
  const author = makeRepository()
  importLine(author, 'old')
  author.git('reset', '-q', '--hard', 'old')
  const { env, readings } = notingGit()
  const repository = await author.open({ env })
  const { commit } = await repository.save('posts/lost.md', 'Lost\n')
  importLine(author, 'new')
  author.git('reset', '-q', '--hard', 'new')
  const before = readings().length
  expect(await listed(repository)).toEqual([commit])
  await repository.save('posts/next.md', 'Next\n')
  expect(await listed(repository)).toEqual([commit])
  const asked = readings().slice(before)
  expect(asked.filter((line) => line.includes('--cherry-pick'))).toEqual([])
})
