/** Answers by mail, copies elsewhere and the ways into other networks: each off without its setting. */
import { expect, it } from 'vitest'
import { checkContent } from '../content/check-content.ts'
import { makeRepository, until } from '../test/git-fixture.ts'
import { ofFile, postFile, serve, startServer } from '../test/live-server.ts'
import { parseXml } from '../test/strict-xml.ts'

const TITLE = `50 % & "more"? 🌱 ${'é'.repeat(283)}`
const PUBLICATION = 'at://did:plc:abc123/site.standard.publication/3lwafzkjqm25s'
const DOCUMENT = 'at://did:plc:abc123/site.standard.document/3lwafzkjqm25t'
const SITE = `time_zone: UTC
author: {name: Ada, email: ada+blog@example.org}
replies: mail
webmention: https://webmention.example/ada/webmention
bridge: https://fed.brid.gy/
standard_site: ${PUBLICATION}
`
const REACHING = postFile(
  JSON.stringify(TITLE),
  `syndication: [https://www.dev.example/a?b=1&c=2, "https://x.example/1,2"]
canonical: https://first.example/loaf
lang: de
atUri: ${DOCUMENT}
`,
)
const on = ofFile(() =>
  startServer({ 'site.yaml': SITE, 'posts/loaf.md': REACHING, 'posts/a.md': postFile('Plain') }),
)
const off = ofFile(() =>
  startServer({
    'site.yaml': SITE.replace('replies: mail\n', '').replace(
      /(?:webmention|bridge|standard).*\n/g,
      '',
    ),
    'posts/loaf.md': postFile('Loaf'),
  }),
)

