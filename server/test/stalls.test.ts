/**
 * No text makes another request wait: what the server does with it on the main thread is short, and
 * twice the text takes at most about twice as long. `npm run stress` runs it, on a quiet machine for
 * some minutes, and prints what each step took; growth.test.ts is its short form.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import type { Post } from '#domain/post.ts'
import { atEnd } from './at-end.ts'
import { type Fixture, makeFolder, testEnv, until } from './git-fixture.ts'
import { longestWait } from './healthz-wait.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { type LiveServer, serve } from './live-server.ts'
import { cloneOf, makeRemote } from './remote-fixture.ts'

/** Another request may wait so long. */
const WAIT_MS_MAX = 200
/** Waits below it are the machine's. */
const NOISE_MS = 60
const GROWTH_MAX = 3
/** A busy machine slows down one round; what slows down all of them is the server's. */
const ROUNDS_MAX = 5
/** A post may have 512 KiB; some is left for what the steps add. */
const BYTES_MAX = 510 * 1024
/** Shortest of the longest waits of each round, in milliseconds, by step. */
type Waits = Map<string, number>

interface Site {
  server: LiveServer
  remote: Fixture
  /** The author's clone. */
  author: Fixture
}

const rows: string[] = []
afterAll(() => void process.stdout.write(`${rows.join('\n')}\n`))

it.each(Object.entries(HOSTILE_TEXTS))(
  '%s make nobody else wait',
  async (name, textOf) => {
    const site = await makeSite()
    const [half, whole]: [Waits, Waits] = [new Map(), new Map()]
    let slow: string[] = []
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      await takeSteps(site, textOf(BYTES_MAX / 2), half)
      await takeSteps(site, textOf(BYTES_MAX), whole)
      slow = slowSteps(half, whole)
      if (slow.length === 0) break
    }
    for (const [step, wait] of whole) rows.push(row(name, step, half.get(step) ?? 0, wait))
    expect(slow).toEqual([])
  },
  300_000,
)

async function makeSite(): Promise<Site> {
  const remote = makeRemote({ 'site.yaml': 'time_zone: Europe/Berlin\n' })
  const env = { GIT_REMOTE: 'origin', GIT_PULL_SECONDS: '1' }
  const server = await serve(cloneOf(remote), { stateDir: join(makeFolder(), 'state'), env })
  atEnd(() => server.app.close())
  await server.call('GET', '/status')
  return { server, remote, author: cloneOf(remote) }
}

function slowSteps(half: Waits, whole: Waits): string[] {
  return [...whole].flatMap(([step, wait]) => {
    const before = half.get(step) ?? 0
    const isLong = Math.max(before, wait) > WAIT_MS_MAX
    const isSteep = wait > Math.max(before, NOISE_MS) * GROWTH_MAX
    return isLong || isSteep ? [row('', step, before, wait)] : []
  })
}

function row(name: string, step: string, half: number, whole: number): string {
  const times = [half, whole].map((ms) => ms.toFixed(0).padStart(6)).join('')
  return `${name.padEnd(28)}${step.padEnd(12)}${times}${(whole / half).toFixed(1).padStart(6)}`
}

/** What an admin, the author and visitors do with one text, each step measured. */
async function takeSteps(site: Site, content: string, waits: Waits): Promise<void> {
  const { server } = site
  async function measured<T>(step: string, work: () => Promise<T>): Promise<T> {
    const { longest, result } = await longestWait(server.address, work)
    waits.set(step, Math.min(waits.get(step) ?? Number.POSITIVE_INFINITY, longest))
    return result
  }
  const save = (body: object) => server.call<Post>('PUT', `/posts/${id}`, body)
  const created = await measured('created', () => {
    const body = { title: 'Hostile', content, type: 'essay' }
    return server.call<Post & { revision: string }>('POST', '/posts', body)
  })
  expect(created.status).toBe(201)
  const { id, revision, day } = created.data
  const at = content.indexOf('\n', content.length / 2) + 1 || Math.floor(content.length / 2)
  const edited = `${content.slice(0, at)}An edit.\n${content.slice(at)}`
  const saved = await measured('saved', () => save({ content: edited }))
  expect(saved.status).toBe(200)
  const stale = { content: `Begin.\n\n${content}`, revision }
  expect([200, 409]).toContain((await measured('merged', () => save(stale))).status)
  const path = `posts/${day.slice(0, 4)}/${id}.md`
  await measured('by hand', () => editByHand(server, path, 'By hand'))
  await measured('pulled', () => editElsewhere(site, path, 'Elsewhere'))
  for (const [step, addresses] of Object.entries(readingOf(id))) {
    await measured(step, async () => {
      for (const address of addresses) expect((await server.call('GET', address)).status).toBe(200)
    })
  }
  await server.call('DELETE', `/posts/${id}`)
}

/** Addresses that are read, by step. */
function readingOf(id: string): Record<string, string[]> {
  const words = ['edit', 'elsewhere', 'ไทย', '漢', 'item', 'aaaaaaaaaa', 'a '.repeat(100)]
  return {
    searched: words.map((word) => `/search?q=${encodeURIComponent(word)}`),
    listed: ['/posts/public/essay?limit=20', '/posts/admin?q=elsewhere'],
    read: [`/posts/${id}`],
  }
}

function retitled(text: string, title: string): string {
  return `${text.replace(/^title: .*$/m, `title: ${title}`)}\n${title}.\n`
}

/** An author's edit in the work tree, until lists show it. */
async function editByHand(server: LiveServer, path: string, title: string): Promise<void> {
  server.put(path, retitled(server.text(path), title))
  await until(() => isListed(server, title))
  await git(server, 'commit', '-qam', title)
}

/** The same at the remote while the admin saves here, so that both are merged. */
async function editElsewhere(site: Site, path: string, title: string): Promise<void> {
  const { server, remote, author } = site
  await server.call('POST', '/posts', { title: 'Another', content: 'Sent along.', draft: true })
  await until(
    async () =>
      (await git(remote, 'rev-parse', 'main')) === (await git(server, 'rev-parse', 'main')),
  )
  await git(author, 'pull', '-q')
  author.put(path, retitled(author.text(path), title))
  await git(author, 'commit', '-qam', title)
  await git(author, 'push', '-q')
  const id = path.replace(/^.*\/|\.md$/g, '')
  await server.call('PUT', `/posts/${id}`, { tags: ['Writing'] })
  await until(() => isListed(server, title))
}

/** The author's git beside the server in this process, which it must not hold up. */
async function git({ folder }: Fixture, ...args: string[]): Promise<string> {
  return (await promisify(execFile)('git', args, { cwd: folder, env: testEnv })).stdout
}

async function isListed(server: LiveServer, title: string): Promise<boolean> {
  const { data } = await server.ask<Post[]>('GET', '/posts/public/essay?limit=1')
  return data[0]?.title === title
}
