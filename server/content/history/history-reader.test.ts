import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Repository } from '../../git/repository.ts'
import { silentLog } from '../../log.ts'
import { makeFolder, makeRepository, putting, until } from '../../test/git-fixture.ts'
import { HistoryReader } from './history-reader.ts'
import { HISTORY_FOLDERS } from './history-reading.ts'
import { KeptHistory } from './kept-history.ts'

const versions = { read: async () => null, zone: () => 'UTC' }

it.each([
  ['says so while the site is up', false, 1],
  ['is silent about it once the site ends', true, 0],
])('a reading that is cut off %s', async (_, isEnding, warnings) => {
  let warned = 0
  const warn = () => {
    warned += 1
  }
  const head = () => Promise.reject(new Error('The repository is closed.'))
  // The one call of a repository that a reading begins with.
  const repository = { head } as Partial<Repository> as Repository
  const reader = new HistoryReader({
    ...{ repository, log: { ...silentLog, warn } },
    versions,
    kept: null,
    onChange() {},
  })
  const reading = reader.update()
  if (isEnding) reader.close()
  await reading
  expect(warned).toBe(warnings)
})

it('a save does not change a reading that is being written down', async () => {
  const author = makeRepository()
  const repository = await author.open()
  const since = author.git('rev-parse', 'HEAD').trim()
  const order: string[] = []
  let goOn = () => {}
  class HeldHistory extends KeptHistory {
    override async textOf(...of: Parameters<KeptHistory['textOf']>) {
      await new Promise<void>((resolve) => {
        goOn = resolve
        order.push('begun')
      })
      const text = await super.textOf(...of)
      order.push('written down')
      return text
    }
  }
  const kept = new HeldHistory({ file: join(makeFolder(), 'history'), log: silentLog })
  const deps = { repository, versions, kept, log: silentLog, onChange() {} }
  const reader = new HistoryReader(deps)
  const reading = reader.update()
  await until(() => order.length === 1)
  const { commit } = await repository.write(putting('posts/b.md', 'B\n'))
  const news = reader.readNews().then(() => order.push('read'))
  // As long as it would take: the same is asked again.
  for (let times = 0; times < 3; times += 1) {
    await repository.nearLine(HISTORY_FOLDERS, { since, to: commit ?? '' })
  }
  goOn()
  await Promise.all([news, reading])
  expect(order).toEqual(['begun', 'written down', 'read'])
  await reader.close()
})