const mailsIn = (text: string) =>
  [...text.matchAll(/mailto:[^"&<\\]*/g)].map(([address]) => new URL(address))

it('a post and its feed entries end with a way to answer by mail, the title as its subject', async () => {
  const [html, atom, rss, json] = await Promise.all(
    ['/post/loaf', '/feed.xml', '/rss.xml', '/feed.json'].map((path) => on().page(path)),
  )
  expect(html).toMatch(/<a class="reply" href="mailto:[^"]*">Reply by mail<\/a>/)
  for (const text of [html, atom, rss, json]) {
    const [mail] = mailsIn(text ?? '').filter(({ search }) => search !== '?subject=Plain')
    expect(mail?.pathname).toBe('ada+blog@example.org')
    expect([...(mail?.searchParams ?? [])]).toEqual([['subject', TITLE]])
    // Mail programs show a `+` as it is.
    expect(mail?.search).not.toContain('+')
  }
  for (const feed of [atom, rss]) parseXml(feed ?? '')
  expect(atom).toContain('<author><name>Ada</name><email>ada+blog@example.org</email><uri>')
})

it('a post names its copies, its original, its language and its record', async () => {
  const html = await on().page('/post/loaf')
  for (const part of [
    '<link rel="canonical" href="https://first.example/loaf">',
    '<meta property="og:url" content="https://first.example/loaf">',
    '"url":"https://first.example/loaf"',
    '"inLanguage":"de"',
    '<link rel="webmention" href="https://webmention.example/ada/webmention">',
    `<link rel="site.standard.document" href="${DOCUMENT}">`,
    '<article class="article h-entry" lang="de">',
    'class="u-syndication" href="https://www.dev.example/a?b=1&amp;c=2">Also on dev.example<',
    'class="u-syndication" href="https://x.example/1,2">Also on x.example<',
  ]) {
    expect(html).toContain(part)
  }
  expect(await on().page('/essays')).not.toContain('rel="webmention"')
  const sitemap = await on().page('/sitemap.xml')
  expect([sitemap.includes('/post/a<'), sitemap.includes('/post/loaf')]).toEqual([true, false])
  // A save keeps what no form has.
  const { data } = await on().call('PUT', '/posts/loaf', { featured: true })
  const canonical = 'https://first.example/loaf'
  expect(data).toMatchObject({ atUri: DOCUMENT, canonical, lang: 'de' })
})

it('a bridge gets what it is asked for, as sent; the publication is named', async () => {
  for (const asked of [
    '/.well-known/webfinger?resource=acct%3Aada%40gap.example&rel=a%20b&e=%65%cc%81',
    '/.well-known/host-meta',
  ]) {
    const { status, headers } = await on().get(asked)
    expect([status, headers.location]).toEqual([302, `https://fed.brid.gy${asked}`])
  }
  const { headers: escaped } = await on().get('/%2ewell-known/host-meta?m')
  expect(escaped.location).toBe('https://fed.brid.gy/.well-known/host-meta?m')
  const { status, headers, text } = await on().get('/.well-known/site.standard.publication')
  expect([status, headers['content-type'], text]).toEqual([
    ...[200, 'text/plain; charset=utf-8', PUBLICATION],
  ])
})

it('half of a character in a title or a unit takes no post, feed or record away', async () => {
  const project = (goal: number) =>
    `title: A\ndue_date: 2126-01-31\ngoal: ${goal}\nunit: "\\ud83c"\n`
  const server = await startServer({
    'site.yaml': SITE,
    'posts/half.md': postFile('"Half \\ud83c"', 'project: a\ntags: ["\\ud83c"]\n'),
    'projects/a.yaml': project(1),
  })
  server.commitFiles({ 'projects/a.yaml': project(2) })
  await until(async () => (await server.page('/projects/a')).includes('Goal changed'))
  for (const path of ['/post/half', '/feed.xml', '/feed.json', '/record.xml', '/sitemap.xml']) {
    expect([path, (await server.get(path)).status]).toEqual([path, 200])
  }
})

it('without the settings nothing of it is sent', async () => {
  const ways = /mailto|@example|e-?mail|repl(?:y|ies)|webmention|syndication|atUri|standard|bridge/i
  for (const path of ['/post/loaf', '/', '/feed.xml', '/rss.xml', '/feed.json', '/api/site']) {
    expect([path, (await off().page(path)).match(ways)?.[0]]).toEqual([path, undefined])
  }
  for (const name of ['webfinger', 'host-meta', 'site.standard.publication']) {
    expect((await off().get(`/.well-known/${name}`)).status).toBe(404)
  }
})

it('what is not of its form is off, and named with its line', async () => {
  const { folder } = makeRepository({
    'site.yaml': `author: {name: Ada, email: ada}
replies: post
webmention: https://me:it@w.example/
bridge: https://b.example/?a=
standard_site: at://did:plc:abc/app.bsky.feed.post/1
`,
    'posts/a.md': postFile(
      'A',
      'syndication: [https://ok.example/, ftp://x]\ncanonical: /a\nlang: German!\natUri: did:plc:a\n',
    ),
  })
  const { problems, warnings } = await checkContent({ contentDir: folder, timeZone: 'UTC' })
  const listed = [...problems, ...warnings].map(({ file, line, reason }) => [file, line, reason])
  expect(listed).toEqual([
    ['site.yaml', 1, "'ada' is not an address like 'ada@example.org'."],
    ['site.yaml', 2, "'post' is none of mail."],
    ['site.yaml', 3, "'https://me:it@w.example/' is not an address that begins with https://."],
    ['site.yaml', 4, "'https://b.example/?a=' is not an https address like 'https://fed.brid.gy'."],
    [
      'site.yaml',
      5,
      "'at://did:plc:abc/app.bsky.feed.post/1' is not like 'at://did:plc:…/site.standard.publication/…'.",
    ],
    ['posts/a.md', 5, "'ftp://x' is not an address that begins with http(s)://."],
    ['posts/a.md', 6, "'/a' is not an address that begins with http(s)://."],
    ['posts/a.md', 7, "'German!' is not a language code like 'en' or 'de-AT'."],
    ['posts/a.md', 8, "'did:plc:a' is not like 'at://did:plc:…/site.standard.document/…'."],
  ])
  const { page } = await serve({ ...makeRepository({ 'site.yaml': 'replies: mail\n' }), folder })
  expect(await page('/post/a')).toContain('href="https://ok.example/"')
})
