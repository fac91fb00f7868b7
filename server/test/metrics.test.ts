/** The whole server: what /metrics says, to whom, and the log lines of requests and commits. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Post } from '#domain/post.ts'
import { atEnd } from './at-end.ts'
import { makeFolder, makeRepository, until } from './git-fixture.ts'
import { PASSWORD, serve, startServer } from './live-server.ts'

const TOKEN = 'for-prometheus-alone'
const FILES = { 'posts/a.md': 'Text.\n', 'posts/bad.md': '---\na: [\n---\n' }
const SAMPLE = /^[a-z_]+(?:\{[a-z]+="[^"\n]*"(?:,[a-z]+="[^"\n]*")*\})? -?[\d.e+-]+$/

it('counts requests by kind, status and memory, saves and commits, for who has the token', async () => {
  const server = await startServer(FILES, { METRICS_TOKEN: TOKEN })
  const scrape = async (token = TOKEN) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.address}/metrics`, { headers })
    return { answer, text: await answer.text() }
  }
  const sample = async (name: string) => {
    const { text } = await scrape()
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    )
  }
  for (const path of ['/', '/', '/', '/post/none', '/feed.xml', '/api/site']) {
    await (await fetch(server.address + path)).text()
  }
  const created = await server.call<Post>('POST', '/posts', { title: 'One', content: 'Text.' })
  expect((await server.call('POST', '/posts', { title: '', content: '' })).status).toBe(400)
  const requests = (labels: string) => sample(`gap_http_requests_total{${labels}}`)
  // An answer is counted once its last byte is out.
  await until(async () => (await sample('gap_saves_total{status="400"}')) === 1)
  const fromMemory = await requests('kind="page",status="200",cached="true"')
  expect(fromMemory).toBeGreaterThan(0)
  expect(fromMemory + (await requests('kind="page",status="200",cached="false"'))).toBe(3)
  expect(await requests('kind="page",status="404",cached="false"')).toBe(1)
  expect(await requests('kind="feed",status="200",cached="false"')).toBe(1)
  expect(await requests('kind="write",status="201",cached="false"')).toBe(1)
  expect(await sample('gap_saves_total{status="201"}')).toBe(1)
  expect(await sample('gap_commits_total')).toBe(1)
  expect(await sample('gap_posts')).toBe(2)
  expect(await sample('gap_problems')).toBe(1)
  expect(await sample('gap_writable')).toBe(1)
  expect(await sample('nodejs_eventloop_delay_seconds{quantile="0.99"}')).toBeGreaterThan(0)
  expect(await sample('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
  const count = await sample('gap_http_request_seconds_count')
  expect(await sample('gap_http_request_seconds_bucket{le="+Inf"}')).toBeGreaterThanOrEqual(count)

  const { answer, text } = await scrape()
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const lines = text.trimEnd().split('\n')
  expect(lines.filter((line) => !line.startsWith('# ') && !SAMPLE.test(line))).toEqual([])
  expect(text).not.toContain(created.data.title)
  const refused = await scrape(`${TOKEN}x`)
  expect([refused.answer.status, refused.text]).toEqual([401, expect.not.stringContaining('gap_')])
})

it('has no /metrics without the setting', async () => {
  const server = await startServer(FILES)
  expect((await fetch(`${server.address}/metrics`)).status).toBe(404)
})

it('logs a line for each write and commit, and for each read at debug, without secrets', async () => {
  const logged: {
    msg: string
    method?: string
    path?: string
    status?: number
    commit?: string
  }[] = []
  const logTo = { write: (line: string) => void logged.push(JSON.parse(line)) }
  for (const level of ['info', 'debug']) {
    logged.length = 0
    const env = { LOG_LEVEL: level, METRICS_TOKEN: TOKEN }
    const stateDir = join(makeFolder(), 'state')
    const server = await serve(makeRepository(FILES), { stateDir, env, logTo })
    atEnd(() => server.app.close())
    const { meta } = await server.call<Post>('POST', '/posts', {
      title: 'One',
      content: 'Secret words.',
    })
    await (await fetch(`${server.address}/about?token=${'a'.repeat(20)}.${'0'.repeat(32)}`)).text()
    await until(() => logged.some(({ path }) => path === '/api/posts'))
    if (level === 'debug') await until(() => logged.some(({ path }) => path?.startsWith('/about')))
    const requests = logged.filter(({ msg }) => msg === 'Request')
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([
      expect.objectContaining({ path: '/api/auth/login', status: 200 }),
      expect.objectContaining({ path: '/api/posts', status: 201 }),
    ])
    const reads = requests.filter(({ method }) => method === 'GET').map(({ path }) => path)
    expect(reads).toEqual(level === 'info' ? [] : ['/about?token=[preview]'])
    const commits = logged.filter(({ msg }) => msg === 'Committed')
    expect(commits).toEqual([
      expect.objectContaining({ commit: meta.commit, files: ['posts/2026/one.md'] }),
    ])
    const all = JSON.stringify(logged)
    for (const secret of [PASSWORD, TOKEN, 'Secret words', 'Bearer', 'eyJ'])
      expect(all).not.toContain(secret)
  }
})
