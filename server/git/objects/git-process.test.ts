/** Git that waits for something else which never comes: whoever asked gets an end. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { makeFolder, makeRepository, testEnv } from '../../test/git-fixture.ts'
import { Git } from './git-process.ts'
import { ObjectReader } from './object-reader.ts'
import { placeAt } from './repository-place.ts'

/** Longer than any test waits; what follows are arguments. */
const FOREVER = 'sleep 120; :'

it('an object that git waits for at a silent remote is given up, and others are read', async () => {
  const { folder: remote, git } = makeRepository({ 'posts/a.md': 'A\n' })
  git('config', 'uploadpack.allowFilter', 'true')
  const blob = git('rev-parse', 'HEAD:posts/a.md').trim()
  const folder = join(makeFolder(), 'clone')
  git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${remote}`, folder)
  git('-C', folder, 'remote', 'set-url', 'origin', 'ssh://nowhere/x')
  const env = { ...testEnv, PATH: `${testEnv.PATH}`, GIT_SSH_COMMAND: FOREVER }
  const reader = new ObjectReader(new Git({ place: placeAt(folder), env }), { silentMsMax: 300 })
  atEnd(() => reader.close())
  const [missing, there] = await Promise.allSettled([reader.blob(blob), reader.info('HEAD')])
  expect(missing.status).toBe('rejected')
  expect(there).toMatchObject({ status: 'fulfilled', value: { type: 'commit' } })
})
