/** What the built server's log looks like: words at a terminal, JSON for programs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { MAIN } from './built-server.ts'
import { makeFolder, makeRepository, testEnv, until } from './git-fixture.ts'

const WARNING = 'SITE_URL is not set: links in feeds and cards use this address'

const LOGGED = new RegExp(`${WARNING}[^\\n]*\\n`)

/** What `script` runs in a terminal of its own: a server that says its process id first. */
const IN_TERMINAL = `sh -c 'echo pid=$$; exec "${process.execPath}" "${MAIN}"'`

const started: { child: ChildProcess; pid(): number }[] = []

afterEach(async () => {
  for (const { child, pid } of started.splice(0)) {
    child.kill('SIGKILL')
    // A server whose terminal is gone ends by itself, and writes in its folder until then.
    await until(() => !isAlive(pid()))
  }
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** All that the server prints until it is at its address. */
async function printed(program: string, args: readonly string[]): Promise<string[]> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...testEnv,
      NO_COLOR: '1',
      CONTENT_DIR: makeRepository({ 'posts/a.md': 'Text.\n' }).folder,
      STATE_DIR: join(makeFolder(), 'state'),
      ADMIN_PASSWORD: 'correct horse battery',
      HOST: '127.0.0.1',
      PORT: '0',
    },
  })
  let said = ''
  started.push({ child, pid: () => Number(said.match(/pid=(\d+)/)?.[1] ?? child.pid) })
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  // Two writers, in either order: the log and the line for the person.
  await until(() => /G\.A\.P\. is at/.test(said) && LOGGED.test(said))
  return said.split(/\r?\n/)
}

it('a terminal gets lines in words', async () => {
  const lines = await printed('script', ['-qec', IN_TERMINAL, '/dev/null'])
  const [line] = lines.filter((words) => words.includes(WARNING))
  expect(line).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: /)
  expect(lines.filter((words) => words.startsWith('{'))).toEqual([])
})

it('a terminal that goes away takes its server along', async () => {
  await printed('script', ['-qec', IN_TERMINAL, '/dev/null'])
  const pid = started[0]?.pid() ?? 0
  expect(isAlive(pid)).toBe(true)
  started[0]?.child.kill('SIGKILL')
  await until(() => !isAlive(pid))
})

it('a program gets JSON', async () => {
  const lines = await printed(process.execPath, [MAIN])
  const [line = ''] = lines.filter((words) => words.includes(WARNING))
  expect(JSON.parse(line)).toMatchObject({ level: 40, msg: WARNING })
})
