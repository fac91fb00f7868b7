/**
 * How long `/healthz` waits while the built server processes texts that are slow to process, each at
 * half and at nearly all of the maximal length of a post. Fails if a request waits longer than 200 ms,
 * or three times as long for twice the text, in each of five rounds. On an idle machine:
 * `node scripts/lab/run-ts.mjs scripts/lab/stress/stress-stalls.ts --only "a long table"`.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runCleanUps } from '../../../server/test/at-end.ts'
import { type BuiltServer, startBuiltServer, until } from '../../../server/test/built-server.ts'
import { type Fixture, makeFolder } from '../../../server/test/git-fixture.ts'
import { HOSTILE_TEXTS } from '../../../server/test/hostile-texts.ts'
import { cloneOf, makeRemote } from '../../../server/test/remote-fixture.ts'

const WAIT_MS_MAX = 200
/** Shorter waits are noise of the machine. */
const NOISE_MS = 60
const GROWTH_MAX = 3
const ROUNDS_MAX = 5
/** A post may have 512 KiB; the steps add a little. */
const BYTES_MAX = 510 * 1024
/** Between two requests, so that these do not keep the server busy. */
const PAUSE_MS = 2
const STEP_MS_MAX = 120_000

/** By step: the longest wait of a round in milliseconds, of the round where it is shortest. */
type Waits = Map<string, number>

interface Site {
  server: BuiltServer
  /** The work tree of the server, the author's clone. */
  content: Fixture
  author: Fixture
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
for (const [name, textOf] of Object.entries(HOSTILE_TEXTS)) {
  if (values.only !== undefined && values.only !== name) continue
  const remote = makeRemote({ 'site.yaml': 'time_zone: Europe/Berlin\n' })
  const [content, author] = [cloneOf(remote), cloneOf(remote)]
  const env = { GIT_REMOTE: 'origin', GIT_PULL_SECONDS: '1' }
  const stateDir = join(makeFolder(), 'state')
  const server = await startBuiltServer({ contentDir: content.folder, stateDir, env })
  try {
    await tryText({ server, content, author }, name, textOf)
  } finally {
    await server.stop()
    await runCleanUps()
  }
}

async function tryText(site: Site, name: string, textOf: (bytes: number) => string): Promise<void> {
  const [half, whole]: [Waits, Waits] = [new Map(), new Map()]
  const isSlow = (step: string) => {
    const [before, wait] = [half.get(step) ?? 0, whole.get(step) ?? 0]
    return Math.max(before, wait) > WAIT_MS_MAX || wait > Math.max(before, NOISE_MS) * GROWTH_MAX
  }
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await takeSteps(site, textOf(BYTES_MAX / 2), half)
    await takeSteps(site, textOf(BYTES_MAX), whole)
    if (![...whole.keys()].some(isSlow)) break
  }
  for (const [step, wait] of whole) {
    const times = [half.get(step) ?? 0, wait].map((ms) => ms.toFixed(0).padStart(6)).join('')
    console.log(`${name.padEnd(28)}${step.padEnd(12)}${times}${isSlow(step) ? '  SLOW' : ''}`)
    if (isSlow(step)) process.exitCode = 1
  }
}

/** Measures each step of an admin, the author and visitors with one text. */
async function takeSteps({ server, content, author }: Site, text: string, waits: Waits) {
  async function measured<T>(step: string, work: () => Promise<T>): Promise<T> {
    const { longest, result } = await longestWait(server.address, work)
    waits.set(step, Math.min(waits.get(step) ?? Number.POSITIVE_INFINITY, longest))
    return result
  }
  const post = { title: 'Hostile', content: text, type: 'essay' }
  const made = await measured('created', () => server.call('POST', '/posts', post))
  const { id, revision, day } = made as Record<'id' | 'revision' | 'day', string>
  const save = (body: object) => server.call('PUT', `/posts/${id}`, body)
  const at = text.indexOf('\n', text.length / 2) + 1 || Math.floor(text.length / 2)
  const edited = `${text.slice(0, at)}An edit.\n${text.slice(at)}`
  await measured('saved', () => save({ content: edited }))
  // A refused merge counts, too.
  await measured('merged', () => save({ content: `Begin.\n\n${text}`, revision }).catch(() => {}))
  const path = `posts/${day.slice(0, 4)}/${id}.md`
  const retitle = (folder: Fixture, title: string) => {
    folder.put(path, `${folder.text(path).replace(/^title: .*$/m, `title: ${title}`)}\n${title}.\n`)
  }
  const listed = (title: string) =>
    until(async () => {
      const newest = (await server.call('GET', '/posts/public/essay?limit=1')) as [typeof post]
      return newest[0]?.title === title
    }, STEP_MS_MAX)
  await measured('by hand', () => {
    retitle(content, 'By hand')
    return listed('By hand')
  })
  content.git('commit', '-qam', 'By hand')
  await save({ description: 'Sent along.' })
  await measured('pulled', async () => {
    const isPushed = () => author.git('ls-remote', 'origin', 'main').startsWith(content.head())
    await until(async () => isPushed(), STEP_MS_MAX)
    author.git('pull', '-q')
    retitle(author, 'Elsewhere')
    author.git('commit', '-qam', 'Elsewhere')
    author.git('push', '-q')
    await save({ tags: ['Writing'] })
    await listed('Elsewhere')
  })
  const words = ['edit', 'elsewhere', 'ไทย', '漢', 'item', 'aaaaaaaaaa', 'a '.repeat(100)]
  for (const [step, addresses] of [
    ['searched', words.map((word) => `/search?q=${encodeURIComponent(word)}`)],
    ['listed', ['/posts/public/essay?limit=20', '/posts/admin?q=elsewhere']],
    ['read', [`/posts/${id}`]],
  ] as const) {
    await measured(step, async () => {
      for (const address of addresses) await server.call('GET', address)
    })
  }
  await server.call('DELETE', `/posts/${id}`)
}

/** The longest response time of `/healthz` during `work`, in milliseconds. */
async function longestWait<T>(address: string, work: () => Promise<T>) {
  let isDone = false
  let longest = 0
  const asking = (async () => {
    while (!isDone) {
      const start = performance.now()
      await (await fetch(`${address}/healthz`)).text()
      longest = Math.max(longest, performance.now() - start)
      await sleep(PAUSE_MS)
    }
  })()
  const result = await work().finally(() => {
    isDone = true
  })
  // The last request began during the work.
  await asking
  return { longest, result }
}
