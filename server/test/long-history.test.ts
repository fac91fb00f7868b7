/** Questions about a history so long that git walks it for seconds. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder, testEnv, until } from './git-fixture.ts'
import { PASSWORD, startServer } from './live-server.ts'

/**
 * A folder with a `git` that is git, but for `log` of a post or of deletions: that takes a minute.
 * Its process id is in the file `pid`, one a line.
 */
function makeSlowLog(pid: string): string {
  const folder = makeFolder()
  const script = `#!/bin/sh
PATH=${testEnv.PATH}
case "$*" in *--diff-filter=D*|*--topo-order*a.md) ;; *) exec git "$@" ;; esac
echo $$ >>"${pid}"
exec sleep 60
`
  writeFileSync(join(folder, 'git'), script)
  chmodSync(join(folder, 'git'), 0o755)
  return folder
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

it.each([
  ['deleted posts', '/posts/deleted'],
  ["a post's history", '/history?post=a'],
])('git is ended when nobody waits for %s, and the status never waits', async (_, path) => {
  const pidFile = join(makeFolder(), 'pid')
  const server = await startServer(
    { 'posts/a.md': '---\ntitle: A\ndate: 2026-05-01\n---\n\nText.\n' },
    { PATH: `${makeSlowLog(pidFile)}:${testEnv.PATH}` },
  )
  const login = await server.ask<{ token: string }>('POST', '/auth/login', {
    password: PASSWORD,
  })
  const headers = { authorization: `Bearer ${login.data.token}` }
  const asked = Array.from({ length: 6 }, () => new AbortController())
  const answers = asked.map(({ signal }) =>
    fetch(`${server.address}/api${path}`, { headers, signal }).catch(() => 'gone'),
  )
  await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '')
  const pids = () => readFileSync(pidFile, 'utf8').trim().split('\n').map(Number)
  const status = await server.call<{ repository: object }>('GET', '/status')
  expect(status.data.repository).toMatchObject({ state: 'ok' })
  expect(pids()).toHaveLength(1)
  expect(pids().every(isAlive)).toBe(true)
  for (const asker of asked) asker.abort()
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['gone']))
  await until(() => !pids().some(isAlive))
  expect(pids()).toHaveLength(1)
})
