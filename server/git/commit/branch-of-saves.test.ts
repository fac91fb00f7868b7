import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { silentLog } from '../../log.ts'
import { makeRepository, putting, until } from '../../test/git-fixture.ts'

it('a start on a side branch does not make it the branch of saves', async () => {
  const author = makeRepository()
  await (await author.open()).close()
  author.git('switch', '-qc', 'side')
  const repository = await author.open()
  const { state, message } = repository.state()
  expect(state).toBe('wrong_branch')
  for (const words of ['“side”', '“main”', 'git switch main']) expect(message).toContain(words)
  await expect(repository.write(putting('posts/a.md', 'A2\n'))).rejects.toMatchObject({
    code: 'wrong_branch',
  })
  author.git('switch', '-q', 'main')
  await until(() => repository.state().state === 'ok')
  const { commit } = await repository.write(putting('posts/a.md', 'A2\n'))
  expect(author.git('rev-parse', 'main').trim()).toBe(commit)
})

it('a start after the branch was renamed continues on it, and the log says so', async () => {
  const author = makeRepository()
  await (await author.open()).close()
  author.git('branch', '-m', 'main', 'trunk')
  const said: object[] = []
  const log = { ...silentLog, info: (words: object) => void said.push(words) }
  const repository = await author.open({ log })
  const { commit } = await repository.write(putting('posts/a.md', 'A2\n'))
  expect(author.git('rev-parse', 'trunk').trim()).toBe(commit)
  expect(said).toContainEqual({ before: 'refs/heads/main', branch: 'refs/heads/trunk' })
})

it('the status says that a renamed branch needs a new start', async () => {
  const author = makeRepository()
  const repository = await author.open()
  author.git('branch', '-m', 'main', 'trunk')
  await until(() => repository.state().message.includes('start the server again'))
  expect(repository.state().message).not.toContain('git switch')
})

it('saves go to another branch once the memory of the first is removed', async () => {
  const author = makeRepository()
  await (await author.open()).close()
  author.git('switch', '-qc', 'side')
  rmSync(join(author.folder, '.git/gap/branch'))
  const repository = await author.open()
  const { commit } = await repository.write(putting('posts/a.md', 'A2\n'))
  expect(author.git('rev-parse', 'side').trim()).toBe(commit)
})
