/**
 * Three built servers on one bare remote, writes to all at random, some to
 * one post, the remote gone for 10 s, one server killed; then what git says of it. Run by hand:
 * `node scripts/lab/run-ts.mjs scripts/lab/stress/stress-replicas.ts --seconds 60`, after a build.
 */
import { renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runCleanUps } from '../../../server/test/at-end.ts'
import { type BuiltServer, startBuiltServer, until } from '../../../server/test/built-server.ts'
import { type Fixture, testEnv } from '../../../server/test/git-fixture.ts'
import { cloneOf, makeRemote } from '../../../server/test/remote-fixture.ts'
import { createDice, type Dice } from '../dice.ts'

const SERVERS = 3
const SHARED_POSTS = 4
const PARAGRAPHS = 8
const PAUSE_MS_MAX = 300
const REMOTE_GONE_MS = 10_000
const CONVERGE_MS_MAX = 60_000

interface Replica {
  site: Fixture
  server: BuiltServer | null
  refused: number
}

interface SavedPost {
  id: string
  content: string
  revision: string
}

/** The posts that all servers change. */
function sharedPosts(): Record<string, string> {
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, at) => `Paragraph ${at}.`).join('\n\n')
  const posts = Array.from({ length: SHARED_POSTS }, (_, at) => [
    `posts/shared-${at}.md`,
    `---\ntitle: Shared ${at}\ntype: essay\ndate: 2026-01-0${at + 1}\n---\n\n${paragraphs}\n`,
  ])
  return { 'site.yaml': 'time_zone: UTC\n', ...Object.fromEntries(posts) }
}

const start = (site: Fixture) =>
  startBuiltServer({
    contentDir: site.folder,
    stateDir: join(dirname(site.folder), 'state'),
    env: {
      ...testEnv,
      GIT_REMOTE: 'origin',
      GIT_PULL_SECONDS: '2',
      JWT_SECRET: 'shared by the three of them, and long enough',
      LOG_LEVEL: 'fatal',
    },
  })

/** One save as an admin makes it: a new post, or one paragraph of a post that all have. */
async function save(server: BuiltServer, dice: Dice, text: string): Promise<SavedPost> {
  if (dice.chance(0.5)) {
    const body = { title: text, type: 'short', content: text }
    return (await server.call('POST', '/posts', body)) as SavedPost // what the API answers
  }
  // Most of them go to one post.
  const id = `shared-${dice.chance(0.6) ? 0 : dice.between(1, SHARED_POSTS - 1)}`
  const post = (await server.call('GET', `/posts/${id}`)) as SavedPost
  const paragraphs = post.content.split('\n\n')
  paragraphs[dice.between(0, paragraphs.length - 1)] = text
  return (await server.call('PUT', `/posts/${id}`, {
    content: paragraphs.join('\n\n'),
  })) as SavedPost
}

async function writeUntil(end: number, replica: Replica, dice: Dice, acked: Map<string, string>) {
  for (let n = 0; Date.now() < end; n += 1) {
    await sleep(dice.between(20, PAUSE_MS_MAX))
    const { server } = replica
    if (server === null) continue
    try {
      const text = `Text ${n} of ${server.pid}`
      const post = await save(server, dice, text)
      acked.set(post.revision, post.id)
    } catch {
      replica.refused += 1
    }
  }
}

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
})
const seconds = Number(values.seconds)
const remote = makeRemote(sharedPosts())
const replicas: Replica[] = []
try {
  for (let at = 0; at < SERVERS; at += 1) {
    const site = cloneOf(remote)
    replicas.push({ site, server: await start(site), refused: 0 })
  }
  const began = Date.now()
  const end = began + seconds * 1_000
  const acked = new Map<string, string>()
  const untilPart = (part: number) =>
    sleep(Math.max(0, began + seconds * 1_000 * part - Date.now()))

  async function takeRemoteAway(): Promise<void> {
    await untilPart(0.3)
    renameSync(remote.folder, `${remote.folder}.gone`)
    await sleep(REMOTE_GONE_MS)
    renameSync(`${remote.folder}.gone`, remote.folder)
  }

  async function killOne(): Promise<void> {
    await untilPart(0.7)
    const victim = replicas[1]
    const server = victim?.server
    if (!victim || !server) return
    victim.server = null
    await server.stop('SIGKILL')
    victim.server = await start(victim.site)
  }

  await Promise.all([
    takeRemoteAway(),
    killOne(),
    ...replicas.map((replica, at) =>
      writeUntil(end, replica, createDice(Number(values.seed) * SERVERS + at), acked),
    ),
  ])
  const quiet = performance.now()
  const all = [remote, ...replicas.map(({ site }) => site)]
  const heads = () => all.map(({ git }) => git('rev-parse', 'main').trim())
  const unclean = () => replicas.map(({ site }) => site.git('status', '--porcelain'))
  const isConverged = async () => new Set(heads()).size === 1 && unclean().join('') === ''
  await until(isConverged, CONVERGE_MS_MAX).catch(() => {})
  const convergeMs = Math.round(performance.now() - quiet)

  const reachable = new Set(
    remote
      .git('rev-list', '--objects', 'main')
      .split('\n')
      .map((line) => line.slice(0, 40)),
  )
  const lost = [...acked.keys()].filter((revision) => !reachable.has(revision)).length
  const names = remote.git('ls-tree', '-r', '--name-only', 'main').split('\n')
  const faults = all.map(({ git }) => git('fsck', '--full', '--strict', '--no-dangling'))
  console.log(`replicas for ${seconds} s`, {
    ...{ acknowledged: acked.size, lost, 'ms to converge': convergeMs },
    'refused while one was killed': replicas.map(({ refused }) => refused),
    commits: Number(remote.git('rev-list', '--count', 'main')),
    'conflict copies': names.filter((name) => /-conflict-[0-9a-f]{7}\.md$/.test(name)).length,
    'HEADs, remote first': heads().map((head) => head.slice(0, 10)),
    'what git says': [...unclean(), ...faults].join('') || 'nothing',
  })
  process.exitCode = lost > 0 || !(await isConverged()) ? 1 : 0
} finally {
  for (const { server } of replicas) await server?.stop()
  await runCleanUps()
}
