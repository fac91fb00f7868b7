import { expect, it } from 'vitest'
import { makeRepository, notingGit, putting } from '../../test/git-fixture.ts'

it('knows without a process what a few saves did not change', async () => {
  const author = makeRepository({ 'projects/p.yaml': '1', 'posts/a.md': 'A' })
  const { env, readings } = notingGit()
  const repository = await author.open({ env })
  const since = author.git('rev-parse', 'HEAD').trim()
  for (let save = 0; save < 5; save += 1) await repository.write(putting('posts/a.md', `A${save}`))
  const to = author.git('rev-parse', 'HEAD').trim()
  const before = readings()
  expect(await repository.fileRevisions('projects', since)).toEqual([])
  expect(await repository.nearLine(['posts'], { since, to })).toHaveLength(5)
  expect(readings()).toEqual(before)
})

it('reads what changed and came back, and what a merge brought', async () => {
  const author = makeRepository({ 'projects/p.yaml': '1', 'posts/a.md': 'A' })
  const repository = await author.open()
  const since = author.git('rev-parse', 'HEAD').trim()
  await repository.write(putting('projects/p.yaml', '2'))
  await repository.write(putting('projects/p.yaml', '1'))
  expect(await repository.fileRevisions('projects', since)).toHaveLength(2)
  const main = author.git('rev-parse', 'HEAD').trim()
  author.git('checkout', '-q', '-b', 'side')
  author.put('projects/p.yaml', 'three')
  author.git('commit', '-qam', 'three')
  author.git('checkout', '-q', '-')
  author.git('merge', '-q', '--no-ff', '-m', 'merge', 'side')
  expect(await repository.fileRevisions('projects', main)).toHaveLength(1)
})
