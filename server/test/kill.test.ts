/** Kills of a server, at its first start and amid saves: the next one starts, and git says what is there. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startProcess } from './built-server.ts'
import { type Fixture, fixtureIn, locksIn, makeFolder, makeRepository } from './git-fixture.ts'
import { clientOf } from './http-client.ts'
import { times } from './times.ts'

const KILLS = times(10, 200)
const WRITERS = 3
/** Longest life of a server once it saves. */
const KILL_WITHIN_MS = 400
const FIRST_STARTS = times(1, 35)
/** What changes the folder at a first start takes about a tenth of a second. */
const FIRST_KILL_WITHIN_MS = 200
const AUTHORS_FILES = 300

const EACH = { timeout: FIRST_STARTS * 60_000 }
const ALL = { timeout: KILLS * 20_000 }

function starterOf(contentDir: string) {
  const env = { STATE_DIR: join(makeFolder(), 'state') }
  return () => startProcess(contentDir, env, { ownGroup: true })
}

const committedIn = ({ git }: Fixture) =>
  git('ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n')
const fsck = ({ git }: Fixture) => git('fsck', '--full', '--strict', '--no-dangling')
const workOf = ({ git }: Fixture) => git('status', '--porcelain') + git('diff', '--cached')

function putAuthorsFiles(folder: string): void {
  const { put } = fixtureIn(folder)
  for (let n = 0; n < AUTHORS_FILES; n += 1) put(`posts/${n % 10}/mine-${n}.md`, `Text ${n}.\n`)
}

/** Ours and git's own folders both begin so. */
const hasChanged = (folder: string) =>
  existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('.g'))

it.each<[string, (folder: string) => unknown, string, number?]>([
  ['a missing folder', () => {}, 'tags.yaml'],
  ['an empty folder', (folder) => mkdirSync(folder), 'tags.yaml'],
  ["an author's files", putAuthorsFiles, 'posts/9/mine-299.md', AUTHORS_FILES + 1],
])('a kill at a start on %s leaves nothing half done', EACH, async (_, prepare, wanted, count) => {
  for (let kill = 0; kill < FIRST_STARTS; kill += 1) {
    const folder = join(makeFolder(), 'content')
    prepare(folder)
    const start = starterOf(folder)
    const first = start()
    while (!hasChanged(folder)) await sleep(1)
    const killAfterMs = Math.round(FIRST_KILL_WITHIN_MS * Math.random())
    await sleep(killAfterMs)
    // As the end of a container does it: its git children are gone too.
    await first.kill()
    const second = start()
    const { call } = clientOf(await second.address())
    const saved = await call('POST', '/posts', { title: 'After the kill', content: 'Text.' })
    expect([killAfterMs, saved.status]).toEqual([killAfterMs, 201])
    second.child.kill('SIGTERM')
    await second.ended
    const site = fixtureIn(folder)
    const faults = [fsck(site), site.git('status', '--porcelain', '--ignored'), ...locksIn(site)]
    expect([killAfterMs, faults]).toEqual([killAfterMs, ['', '']])
    expect(committedIn(site)).toContain(wanted)
    if (count) expect(committedIn(site)).toHaveLength(count)
  }
})

it('loses nothing that was acknowledged when killed at any moment', ALL, async () => {
  const author = makeRepository({ 'posts/a.md': 'A\n', 'posts/dirty.md': 'clean\n' })
  author.put('posts/staged.md', 'staged\n')
  author.git('add', 'posts/staged.md')
  author.put('posts/dirty.md', 'dirty\n')
  author.put('posts/untracked.md', 'untracked\n')
  const work = workOf(author)
  const start = starterOf(author.folder)
  const lock = join(author.folder, '.git/index.lock')
  const acknowledged: string[] = []
  let renames = 0
  let token: string | undefined
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const server = start()
    const client = clientOf(await server.address())
    token ??= await client.token()
    const options = { token }
    const save = async (method: string, path: string, body?: object) => {
      const answer = await client.request(method, `/api/posts${path}`, body, options)
      if (answer.status >= 300) throw new Error(answer.text)
      acknowledged.push(answer.meta.commit)
      return answer.data
    }
    const write = async () => {
      for (let n = 0; ; n += 1) {
        const { id } = await save('POST', '', { title: 'Made', content: `Text ${kill} ${n}.` })
        await save('PUT', `/${id}`, { content: 'Other text.' })
        // Until the history is read an old id may be given again.
        renames += 1
        const renamed = await save('POST', `/${id}/rename`, { id: `renamed-${renames}` })
        if (n % 2 === 0) await save('DELETE', `/${renamed.id}`)
      }
    }
    const before = acknowledged.length
    const writing = Promise.allSettled(Array.from({ length: WRITERS }, write))
    await sleep(Math.random() * KILL_WITHIN_MS)
    // Every other kill comes in the milliseconds in which a save holds the index.
    while (kill % 2 === 0 && !existsSync(lock)) await setImmediate()
    // The others come after an answer, however busy the machine is.
    while (kill % 2 === 1 && acknowledged.length === before) await setImmediate()
    // Now and then its git children go on.
    if (kill % 5 === 0) server.child.kill('SIGKILL')
    else await server.kill()
    await Promise.all([server.ended, writing])
    const next = start()
    await next.address()
    const standing = new Set(author.git('rev-list', 'HEAD').split('\n'))
    expect(acknowledged.filter((commit) => !standing.has(commit))).toEqual([])
    expect(workOf(author)).toBe(work)
    expect(locksIn(author)).toEqual([])
    await next.kill()
  }
  expect(fsck(author)).toBe('')
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS / 2)
})
