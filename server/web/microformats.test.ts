/** What machines read on the pages: microformats2, `rel="me"`, the author in the fediverse. */
import { expect, it } from 'vitest'
import { postFile, serverOfFile } from '../test/live-server.ts'

const server = serverOfFile({
  'site.yaml': `time_zone: Europe/Berlin
author: {name: Ada, url: "https://ada.example/", fediverse: "@ada@example.social"}
footer: [{label: Mastodon, url: "https://example.social/@ada", me: true}, {label: B, url: /b}]
`,
  'posts/an-essay.md': postFile('An essay', 'featured: true\ntags: [A]\nupdated: 2026-05-04\n'),
  'posts/a-short.md': '---\ntype: short\ntitle: Named\ndate: 2026-05-02\n---\nA text of its own.\n',
  'posts/note.md': '---\ntype: short\ndate: 2026-05-03\n---\nWithout a title.\n',
  'posts/a-link.md': postFile('A link').replace('type: essay', 'url: https://other.example/'),
})

const ENTRY = ['dt-published', 'h-card', 'h-entry', 'p-author', 'u-url']

async function entriesOf(path: string) {
  const { text } = await server().get(path)
  const articles = text.match(/<article .*?<\/article>/gs) ?? []
  return articles.map((article) => {
    const classes = [...article.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    const address = /<a (?=[^>]*class="[^"]*u-url)[^>]*href="([^"]*)"/.exec(article)?.[1]
    const marks = classes.filter((name) => /^(h|p|u|dt|e)-(?!short)/.test(name))
    return [address, [...new Set(marks)].filter((name) => !ENTRY.includes(name)).sort()]
  })
}

it('posts and cards are entries with name, address, days, text, tags and author', async () => {
  const card = ['p-name', 'p-summary']
  expect(await entriesOf('/')).toEqual([
    ['/post/an-essay', card],
    ['/post/note', ['e-content']],
    ['/post/a-short', ['e-content', 'p-name']],
    ['/post/an-essay', ['p-category', ...card]],
    ['/post/a-link', card],
  ])
  expect(await entriesOf('/essays')).toEqual([['/post/an-essay', ['p-category', ...card]]])
  const post = ['dt-updated', 'e-content', 'p-category', 'p-name']
  expect(await entriesOf('/post/an-essay')).toEqual([['/post/an-essay', post]])
  const { text } = await server().get('/post/an-essay')
  expect(text).toContain('<time dateTime="2026-05-01T12:00:00+02:00" class="dt-published">')
  const article = /<article class="[^"]*h-entry.*<\/article>/s.exec(text)?.[0] ?? ''
  for (const name of ENTRY) expect(article).toMatch(new RegExp(`class="[^"]*\\b${name}\\b`))
})

it('home and about name the author, and every page its accounts', async () => {
  const me = /<a (?=[^>]*rel="me noopener noreferrer")[^>]*href="([^"]*)"/g
  for (const path of ['/', '/about']) {
    const { text } = await server().get(path)
    const own = text.replace(/<article .*?<\/article>/gs, '')
    expect(own).toMatch(/<a class="h-card" href="https:\/\/ada\.example\/" hidden="">Ada<\/a>/)
    expect([...text.matchAll(me)].map(([, href]) => href)).toEqual(['https://example.social/@ada'])
    expect(text).toContain('<meta name="fediverse:creator" content="@ada@example.social">')
  }
  const { json } = await server().get('/api/site')
  const [first, second] = json.data.footer
  expect([first, second]).toEqual([
    { label: 'Mastodon', url: 'https://example.social/@ada', me: true },
    { label: 'B', url: '/b' },
  ])
})
