/** Preview links on the whole server: what who has one sees, and what nobody else does. */
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { hashPassword } from '../auth/password-hash.ts'
import { makeFolder, makeRepository } from './git-fixture.ts'
import { type LiveServer, PASSWORD, serve, serverOfFile } from './live-server.ts'

vi.setConfig({ testTimeout: 90_000 })

const DAY = 86_400_000
const draft = (text: string, more = 'draft: true\n') =>
  `---\ntitle: Unripe plums\ntype: essay\ndate: 2026-01-02\ntags: [Secret]\n${more}---\n${text}\n`
const DRAFTS = ['plums', 'later', 'published', 'moved', 'ended', 'again', 'dates']
const FILES = {
  ...Object.fromEntries(DRAFTS.map((id) => [`posts/${id}.md`, draft('First words.')])),
  'posts/public.md': '---\ntitle: Public\ntype: essay\ndate: 2026-01-01\n---\nText.\n',
}
const PRIVATE = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
}

const server = serverOfFile(FILES)
const get: LiveServer['get'] = (...args) => server().get(...args)

const linkTo = (id: string, of = server()) => of.call('POST', `/posts/${id}/preview-link`)

async function pathTo(id: string, of = server()): Promise<string> {
  return new URL((await linkTo(id, of)).data.url).pathname
}

/** Changes a post by hand, or removes it, and waits until the server has it. */
async function write(id: string, text: string | null): Promise<void> {
  if (text === null) server().git('rm', '-q', '-f', `posts/${id}.md`)
  else server().put(`posts/${id}.md`, text)
  await server().store.refresh([`posts/${id}.md`])
}

it('a preview link shows the draft as it is at each look, to who has no token', async () => {
  const { status, data } = await linkTo('plums')
  expect(status).toBe(201)
  expect(data.url).toMatch(/^https:\/\/gap\.example\/preview\/[\w-]+\.[\w-]+\.[\w-]+\w$/)
  expect(Date.parse(data.expires_at)).toBeGreaterThan(Date.now() + 6.9 * DAY)
  const { pathname } = new URL(data.url)
  const page = await get(pathname)
  expect(page.status).toBe(200)
  expect(page.text).toMatch(/<h1[^>]*>Unripe plums/)
  expect(page.text).toContain('First words.')
  expect(page.text).toContain('<meta name="robots" content="noindex">')
  expect(page.text).not.toMatch(/rel="canonical"|og:|application\/ld\+json/)
  expect(page.headers).toMatchObject(PRIVATE)
  await write('plums', draft('Second words.'))
  expect((await get(pathname)).text).toContain('Second words.')
  const asked = await server().ask('GET', pathname)
  expect(asked.data.title).toBe('Unripe plums')
  expect(asked.meta).toEqual({
    ...{ previous: null, next: null, edited: null, contents: [], image: null },
    expires_at: data.expires_at,
  })
  expect(asked.headers).toMatchObject(PRIVATE)
  expect((await server().request('HEAD', pathname, undefined, { token: null })).status).toBe(200)
  const slash = await get(`${pathname}/`)
  expect([slash.status, slash.headers.location]).toEqual([308, pathname])
  expect(slash.headers).toMatchObject(PRIVATE)
})

it('a preview link brings its post into no list, feed, search or sitemap', async () => {
  await get(await pathTo('plums'))
  const paths = ['/', '/essays', '/search?q=plums', '/feed.xml', '/rss.xml', '/feed.json']
  const calls = ['/posts/public', '/posts/tags', '/search?q=plums', '/posts/heatmap']
  const all = [...paths, '/sitemap.xml', '/robots.txt', ...calls.map((path) => `/api${path}`)]
  for (const path of all) {
    const { status, text } = await get(path)
    expect(status, path).toBe(200)
    expect(text, path).not.toMatch(/Unripe|First words|Secret|\/preview\/\w/)
  }
  for (const path of ['/post/plums', '/api/posts/plums', '/og/plums.png']) {
    expect((await get(path)).status, path).toBe(404)
  }
})

