/** Git that waits for something else which never comes: whoever asked gets an end. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { makeFolder, makeRepository, testEnv } from '../../test/git-fixture.ts'
import { Git } from './git-process.ts'
import { gitStarter } from './git-starter.ts'
import { ObjectReader } from './object-reader.ts'

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
  const reader = new ObjectReader(new Git({ cwd: folder, env, config: [] }), 300)
  atEnd(() => reader.close())
  const [missing, there] = await Promise.allSettled([reader.blob(blob), reader.info('HEAD')])
  expect(missing.status).toBe('rejected')
  expect(there).toMatchObject({ status: 'fulfilled', value: { type: 'commit' } })
})

it('commands run on when the process that starts them is killed', async () => {
  const { folder } = makeRepository({ 'posts/a.md': 'A\n' })
  const env = { ...testEnv, PATH: `${testEnv.PATH}` }
  const command = { cwd: folder, env, input: undefined, timeLimitMs: 10_000 }
  const head = () => gitStarter.run({ ...command, args: ['rev-parse', '--short', 'HEAD'] })
  const starter = () => {
    const file = `/proc/${process.pid}/task/${process.pid}/children`
    const children = readFileSync(file, 'utf8').trim().split(' ')
    return children.find((pid) => readFileSync(`/proc/${pid}/cmdline`).includes('git-worker'))
  }
  gitStarter.start()
  expect(await head()).toMatchObject({ exitCode: 0 })
  await expect.poll(starter).toBeDefined()
  // Its first message comes a moment after its start.
  await expect.poll(head).toMatchObject({ exitCode: 0 })
  process.kill(Number(starter()), 'SIGKILL')
  await expect.poll(head).toMatchObject({ exitCode: 0 })
})
