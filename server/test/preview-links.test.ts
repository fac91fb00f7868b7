/** Preview links on the whole server: what who has one sees, and what nobody else does. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { hashPassword } from '../auth/password-hash.ts'
import { makeFolder, makeRepository } from './git-fixture.ts'
import { type LiveServer, PASSWORD, serve, serverOfFile, startServer } from './live-server.ts'

vi.setConfig({ testTimeout: 90_000 })

const DAY = 86_400_000
const draft = (text: string, more = 'draft: true\n') =>
  `---\ntitle: Unripe plums\ntype: essay\ndate: 2026-01-02\ntags: [Secret]\n${more}---\n${text}\n`
const FILES = {
  'posts/plums.md': draft('First words.'),
  'posts/public.md': '---\ntitle: Public\ntype: essay\ndate: 2026-01-01\n---\nText.\n',
}
const PRIVATE = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
}

const site = serverOfFile(FILES)

/** The server of the file, with its posts as they were at first. */
async function startOver(): Promise<LiveServer> {
  const server = site()
  server.git('rm', '-rqf', '--ignore-unmatch', 'posts')
  server.git('checkout', '-q', ':/Author starts', '--', 'posts')
  rmSync(join(server.folder, 'posts/figs.md'), { force: true })
  server.git('commit', '-q', '--allow-empty', '-am', 'Start over')
  await server.store.rescan()
  return server
}

const linkTo = (server: LiveServer, id: string) => server.call('POST', `/posts/${id}/preview-link`)

/** The path of a new link. */
async function pathTo(server: LiveServer, id = 'plums'): Promise<string> {
  const { data } = await linkTo(server, id)
  return new URL(data.url).pathname
}

function expectPrivate(headers: Record<string, string>): void {
  expect(headers).toMatchObject(PRIVATE)
  for (const name of ['cdn-cache-control', 'cache-tag']) expect(headers).not.toHaveProperty(name)
}

/** Changes a post by hand and waits until the server has it. */
async function write({ put, store }: LiveServer, text: string, id = 'plums'): Promise<void> {
  put(`posts/${id}.md`, text)
  await store.refresh([`posts/${id}.md`])
}

async function remove({ git, store }: LiveServer, id: string): Promise<void> {
  git('rm', '-q', '-f', `posts/${id}.md`)
  await store.refresh([`posts/${id}.md`])
}

describe('a preview link', () => {
  it('shows the draft as it is at each look, to who has no token', async () => {
    const server = await startOver()
    const { status, data } = await linkTo(server, 'plums')
    expect(status).toBe(201)
    expect(data.url).toMatch(/^https:\/\/gap\.example\/preview\/[\w-]+\.[\w-]+\.[\w-]+\w$/)
    expect(Date.parse(data.expires_at)).toBeGreaterThan(Date.now() + 6.9 * DAY)
    const { pathname } = new URL(data.url)
    const page = await server.get(pathname)
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/<h1[^>]*>Unripe plums/)
    expect(page.text).toContain('First words.')
    expect(page.text).toContain('<meta name="robots" content="noindex">')
    expect(page.text).not.toMatch(/rel="canonical"|og:|application\/ld\+json/)
    expectPrivate(page.headers)
    await write(server, draft('Second words.'))
    expect((await server.get(pathname)).text).toContain('Second words.')
    const asked = await server.ask('GET', pathname)
    expect(asked.data.title).toBe('Unripe plums')
    expect(asked.meta).toEqual({
      ...{ previous: null, next: null, edited: null, contents: [] },
      expires_at: data.expires_at,
    })
    expectPrivate(asked.headers)
    expect((await server.request('HEAD', pathname, undefined, { token: null })).status).toBe(200)
    const slash = await server.get(`${pathname}/`)
    expect([slash.status, slash.headers.location]).toEqual([308, pathname])
    expectPrivate(slash.headers)
  })

  it('has the contents list that the published essay has', async () => {
    const server = await startOver()
    await write(server, draft('## One\n\n## Two\n\n## Three'))
    const { text } = await server.get(await pathTo(server))
    expect(text).toMatch(/<a href="#p-plums-two"[^>]*>Two<\/a>/)
  })

  it('brings its post into no list, feed, search or sitemap', async () => {
    const server = await startOver()
    await server.get(await pathTo(server))
    const paths = ['/', '/essays', '/search?q=plums', '/feed.xml', '/rss.xml', '/feed.json']
    const calls = ['/posts/public', '/posts/tags', '/search?q=plums', '/posts/heatmap']
    const all = [...paths, '/sitemap.xml', '/robots.txt', ...calls.map((path) => `/api${path}`)]
    for (const path of all) {
      const { status, text } = await server.get(path)
      expect(status, path).toBe(200)
      expect(text, path).not.toMatch(/Unripe|First words|Secret|\/preview\/\w/)
    }
    for (const path of ['/post/plums', '/api/posts/plums', '/og/plums.png']) {
      expect((await server.get(path)).status, path).toBe(404)
    }
  })

  it('is made by the admin alone, of what is not published', async () => {
    const server = await startOver()
    expect((await server.ask('POST', '/posts/plums/preview-link')).status).toBe(401)
    expect((await server.ask('DELETE', '/posts/plums/preview-link')).status).toBe(401)
    expect((await linkTo(server, 'nothing')).status).toBe(404)
    expect(await linkTo(server, 'public')).toMatchObject({ status: 400, code: 'already_public' })
    await write(server, draft('Later.', 'date: 2999-01-02\n').replace('date: 2026-01-02\n', ''))
    expect((await server.get(await pathTo(server, 'by-id/plums'))).text).toContain('Later.')
  })

  it('leads to the post once it is published', async () => {
    const server = await startOver()
    const path = await pathTo(server)
    await server.call('PUT', '/posts/plums', { draft: false })
    const page = await server.get(path)
    expect([page.status, page.headers.location]).toEqual([302, '/post/plums'])
    expectPrivate(page.headers)
    const asked = await server.ask('GET', path)
    expect([asked.data.id, asked.meta.expires_at]).toEqual(['plums', undefined])
  })

  it('follows a post that has another address, until that is revoked', async () => {
    const server = await startOver()
    const path = await pathTo(server)
    await write(server, draft('Figs.', 'draft: true\naliases: [plums]\n'), 'figs')
    await remove(server, 'plums')
    expect((await server.get(path)).text).toContain('Figs.')
    await server.call('DELETE', '/posts/figs/preview-link')
    expect((await server.get(path)).status).toBe(404)
  })
})

