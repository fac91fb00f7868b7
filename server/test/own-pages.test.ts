/** Pages and menu of the author, from files in git to what a visitor gets. */
import { expect, it } from 'vitest'
import { content } from '../../scripts/test/hook-fixture.ts'
import { leadsTo, serverOfFile } from './live-server.ts'

const MENU = `menu:
  - {label: Now, path: /now}
  - label: More
    items:
      - {label: Old, path: /old-now}
      - {label: Nowhere, path: /nowhere}
      - {label: Feed, path: /feed.xml}
      - {label: Code, url: https://code.example/}
      - {label: Bad, url: "javascript:alert(1)"}
  - {path: /about}
`
const site = serverOfFile({
  'site.yaml': `time_zone: Europe/Berlin\n${MENU}`,
  'posts/a.md': '---\ntitle: A\ndate: 2026-05-01\naliases: [/old-a]\n---\nText\n',
  'pages/now.md':
    '---\ntitle: Now & then\ndescription: What I do.\naliases: [old-now, /2019/now/]\n---\n\n# Now & then\n\nOne *loaf* ![](/media/x.png)\n',
  'pages/größe.md': 'No front matter, **bold**.\n',
  'pages/plan.md': '---\ntitle: Plan\ndraft: true\naliases: [old-plan]\n---\nSecret words\n',
  'pages/broken.md': '---\ntitle: [\n---\nText\n',
  'pages/essays.md': '---\ntitle: Mine\n---\nText\n',
  'pages/feed.xml.md': 'Text\n',
  'pages/API.md': 'Text\n',
  'pages/404.md': '---\ntitle: Four\n---\nText\n',
  'pages/100%.md': 'All of *it*.\n',
  'resources/tools.yaml': 'title: Tools\nitems: [{title: Saw, url: https://saw.example/}]\n',
})
const page = (path: string) => site().get(path)

it('an own page is a complete document at its id, once with its title', async () => {
  const { status, text } = await page('/now')
  expect(status).toBe(200)
  expect(text).toContain('<title>Now &amp; then | G.A.P.</title>')
  expect(text).toContain('<meta name="description" content="What I do.">')
  expect(text).toContain('<link rel="canonical" href="https://gap.example/now">')
  expect(text).toContain('One <em>loaf</em>')
  expect(text.match(/<h1[ >]/g)).toHaveLength(1)
  expect(text.match(/>Now &amp; then</g)).toHaveLength(1)
  expect(text).not.toContain('/admin')
  expect((await page('/100%25')).text).toContain('All of <em>it</em>.</p></div>')
})

it('an own page is read through the API, with the first words as description', async () => {
  const { data } = await site().call('GET', '/pages/now')
  expect(data).toEqual({
    ...{ id: 'now', title: 'Now & then', description: 'What I do.' },
    html: expect.stringContaining('<em>loaf</em>'),
    content: '# Now & then\n\nOne *loaf* ![](/media/x.png)',
    revision: site().git('rev-parse', 'HEAD:pages/now.md').trim(),
  })
  const other = await site().call('GET', `/pages/${encodeURIComponent('größe')}`)
  const description = 'No front matter, bold.'
  expect(other.data).toMatchObject({ id: 'größe', title: 'größe', description })
  for (const id of ['plan', 'broken', 'essays', 'nothing', 'old-now', 'tools']) {
    const { status, error } = await site().call('GET', `/pages/${id}`)
    expect([id, status, error]).toEqual([id, 404, 'Page not found'])
  }
})

it.each(
  `/now/ 308, /old-now /now, /2019/now/ /now, /old-a /post/a, /plan 404, /old-plan 404,
     /plan/ 404, /broken 404, /nothing 404, /api 404, /feed.xml 200, /essays 200, /404 200,
     /gr%C3%B6%C3%9Fe 200, /resources/tools 200, /resources/nothing 404, /%61bout 404,
     /resources%2Ftools 404, /404/ 308`
    .split(/,\s+/)
    .map((row) => row.split(' ')),
)('an own page makes %s lead to %s', async (path = '', expected) => {
  expect(await leadsTo(site(), path)).toBe(expected)
})

it('an own page leaves the 404 page as it is, with a page named 404 too', async () => {
  const texts = await Promise.all(['/nothing', '/plan', '/a/b'].map(page))
  for (const { text } of texts) expect(text).toBe(texts[0]?.text)
  expect(texts[0]?.text).toContain('Oops! Page not found')
  const posted = await site().request('POST', '/nothing', undefined, { token: null })
  expect(posted.status).toBe(404)
  const other = await site().request('POST', '/now', undefined, { token: null })
  expect(other.status).toBe(405)
})

it('an own page is in the sitemap, and in no list, feed, search or streak', async () => {
  const addresses = (await page('/sitemap.xml')).text.match(/(?<=gap.example)\/[^<]*/g)
  const pages = ['/404', '/gr%C3%B6%C3%9Fe', '/now', '/resources/tools']
  expect(addresses?.slice(-5)).toEqual([...pages, '/post/a'])
  for (const path of ['/feed.xml', '/api/posts/public', '/api/search?q=loaf', '/']) {
    expect((await page(path)).text, path).not.toContain('loaf')
  }
})

it('an own page whose address the site uses itself is a problem of that file alone', async () => {
  const { data } = await site().call('GET', '/status')
  const files = data.problems.filter(({ file }: { file: string }) => file !== 'site.yaml')
  expect(files).toEqual([
    { file: 'pages/API.md', line: null, reason: expect.stringContaining('/API') },
    { file: 'pages/broken.md', line: 3, reason: expect.any(String) },
    { file: 'pages/essays.md', line: null, reason: expect.stringContaining('/essays') },
    { file: 'pages/feed.xml.md', line: null, reason: expect.stringContaining('/feed.xml') },
  ])
  expect((await page('/essays')).text).toContain('<title>Essays |')
})

it('an own page is among the files of the panel, and is made only where its address is free', async () => {
  const list = await site().call('GET', '/files/site')
  const paths = list.data.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(expect.arrayContaining(['pages/plan.md', 'resources/tools.yaml']))
  const body = { path: 'pages/stats.md', text: '---\ntitle: Mine\n---\n', revision: null }
  const refused = await site().call('PUT', '/files', body)
  expect([refused.status, refused.error]).toEqual([409, expect.stringContaining('/stats')])
})

it('the menu takes the place of the built-in ones, without the entries that cannot be read', async () => {
  const { text } = await page('/now')
  const [, bar = ''] = /<nav class="menu-bar [^>]*>(.*?)<\/nav>/s.exec(text) ?? []
  expect(bar.match(/(?<=href=")[^"]*/g)).toEqual([
    ...['/now', '/old-now', '/nowhere', '/feed.xml', 'https://code.example/'],
  ])
  expect(bar).toContain('<a aria-current="page" href="/now" class="menu-link">Now</a>')
  const { data } = await site().call('GET', '/site')
  expect(data.menu).toHaveLength(2)
})

it('the menu has its problems with their lines, and warnings of paths that lead nowhere', async () => {
  const env = { CONTENT_DIR: site().folder }
  const { status, out } = await content(['check', '--json', 'site.yaml'], env)
  const { problems, warnings } = JSON.parse(out)
  expect([status, problems.map(({ line }: { line: number }) => line)]).toEqual([1, [10, 11]])
  const reason = "The path '/nowhere' leads nowhere."
  expect(warnings).toEqual([{ file: 'site.yaml', line: 7, reason }])
})
