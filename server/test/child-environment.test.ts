/** The built server as a process: what the programs that it starts get to see. */
import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SETTINGS } from '../config.ts'
import { startProcess } from './built-server.ts'
import { makeFolder, makeRepository, testEnv } from './git-fixture.ts'

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
  const server = startProcess(makeRepository({ 'posts/a.md': 'Text.\n' }).folder, {
    ...SECRETS,
    // Not read where the value itself is given.
    JWT_SECRET_FILE: '/run/secrets/jwt',
    PATH: `${makeNosyGit(notes)}:${testEnv.PATH}`,
  })
  await server.address()
  server.child.kill('SIGTERM')
  await server.ended
  const seen = readFileSync(notes, 'utf8')
  expect(seen).toContain('PATH=')
  for (const { name } of Object.values(SETTINGS).filter((row) => 'secret' in row)) {
    expect(seen).not.toMatch(new RegExp(`^${name}(_FILE)?=`, 'm'))
  }
  for (const secret of Object.values(SECRETS)) expect(seen).not.toContain(secret)
})
