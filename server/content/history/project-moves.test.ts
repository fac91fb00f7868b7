import { expect, it } from 'vitest'
import type { Repository } from '../../git/repository.ts'
import { silentLog } from '../../log.ts'
import { createProjectMoves } from './project-moves.ts'

it.each([
  ['says so while the site is up', false, 1],
  ['is silent about it once the site ends', true, 0],
])('a reading that is cut off %s', async (_, isEnding, warnings) => {
  let said = 0
  const warn = () => {
    said += 1
  }
  const head = () => Promise.reject(new Error('The repository is closed.'))
  // The one call of a repository that a reading begins with.
  const repository = { head } as Partial<Repository> as Repository
  const moves = createProjectMoves({ repository, log: { ...silentLog, warn }, onMoves() {} })
  const reading = moves.update()
  if (isEnding) moves.close()
  await reading
  expect(said).toBe(warnings)
})
