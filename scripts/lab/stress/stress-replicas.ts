/**
 * Three built servers with one bare remote: random saves on all of them, many to one post, the remote
 * missing for 10 s, one server killed; then the result is checked with git. Run by hand:
 * `node scripts/lab/run-ts.mjs scripts/lab/stress/stress-replicas.ts --seconds 60`.
 */
import { renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runCleanUps } from '../../../server/test/at-end.ts'
import { type BuiltServer, startBuiltServer, until } from '../../../server/test/built-server.ts'
import { type Fixture, faultsOf, testEnv } from '../../../server/test/git-fixture.ts'
import { cloneOf, makeRemote } from '../../../server/test/remote-fixture.ts'
import { createDice, type Dice } from '../dice.ts'

const SERVERS = 3
const SHARED_POSTS = 4
const PARAGRAPHS = Array.from({ length: 8 }, (_, at) => `Paragraph ${at}.`).join('\n\n')
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
  const posts = Array.from({ length: SHARED_POSTS }, (_, at) => [
    `posts/shared-${at}.md`,
    `---\ntitle: Shared ${at}\ntype: essay\ndate: 2026-01-0${at + 1}\n---\n\n${PARAGRAPHS}\n`,
  ])
  return { 'site.yaml': 'time_zone: UTC\n', ...Object.fromEntries(posts) }
}

function start({ folder }: Fixture): Promise<BuiltServer> {
  const secret = { JWT_SECRET: 'shared by the three of them, and long enough' }
  const sharing = { GIT_REMOTE: 'origin', GIT_PULL_SECONDS: '2', LOG_LEVEL: 'fatal' }
  const env = { ...testEnv, ...secret, ...sharing }
  return startBuiltServer({ contentDir: folder, stateDir: join(dirname(folder), 'state'), env })
}

/** One save of an admin: a new post, or a changed paragraph of a post that all servers have. */
async function save({ call }: BuiltServer, dice: Dice, text: string): Promise<SavedPost> {
  const ask = (...args: Parameters<typeof call>) => call(...args) as Promise<SavedPost>
  if (dice.chance(0.5)) return ask('POST', '/posts', { title: text, type: 'short', content: text })
  // Most of them go to one post.
  const path = `/posts/shared-${dice.chance(0.6) ? 0 : dice.between(1, SHARED_POSTS - 1)}`
  const paragraphs = (await ask('GET', path)).content.split('\n\n')
  paragraphs[dice.between(0, paragraphs.length - 1)] = text
  return ask('PUT', path, { content: paragraphs.join('\n\n') })
}

async function writeUntil(end: number, replica: Replica, dice: Dice, acked: Set<string>) {
  for (let n = 0; Date.now() < end; n += 1) {
    await sleep(dice.between(20, PAUSE_MS_MAX))
    const { server } = replica
    if (server === null) continue
    await save(server, dice, `Text ${n} of ${server.pid}`).then(
      ({ revision }) => acked.add(revision),
      () => {
        replica.refused += 1
      },
    )
  }
}

async function removeRepeatedTitle({ folder }: Fixture): Promise<void> {
  renameSync(folder, `${folder}.gone`)
  await sleep(REMOTE_GONE_MS)
  renameSync(`${folder}.gone`, folder)
}

async function kill(victim: Replica): Promise<void> {
  const { server } = victim
  victim.server = null
  await server?.stop('SIGKILL')
  victim.server = await start(victim.site)
}

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
})
const remote = makeRemote(sharedPosts())
const replicas: Replica[] = []
try {
  for (let at = 0; at < SERVERS; at += 1) {
    const site = cloneOf(remote)
    replicas.push({ site, server: await start(site), refused: 0 })
  }
  const ms = Number(values.seconds) * 1_000
  const end = Date.now() + ms
  const acked = new Set<string>()
  await Promise.all([
    sleep(ms * 0.3).then(() => removeRepeatedTitle(remote)),
    sleep(ms * 0.7).then(() => replicas[1] && kill(replicas[1])),
    ...replicas.map((replica, at) =>
      writeUntil(end, replica, createDice(Number(values.seed) * SERVERS + at), acked),
    ),
  ])
  const quiet = performance.now()
  const heads = () => [remote, ...replicas.map(({ site }) => site)].map(({ head }) => head())
  const faults = () =>
    remote.git('fsck', '--full', '--strict', '--no-dangling') +
    replicas.map(({ site }) => faultsOf(site)).join('')
  const isConverged = async () => new Set(heads()).size === 1 && faults() === ''
  await until(isConverged, CONVERGE_MS_MAX).catch(() => {})
  const convergeMs = Math.round(performance.now() - quiet)

  const objects = remote.git('rev-list', '--objects', 'main').split('\n')
  const reachable = new Set(objects.map((line) => line.slice(0, 40)))
  const lost = [...acked].filter((revision) => !reachable.has(revision)).length
  const names = remote.git('ls-tree', '-r', '--name-only', 'main').split('\n')
  console.log(`replicas for ${values.seconds} s`, {
    ...{ acknowledged: acked.size, lost, 'ms to converge': convergeMs },
    'refused while one was killed': replicas.map(({ refused }) => refused),
    commits: remote.subjects().length,
    'conflict copies': names.filter((name) => /-conflict-[0-9a-f]{7}\.md$/.test(name)).length,
    'HEADs, remote first': heads().map((head) => head.slice(0, 10)),
    'what git says': faults() || 'nothing',
  })
  process.exitCode = lost > 0 || !(await isConverged()) ? 1 : 0
} finally {
  for (const { server } of replicas) await server?.stop()
  await runCleanUps()
}
