/** The built server as a process of its own: what the programs that it starts get to see. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SETTINGS } from '../config.ts'
import { atEnd } from './at-end.ts'
import { MAIN } from './built-server.ts'
import { makeFolder, makeRepository, testEnv, until } from './git-fixture.ts'

const SECRETS = {
  ADMIN_PASSWORD: 'correct horse battery',
  JWT_SECRET: 'a secret of at least thirty-two bytes',
  WEBHOOK_SECRET: 'another secret',
}

/** A folder with a `git` that notes its environment and then is git. */
function makeNosyGit(notes: string): string {
  const folder = makeFolder()
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  writeFileSync(join(folder, 'git'), `#!/bin/sh\nenv >>"${notes}"\nexec ${git} "$@"\n`)
  chmodSync(join(folder, 'git'), 0o755)
  return folder
}

it('gives no secret, and no name of a file with one, to the programs it starts', async () => {
  const notes = join(makeFolder(), 'notes')
  const server = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...testEnv,
      ...SECRETS,
      // Not read where the value itself is given.
      JWT_SECRET_FILE: '/run/secrets/jwt',
      PATH: `${makeNosyGit(notes)}:${testEnv.PATH}`,
      CONTENT_DIR: makeRepository({ 'posts/a.md': 'Text.\n' }).folder,
      STATE_DIR: join(makeFolder(), 'state'),
      PORT: '0',
      LOG_LEVEL: 'warn',
    },
  })
  atEnd(() => server.kill('SIGKILL'))
  let said = ''
  server.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await until(() => said.includes('is at http'))
  server.kill('SIGTERM')
  await once(server, 'close')
  const seen = readFileSync(notes, 'utf8')
  expect(seen).toContain('PATH=')
  for (const { name } of Object.values(SETTINGS).filter((row) => 'secret' in row)) {
    expect(seen).not.toMatch(new RegExp(`^${name}(_FILE)?=`, 'm'))
  }
  for (const secret of Object.values(SECRETS)) expect(seen).not.toContain(secret)
})