it('a preview link is made by the admin alone, of what is not published', async () => {
  expect((await server().ask('POST', '/posts/later/preview-link')).status).toBe(401)
  expect((await server().ask('DELETE', '/posts/later/preview-link')).status).toBe(401)
  expect((await linkTo('nothing')).status).toBe(404)
  expect(await linkTo('public')).toMatchObject({ status: 400, code: 'already_public' })
  const text = '## Later\n\n## Two\n\n## Three'
  await write('later', draft(text, 'date: 2199-01-02\n').replace('date: 2026-01-02\n', ''))
  const { text: page } = await get(await pathTo('by-id/later'))
  expect(page).toMatch(/<a href="#p-later-two"[^>]*>Two<\/a>/)
})

it('a preview link leads to the post once it is published', async () => {
  const path = await pathTo('published')
  await server().call('PUT', '/posts/published', { draft: false })
  const page = await get(path)
  expect([page.status, page.headers.location]).toEqual([302, '/post/published'])
  expect(page.headers).toMatchObject(PRIVATE)
  const asked = await server().ask('GET', path)
  expect([asked.data.id, asked.meta.expires_at]).toEqual(['published', undefined])
})

it('a preview link follows a post that has another address, until that is revoked', async () => {
  const path = await pathTo('moved')
  await write('figs', draft('Figs.', 'draft: true\naliases: [moved]\n'))
  await write('moved', null)
  expect((await get(path)).text).toContain('Figs.')
  await server().call('DELETE', '/posts/figs/preview-link')
  expect((await get(path)).status).toBe(404)
})

const expectEnded = async (path: string, of = server()) => {
  const page = await of.get(path)
  expect(page.status).toBe(404)
  expect(page.text).toContain('This preview link has ended')
  expect(page.text).not.toMatch(/Unripe|words/)
  expect(page.headers).toMatchObject(PRIVATE)
  expect((await of.ask('GET', path)).status).toBe(404)
}

it('a preview link ends when it is revoked, and when its post is deleted', async () => {
  const path = await pathTo('ended')
  expect((await get(path)).status).toBe(200)
  const revoked = await server().call('DELETE', '/posts/ended/preview-link')
  expect([revoked.status, revoked.data]).toEqual([200, { id: 'ended' }])
  await expectEnded(path)
  const next = await pathTo('ended')
  expect((await get(next)).status).toBe(200)
  await server().call('DELETE', '/posts/ended')
  await expectEnded(next)
  await expectEnded('/preview/anything')
})

it('a preview link ends with its post, though a new one has its id, or one that it had before', async () => {
  const [path, older] = [await pathTo('again'), await pathTo('dates')]
  await write('prunes', draft('Old dates.', 'draft: true\naliases: [dates]\n'))
  await write('dates', null)
  expect((await get(older)).text).toContain('Old dates.')
  await server().call('DELETE', '/posts/again')
  await server().call('DELETE', '/posts/prunes')
  for (const id of ['again', 'dates']) await write(id, draft('New words.'))
  await expectEnded(path)
  await expectEnded(older)
  expect((await get(await pathTo('again'))).text).toContain('New words.')
  expect((await get(await pathTo('dates'))).text).toContain('New words.')
})

it('a preview link ends after seven days, and with another password, and stands in no log', async () => {
  const repository = makeRepository(FILES)
  const stateDir = join(makeFolder(), 'state')
  let now = Date.now()
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const start = (more: Record<string, string> = {}) => {
    const env = { LOG_LEVEL: 'trace', ...more }
    return serve(repository, { stateDir, env, now: () => now, logTo })
  }
  const first = await start()
  const early = await pathTo('plums', first)
  now += 7 * DAY - 1000
  expect((await first.get(early)).status).toBe(200)
  const path = await pathTo('plums', first)
  now += 1000
  await expectEnded(early, first)
  await first.get(`${path}/more`)
  await first.get(`/Preview${path}`)
  await first.get(`/api${path}/more`)
  await first.app.close()

  const same = await start()
  expect((await same.get(path)).status).toBe(200)
  await same.app.close()
  const ADMIN_PASSWORD_HASH = await hashPassword(`${PASSWORD}!`, { N: 16_384, r: 8, p: 1 })
  const other = await start({ ADMIN_PASSWORD_HASH })
  await expectEnded(path, other)

  const log = lines.join('')
  expect(log).toContain('/preview/[preview]')
  for (const link of [early, path]) expect(log).not.toContain(link.split('.')[1])
})
