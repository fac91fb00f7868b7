import { expect, it } from 'vitest'
import type { Repository } from '../../git/repository.ts'
import { silentLog } from '../../log.ts'
import { HistoryReader } from './history-reader.ts'

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
    versions: { read: async () => null, zone: () => 'UTC' },
    kept: null,
    onChange() {},
  })
  const reading = reader.update()
  if (isEnding) reader.close()
  await reading
  expect(warned).toBe(warnings)
})