describe('a preview link ends', () => {
  const expectEnded = async (server: LiveServer, path: string) => {
    const page = await server.get(path)
    expect(page.status).toBe(404)
    expect(page.text).toContain('This preview link has ended')
    expect(page.text).not.toMatch(/Unripe|words/)
    expectPrivate(page.headers)
    expect((await server.ask('GET', path)).status).toBe(404)
  }

  it('when it is revoked, and when its post is deleted', async () => {
    const server = await startOver()
    const path = await pathTo(server)
    expect((await server.get(path)).status).toBe(200)
    const revoked = await server.call('DELETE', '/posts/plums/preview-link')
    expect([revoked.status, revoked.data]).toEqual([200, { id: 'plums' }])
    await expectEnded(server, path)
    const next = await pathTo(server)
    expect((await server.get(next)).status).toBe(200)
    await server.call('DELETE', '/posts/plums')
    await expectEnded(server, next)
    await expectEnded(server, '/preview/anything')
  })

  it('with its post, though a new one has its id, or one that it had before', async () => {
    const server = await startServer({ ...FILES, 'posts/dates.md': draft('Old dates.') })
    const [path, older] = [await pathTo(server), await pathTo(server, 'dates')]
    await write(server, draft('Old dates.', 'draft: true\naliases: [dates]\n'), 'figs')
    await remove(server, 'dates')
    expect((await server.get(older)).text).toContain('Old dates.')
    await server.call('DELETE', '/posts/plums')
    await server.call('DELETE', '/posts/figs')
    for (const id of ['plums', 'dates']) await write(server, draft('New words.'), id)
    await expectEnded(server, path)
    await expectEnded(server, older)
    expect((await server.get(await pathTo(server))).text).toContain('New words.')
    expect((await server.get(await pathTo(server, 'dates'))).text).toContain('New words.')
  })

  it('after seven days, and with another password, and stands in no log', async () => {
    const repository = makeRepository(FILES)
    const stateDir = join(makeFolder(), 'state')
    let now = Date.now()
    const lines: string[] = []
    const logTo = { write: (line: string) => void lines.push(line) }
    const start = (more: Record<string, string> = {}) => {
      const env = { LOG_LEVEL: 'trace', ...more }
      return serve(repository, { stateDir, env, now: () => now, logTo })
    }
    const server = await start()
    const early = await pathTo(server)
    now += 7 * DAY - 1000
    expect((await server.get(early)).status).toBe(200)
    const path = await pathTo(server)
    now += 1000
    await expectEnded(server, early)
    await server.get(`${path}/more`)
    await server.get(`/Preview${path}`)
    await server.get(`/api${path}/more`)
    await server.app.close()

    const same = await start()
    expect((await same.get(path)).status).toBe(200)
    await same.app.close()
    const ADMIN_PASSWORD_HASH = await hashPassword(`${PASSWORD}!`, { N: 16_384, r: 8, p: 1 })
    const other = await start({ ADMIN_PASSWORD_HASH })
    await expectEnded(other, path)

    const log = lines.join('')
    expect(log).toContain('/preview/[preview]')
    for (const link of [early, path]) expect(log).not.toContain(link.split('.')[1])
  })
})
