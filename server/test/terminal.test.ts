/** What the built server's log looks like: words at a terminal, JSON for programs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { makeFolder, makeRepository, testEnv, until } from './git-fixture.ts'

const MAIN = resolve(import.meta.dirname, '../../dist/server/main.mjs')
const WARNING = 'SITE_URL is not set: links in feeds and cards use this address'

const LOGGED = new RegExp(`${WARNING}[^\\n]*\\n`)

const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

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
  children.push(child)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  // Two writers, in either order: the log and the line for the person.
  await until(() => /G\.A\.P\. is at/.test(said) && LOGGED.test(said))
  return said.split(/\r?\n/)
}

it('a terminal gets lines in words', async () => {
  // `script` gives the server a terminal of its own.
  const lines = await printed('script', ['-qec', `'${process.execPath}' '${MAIN}'`, '/dev/null'])
  const [line] = lines.filter((words) => words.includes(WARNING))
  expect(line).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: /)
  expect(lines.filter((words) => words.startsWith('{'))).toEqual([])
})

it('a terminal that goes away takes its server along', async () => {
  const command = `sh -c 'echo pid=$$; exec "${process.execPath}" "${MAIN}"'`
  const lines = await printed('script', ['-qec', command, '/dev/null'])
  const pid = Number(lines.join('\n').match(/pid=(\d+)/)?.[1])
  const isAlive = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  expect(isAlive()).toBe(true)
  children.at(-1)?.kill('SIGKILL')
  await until(() => !isAlive())
})

it('a program gets JSON', async () => {
  const lines = await printed(process.execPath, [MAIN])
  const [line = ''] = lines.filter((words) => words.includes(WARNING))
  expect(JSON.parse(line)).toMatchObject({ level: 40, msg: WARNING })
})
