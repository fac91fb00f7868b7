/**
 * A server that gets hardly any processor while it renders its texts for the first time, as in a
 * container that has used up its share: no reader is given a text that is not rendered, and all of
 * them are there without a restart.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makeFolder, makeRepository } from './git-fixture.ts'
import { ADMIN_PASSWORD, startProcess } from './server-process.ts'

const STARVED_MS = 5_000
/** The process runs for so long, and stands still for so long. */
const RUN_MS = 5
const STAND_MS = 195
const WAIT_MS_MAX = 120_000

const POSTS = 24
/** Only a rendered text has no such marks; all of the texts have them. */
const MARKS = '~~struck~~'
const RAW = 'raw-markdown'
const LONG = '/api/posts/long'
const LONG_PAGE = '/post/long'
/** Addresses that give many texts, and how many are html once all is rendered. */
const LISTS: Record<string, number> = {
  '/feed.xml': 20,
  '/rss.xml': 20,
  '/feed.json': 20,
  '/api/posts/public?limit=100': POSTS + 1,
  '/api/posts/public/short?view=summary&limit=100': POSTS / 2,
  // Essays are found without their html.
  '/api/search?q=struck&limit=100': POSTS / 2,
  // One of the five recent posts is long, two are essays.
  '/': 2,
}

/** Half a second's work for the worker; the newest, so that it is the first to be rendered. */
const longText = `${MARKS}\n\n${'**a** [b](c) `d` *e*, and so on.\n\n'.repeat(1_500)}`

function content(): Record<string, string> {
  const files: Record<string, string> = {
    'about.md': `Me, ${MARKS}.\n`,
    'posts/long.md': `---\ntitle: Long\ndate: 2026-01-30\n---\n${longText}`,
  }
  for (let n = 1; n <= POSTS; n += 1) {
    const type = n % 2 ? 'short' : 'essay'
    const date = `2026-01-${String(n).padStart(2, '0')}`
    files[`posts/p${n}.md`] = `---\ntype: ${type}\ndate: ${date}\n---\nText ${n} is ${MARKS}.\n`
  }
  return files
}

interface Answered {
  path: string
  cacheControl: string
  etag: string
  body: string
}

/** Lets a process run for moments only, until `isOver`. */
async function starve(pid: number, isOver: () => boolean): Promise<void> {
  try {
    while (!isOver()) {
      process.kill(pid, 'SIGSTOP')
      await sleep(STAND_MS)
      process.kill(pid, 'SIGCONT')
      await sleep(RUN_MS)
    }
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + WAIT_MS_MAX
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('what the test waits for did not happen')
    await sleep(20)
  }
}

/** The rendered texts on disk. */
const keptIn = (stateDir: string) =>
  readdirSync(stateDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^html\b.*\.json$/.test(name))
    .map((name) => readFileSync(join(stateDir, name), 'utf8'))

/** What a reader would show as html: nothing of it is markdown. */
function htmlIn({ path, body }: Answered): string {
  if (!path.startsWith('/api/')) return body.replace(/<script[\s\S]*?<\/script>/g, '')
  const { data } = JSON.parse(body) as { data: { html?: string } | { html?: string }[] }
  return [data]
    .flat()
    .map(({ html = '' }) => html)
    .join('\n')
}

it('gives no list, feed or search a text that is not rendered, and has all of them in the end', async () => {
  const stateDir = join(makeFolder(), 'state')
  const server = startProcess(makeRepository(content()).folder, { STATE_DIR: stateDir })
  const address = `http://127.0.0.1:${await server.port()}`
  // The about page is first: the long text is what the worker is at.
  await until(() => keptIn(stateDir).length > 0)
  const begun = performance.now()
  const starving = starve(server.child.pid ?? 0, () => performance.now() - begun > STARVED_MS)
  const readers = [
    follow(address, LONG, 1),
    follow(address, LONG_PAGE, 1),
    ...Object.entries(LISTS).map(([path, texts]) => follow(address, path, texts)),
  ]
  try {
    await Promise.all([starving, ...readers.map(({ isComplete }) => isComplete)])
  } finally {
    await Promise.all(readers.map(({ stop }) => stop()))
  }
  const [long, page, ...lists] = readers.map(({ seen }) => seen)
  // Cards and search engines get its words, whether the text is rendered or not.
  expect(page?.filter(({ description }) => !description.startsWith('struck a b d e'))).toEqual([])
  expect(lists.flat().filter(({ isRaw }) => isRaw)).toEqual([])
  // Its own page shows a text as it was written, but nobody keeps that.
  const raw = long?.filter(({ isRaw }) => isRaw) ?? []
  expect(raw.length).toBeGreaterThan(0)
  expect(raw.filter(({ cacheControl }) => cacheControl !== 'no-store')).toEqual([])
  const etags = raw.map(({ etag }) => etag)
  expect(etags).not.toContain(long?.at(-1)?.etag)
  for (const kept of keptIn(stateDir)) expect(kept).toContain('"problem":null')
  expect(await problemsOf(address)).toEqual([])
}, 300_000)

interface Seen {
  path: string
  /** Rendered texts. */
  texts: number
  isRaw: boolean
  /** In a page's head. */
  description: string
  cacheControl: string
  etag: string
}

/** Reads an address again and again; `isComplete` resolves when all of its texts are there. */
function follow(address: string, path: string, texts: number) {
  const seen: Seen[] = []
  let isStopped = false
  const reading = (async () => {
    while (!isStopped) {
      const now = seenIn(await read(address, path))
      const last = seen.at(-1)
      if (JSON.stringify(last) !== JSON.stringify(now)) seen.push(now)
      await sleep(30)
    }
  })()
  return {
    seen,
    isComplete: until(() => (seen.at(-1)?.texts ?? 0) >= texts),
    stop: () => {
      isStopped = true
      return reading
    },
  }
}

async function read(address: string, path: string): Promise<Answered> {
  const found = await fetch(address + path)
  const { headers } = found
  const cacheControl = headers.get('cache-control') ?? ''
  return { path, cacheControl, etag: headers.get('etag') ?? '', body: await found.text() }
}

function seenIn(answer: Answered): Seen {
  const { path, cacheControl, etag } = answer
  const html = htmlIn(answer)
  const texts = html.split(/<del>|&lt;del&gt;/).length - 1
  const isRaw = html.includes(RAW) || html.includes(MARKS)
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(answer.body) ?? []
  return { path, texts, isRaw, description, cacheControl, etag }
}

async function problemsOf(address: string): Promise<unknown[]> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ password: ADMIN_PASSWORD })
  const login = await fetch(`${address}/api/auth/login`, { method: 'POST', headers, body })
  // Both have the form that the API gives them.
  const { token } = ((await login.json()) as { data: { token: string } }).data
  const status = await fetch(`${address}/api/status`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await status.json()) as { data: { problems: unknown[] } }).data.problems
}
