/** Objects and folders of the repository that another git takes away beside a save. */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { faultsOf, makeRepository, putting, until } from '../../test/git-fixture.ts'
import { createIo } from '../objects/io.ts'

it('saves while git gc takes empty folders of objects away', async () => {
  const author = makeRepository()
  const real = createIo()
  let taken = 0
  const io = {
    ...real,
    async writeNew(...args: Parameters<typeof real.writeNew>) {
      const folder = join(args[0], '..')
      const isObject = args[0].includes('tmp_obj_')
      if (isObject && taken < 3 && readdirSync(folder).length === 0) {
        rmdirSync(folder)
        taken += 1
      }
      return real.writeNew(...args)
    },
  }
  const repository = await author.open({ io })
  for (const text of ['1', '2', '3']) await repository.write(putting('posts/a.md', `${text}\n`))
  expect(taken).toBe(3)
  expect(faultsOf(author)).toBe('')
})

it.each([
  ['gc', ['gc', '-q', '--prune=now']],
  ['repack', ['repack', '-adq']],
])('saves beside git %s', async (_, command) => {
  const author = makeRepository()
  const repository = await author.open()
  for (let round = 0; round < 6; round += 1) {
    const writes = Array.from({ length: 8 }, (__, n) =>
      repository.write(putting(`posts/p${n}.md`, `${round}\n`)),
    )
    author.git(...command)
    await Promise.all(writes)
  }
  expect(faultsOf(author)).toBe('')
})

it('puts back what a prune took of a save, before it answers', async () => {
  const author = makeRepository()
  let isPruning = false
  const repository = await author.open({
    faults(step) {
      if (step !== 'git update-ref' || !isPruning) return
      isPruning = false
      author.git('prune', '--expire=now')
    },
  })
  isPruning = true
  await repository.write(putting('posts/a.md', 'A2\n'))
  expect(isPruning).toBe(false)
  expect(author.git('show', 'HEAD:posts/a.md')).toBe('A2\n')
  await repository.write(putting('posts/a.md', 'A3\n'))
  expect(faultsOf(author)).toBe('')
})

it('says in the status that the newest commit cannot be read, until it can again', async () => {
  const author = makeRepository()
  const repository = await author.open()
  await repository.write(putting('posts/a.md', 'A2\n'))
  const tree = author.git('rev-parse', 'HEAD^{tree}').trim()
  const object = join(author.folder, '.git/objects', tree.slice(0, 2), tree.slice(2))
  expect(existsSync(object)).toBe(true)
  author.git('commit', '-q', '--allow-empty', '-m', 'By hand')
  rmSync(object)
  await until(() => repository.state().state === 'read_only')
  expect(repository.state().message).toContain('git fsck')
})
