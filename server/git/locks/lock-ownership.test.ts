/** Locks that are ours are given back, whatever the system or a killed git said of them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  type Fixture,
  faultsOf,
  locksIn,
  makeFolder,
  makeRepository,
  openSite,
  testEnv,
  until,
} from '../../test/git-fixture.ts'
import { SecondServerError, takeServerLock } from './server-lock.ts'

const inGit = (author: Fixture, name: string) => join(author.folder, '.git', name)

/** A git that, once the file `trap` is there, runs the script amid moving refs and dies. */
function makeMortalGit(trap: string, script: string): string {
  const folder = makeFolder()
  const text = `#!/bin/sh
PATH=${testEnv.PATH}
case "$*" in *"update-ref -m"*) ;; *) exec git "$@" ;; esac
[ -e "${trap}" ] || exec git "$@"
while read -r word ref to from; do
  case "$word" in start|prepare) echo "$word: ok" ;; esac
  [ "$word" = update ] && [ "$ref" = refs/heads/main ] && tip=$to base=$from
  [ "$word" = commit ] && break
done
rm "${trap}"
cd .git
${script}
kill -9 $$
`
  writeFileSync(join(folder, 'git'), text, { mode: 0o755 })
  return folder
}

const KILLED_WITH_ALL_LOCKS =
  ': >HEAD.lock; echo $tip >refs/heads/main.lock; mkdir -p refs/gap; echo $tip >refs/gap/acked.lock'

it.each([
  ['with an empty lock', ': >HEAD.lock; : >refs/heads/main.lock'],
  ['with all its locks', KILLED_WITH_ALL_LOCKS],
  ['with the branch moved', `${KILLED_WITH_ALL_LOCKS}; mv refs/heads/main.lock refs/heads/main`],
])('a git that is killed amid moving refs holds up nobody when it dies %s', async (_, script) => {
  const author = makeRepository()
  const trap = join(makeFolder(), 'trap')
  const env = { ...testEnv, PATH: `${makeMortalGit(trap, script)}:${testEnv.PATH}` }
  const repository = await author.open({ env, lockWaitMs: 10_000 })
  writeFileSync(trap, '')
  const { commit } = await repository.save('posts/a.md', 'A2\n')
  expect(existsSync(trap)).toBe(false)
  expect(author.git('rev-parse', 'HEAD', 'refs/gap/acked')).toBe(`${commit}\n${commit}\n`)
  expect(locksIn(author)).toEqual([])
  author.git('commit', '-q', '--allow-empty', '-m', 'By hand')
  await repository.save('posts/a.md', 'A3\n')
  expect(faultsOf(author)).toBe('')
})

const left = ['index.lock', 'refs/gap/acked.lock', 'refs/gap/settled/x.lock']
it.each(left)('of a killed git no %s of ours outlives the next start', async (name) => {
  const author = makeRepository()
  await (await author.open()).close()
  mkdirSync(inGit(author, 'refs/gap/settled'), { recursive: true })
  linkSync(inGit(author, 'gap/lock'), inGit(author, name))
  const repository = await author.open()
  expect(locksIn(author)).toEqual([])
  await repository.save('posts/a.md', 'A2\n')
})

it('a lock of another is not taken for ours, and the status names it with what helps', async () => {
  const { author, repository } = await openSite(undefined, { lockWaitMs: 100 })
  for (const name of ['index.lock', 'HEAD.lock', 'refs/heads/main.lock']) {
    const lock = inGit(author, name)
    writeFileSync(lock, '')
    // However old it is.
    utimesSync(lock, 0, 0)
    await until(() => repository.state().state === 'repository_locked')
    expect(repository.state().message).toContain(`rm '${lock}'`)
    expect(readFileSync(lock, 'utf8')).toBe('')
    rmSync(lock)
    await until(() => repository.state().state === 'ok')
  }
})

it('of servers that start at once after a kill one goes on, and a stopped one is told of', async () => {
  const folder = makeFolder()
  // Of a killed server; each start finds it dead.
  writeFileSync(join(folder, 'server-dead.sock'), '')
  const starts = await Promise.allSettled(Array.from({ length: 8 }, () => takeServerLock(folder)))
  const [first, ...others] = starts.filter(({ status }) => status === 'fulfilled')
  expect(others).toEqual([])
  await expect(takeServerLock(folder)).rejects.toThrow(SecondServerError)
  if (first?.status === 'fulfilled') await first.value.release()
  expect(readdirSync(folder)).toEqual([])
  // In another container on the same volume: no process that is seen from here.
  const other = createServer((socket) => socket.end('1')).listen(join(folder, 'server.sock'))
  await once(other, 'listening')
  await expect(takeServerLock(folder)).rejects.toThrow(/Another server \(process 1\)/)
  other.close()
  const program = `require('net').createServer(() => {}).listen('server-x.sock', () => console.log(1))`
  const stopped = spawn(process.execPath, ['-e', program], { cwd: folder })
  await once(stopped.stdout, 'data')
  stopped.kill('SIGSTOP')
  await expect(takeServerLock(folder)).rejects.toThrow(SecondServerError)
  stopped.kill('SIGKILL')
  await once(stopped, 'exit')
  await (await takeServerLock(folder)).release()
})
