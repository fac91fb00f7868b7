import { expect, it } from 'vitest'
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
  const reader = new HistoryReader({
    repository: {
      head: () => Promise.reject(new Error('The repository is closed.')),
      mainLine: async () => ({ isWhole: true, beganAt: null, commits: [] }),
    },
    source: {
      readRevision: async () => null,
      fileRevisions: async () => [],
      postAt: () => null,
      zone: () => 'UTC',
    },
    log: { ...silentLog, warn },
    onChange() {},
  })
  const reading = reader.update()
  if (isEnding) reader.close()
  await reading
  expect(warned).toBe(warnings)
})
