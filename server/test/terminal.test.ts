/** What the built server's log looks like: words at a terminal, JSON for programs. */
import { expect, it } from 'vitest'
import { atEnd } from './at-end.ts'
import { startProcess } from './built-server.ts'
import { makeRepository, until } from './git-fixture.ts'

const WARNING = 'SITE_URL is not set: links in feeds and cards use this address'
const LOGGED = new RegExp(`${WARNING}[^\\n]*\\n`)

/** A server that is at its address, and the lines that it has printed. */
async function started({ inTerminal }: { inTerminal: boolean }) {
  const { folder } = makeRepository({ 'posts/a.md': 'Text.\n' })
  const env = { NO_COLOR: '1', SITE_URL: undefined }
  const { said, child } = startProcess(folder, env, { inTerminal })
  // Two writers, in either order: the log and the line for the person.
  await until(() => said().includes('G.A.P. is at') && LOGGED.test(said()))
  const pid = Number(/pid=(\d+)/.exec(said())?.[1] ?? child.pid)
  const killTerminal = () => {
    child.kill('SIGKILL')
    return until(() => !isAlive(pid))
  }
  // It writes in its folder until it has ended.
  atEnd(killTerminal)
  return { lines: said().split(/\r?\n/), pid, killTerminal }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('a terminal gets lines in words, and takes its server along when it goes', async () => {
  const { lines, pid, killTerminal } = await started({ inTerminal: true })
  const [line] = lines.filter((words) => words.includes(WARNING))
  expect(line).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: /)
  expect(lines.filter((words) => words.startsWith('{'))).toEqual([])
  expect(isAlive(pid)).toBe(true)
  await killTerminal()
})

it('a program gets JSON', async () => {
  const { lines } = await started({ inTerminal: false })
  const [line = ''] = lines.filter((words) => words.includes(WARNING))
  expect(JSON.parse(line)).toMatchObject({ level: 40, msg: WARNING })
})
