/** Kills lose nothing: a server is killed amid saves, the next one starts, and git says what is there. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { spawnServer } from './built-server.ts'
import { type Fixture, locksIn, makeFolder, makeRepository, testEnv } from './git-fixture.ts'
import { clientOf } from './http-client.ts'
import { times } from './times.ts'

const KILLS = times(10, 200)
const WRITERS = 3
/** Longest life of a server once it saves. */
const KILL_WITHIN_MS = 400

/** What git says of the author's own work. */
const workOf = ({ git }: Fixture) => git('status', '--porcelain') + git('diff', '--cached')

it(
  'loses nothing that was acknowledged when killed at any moment',
  async () => {
    const author = makeRepository({ 'posts/a.md': 'A\n', 'posts/dirty.md': 'clean\n' })
    author.put('posts/staged.md', 'staged\n')
    author.git('add', 'posts/staged.md')
    author.put('posts/dirty.md', 'dirty\n')
    author.put('posts/untracked.md', 'untracked\n')
    const work = workOf(author)
    const stateDir = join(makeFolder(), 'state')
    const start = async () => {
      const surroundings = { contentDir: author.folder, stateDir, env: testEnv, ownGroup: true }
      const server = spawnServer(surroundings)
      return { server, client: clientOf(await server.address()) }
    }
    const acknowledged: string[] = []
    let token: string | undefined
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const { server, client } = await start()
      token ??= await client.token()
      const options = { token }
      const save = async (method: string, path: string, body?: object) => {
        const answer = await client.request(method, `/api/posts${path}`, body, options)
        acknowledged.push(answer.meta.commit)
        return answer.data
      }
      const write = async () => {
        for (let n = 0; ; n += 1) {
          const { id } = await save('POST', '', { title: 'Made', content: `Text ${kill} ${n}.` })
          await save('PUT', `/${id}`, { content: 'Other text.' })
          const renamed = await save('POST', `/${id}/rename`, { id: `${id}-renamed` })
          if (n % 2 === 0) await save('DELETE', `/${renamed.id}`)
        }
      }
      const writing = Promise.allSettled(Array.from({ length: WRITERS }, write))
      await sleep(Math.random() * KILL_WITHIN_MS)
      // Now and then its git children go on.
      if (kill % 4 === 0) server.child.kill('SIGKILL')
      else await server.killGroup()
      await Promise.all([server.ended, writing])
      const next = await start()
      const standing = new Set(author.git('rev-list', 'HEAD').split('\n'))
      expect(acknowledged.filter((commit) => !standing.has(commit))).toEqual([])
      expect(workOf(author)).toBe(work)
      expect(locksIn(author)).toEqual([])
      await next.server.killGroup()
    }
    expect(author.git('fsck', '--full', '--strict', '--no-dangling')).toBe('')
    expect(acknowledged.length).toBeGreaterThan(KILLS)
  },
  KILLS * 20_000,
)
