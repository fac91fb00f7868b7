/** Kills lose nothing: a writer is killed at any moment, the recovery runs, and git says what is there. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, it } from 'vitest'
import { type Fixture, locksIn, makeRepository, testEnv } from '../../test/git-fixture.ts'
import { times } from '../../test/times.ts'

const CYCLES = times(12, 200)
const WRITERS = 3
/** Longest life of a writer after it is ready, or after its first save. */
const KILL_WITHIN_MS = 400
// Starts, kills and recoveries take their time on a busy machine.
const TIME_LIMIT_MS = times(120_000, 1_200_000)

/** One life of the writer, every other one with a save that was answered; returns what it printed. */
async function killOnce(command: readonly string[], cycle: number): Promise<string> {
  const child = spawn(process.execPath, command, {
    env: testEnv,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const begin = cycle % 2 === 0 ? /ready\n/ : / [0-9a-f]{40}\n/
  const closed = new Promise<void>((done) => child.on('close', () => done()))
  const ready = new Promise<void>((done) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (begin.test(output)) done()
    })
  })
  await Promise.race([ready, closed])
  await sleep(Math.random() * KILL_WITHIN_MS)
  if (child.pid === undefined) throw new Error('the writer did not start')
  // A negative number names the process group: the writer and its git children.
  process.kill(cycle % 4 === 0 ? child.pid : -child.pid, 'SIGKILL')
  await closed
  return output
}

/** What git says of the author's own work. */
const workOf = ({ git }: Fixture) => git('status', '--porcelain') + git('diff', '--cached')

it(
  'loses nothing that was acknowledged when killed at any moment',
  async () => {
    const writer = join(inject('workers'), 'git-writer.mjs')
    const author = makeRepository({ 'posts/a.md': 'A\n', 'posts/dirty.md': 'clean\n' })
    author.put('posts/staged.md', 'staged\n')
    author.git('add', 'posts/staged.md')
    author.put('posts/dirty.md', 'dirty\n')
    author.put('posts/untracked.md', 'untracked\n')
    const work = workOf(author)
    const acknowledged: string[] = []
    let number = 0
    for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
      const command = [writer, author.folder, String(number), String(WRITERS)]
      const output = await killOnce(command, cycle)
      for (const [, written, commit = ''] of output.matchAll(/ (\d+) ([0-9a-f]{40})\n/g)) {
        acknowledged.push(commit)
        number = Math.max(number, Number(written))
      }
      // Numbers of writes that were not acknowledged are not used again.
      number += 100
      await (await author.open()).close()
      const standing = new Set(author.git('rev-list', 'HEAD').split('\n'))
      expect(acknowledged.filter((commit) => !standing.has(commit))).toEqual([])
      expect(workOf(author)).toBe(work)
      expect(locksIn(author)).toEqual([])
      if (cycle % 5 === 0 || cycle === CYCLES) {
        expect(author.git('fsck', '--full', '--strict', '--no-dangling')).toBe('')
      }
    }
    expect(acknowledged.length).toBeGreaterThan(0)
  },
  TIME_LIMIT_MS,
)
