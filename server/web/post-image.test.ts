/** The image of a post: from its file to the page, the card of shared links and the feeds. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkContent } from '../content/check-content.ts'
import { until } from '../test/git-fixture.ts'
import { png } from '../test/images.ts'
import { postFile, serverOfFile } from '../test/live-server.ts'
import { parseXml } from '../test/strict-xml.ts'

const NOT_OURS = "is none of this site, like '/media/2026/x.webp'."
const server = serverOfFile({
  'posts/loaf.md': postFile('Loaf', 'image: /media/2026/my loaf.png\nimage_alt: A "loaf"\n'),
  'posts/mapped.md': postFile('Mapped', 'cover:\n  src: /media/2026/dot.png\n  alt: A dot\n'),
  'posts/huge.md': postFile('Huge', 'og_image: /media/2026/huge.png\n'),
  'posts/gone.md': postFile('Gone', 'featured_image: /media/2026/gone.png\n'),
  'posts/text.md': postFile('Text', 'image: /media/2026/text.png\n'),
  'posts/foreign.md': postFile('Foreign', 'feature_image: https://e.org/a.png\n'),
  'posts/odd.md': postFile('Odd', 'image: [a]\nimage_alt: {a: b}\n'),
  'media/2026/text.png': 'no image',
})

const headOf = (html: string) => ({
  images: [
    ...html.matchAll(/<meta (?:property|name)="(?:og|twitter):image[^"]*" content="([^"]*)"/g),
  ]
    .map(([, text]) => text)
    .join(' '),
  data: JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '').image[0],
})
const cardOf = (id: string, title: string) =>
  `https://gap.example/og/${id}.png 1200 630 ${title} https://gap.example/og/${id}.png`

it('is on its page and in what is shared of it with its real size, and drawn where it is missing', async () => {
  const { put, page, store, folder } = server()
  mkdirSync(join(folder, 'media/2026'), { recursive: true })
  writeFileSync(join(folder, 'media/2026/my loaf.png'), await png({ width: 40, height: 20 }))
  writeFileSync(join(folder, 'media/2026/dot.png'), await png({ width: 1, height: 1 }))
  writeFileSync(join(folder, 'media/2026/huge.png'), await png({ width: 8000, height: 10 }))
  await store.rescan()
  const loaf = await page('/post/loaf')
  const url = 'https://gap.example/media/2026/my%20loaf.png'
  expect(loaf).toContain(
    '<img class="cover u-featured" src="/media/2026/my%20loaf.png" width="40" height="20" alt="A &quot;loaf&quot;"/>',
  )
  expect(headOf(loaf)).toEqual({
    images: `${url} 40 20 A &quot;loaf&quot; ${url}`,
    data: { '@type': 'ImageObject', url, width: 40, height: 20 },
  })
  expect(await page('/post/mapped')).toContain('width="1" height="1" alt="A dot"')
  expect(headOf(await page('/post/huge')).data).toMatchObject({ width: 8000, height: 10 })
  for (const [id, title] of Object.entries({
    ...{ gone: 'Gone', text: 'Text', foreign: 'Foreign', odd: 'Odd' },
  })) {
    const html = await page(`/post/${id}`)
    expect(html).not.toContain('class="cover')
    expect(headOf(html).images).toBe(cardOf(id, title))
  }
  const warnings = [
    `foreign.md:5 The image 'https://e.org/a.png' ${NOT_OURS}`,
    "gone.md:5 The image '/media/2026/gone.png' is not there, or no image.",
    "odd.md:5 'image' must be a text.",
    "odd.md:6 'image_alt' must be a text.",
    "text.md:5 The image '/media/2026/text.png' is not there, or no image.",
  ]
  const listed = (problems: readonly { file: string; line: number | null; reason: string }[]) =>
    problems.map(({ file, line, reason }) => `${file.replace('posts/', '')}:${line} ${reason}`)
  expect(listed(store.snapshot().problems)).toEqual(warnings)
  const check = await checkContent({ contentDir: folder, timeZone: 'UTC' })
  expect([check.problems, listed(check.warnings)]).toEqual([[], warnings])
  rmSync(join(folder, 'media/2026/my loaf.png'))
  put('posts/mapped.md', postFile('Mapped', 'image: /media/2026/huge.png\n'))
  await until(async () => (await page('/post/mapped')).includes('width="8000"'))
  await store.rescan()
  expect(headOf(await page('/post/loaf')).images).toBe(cardOf('loaf', 'Loaf'))
})

it('is in the feeds with its type and size', async () => {
  const { page, store, folder } = server()
  const bytes = await png({ width: 40, height: 20 })
  writeFileSync(join(folder, 'media/2026/my loaf.png'), bytes)
  await store.rescan()
  const url = 'https://gap.example/media/2026/my%20loaf.png'
  const size = `length="${bytes.length}"`
  const [atom, rss] = [await page('/feed.xml'), await page('/rss.xml')]
  for (const feed of [atom, rss]) parseXml(feed)
  expect(atom).toContain(`<link rel="enclosure" type="image/png" ${size} href="${url}"/>`)
  expect(rss).toContain(`<enclosure url="${url}" ${size} type="image/png"/>`)
  const { items } = JSON.parse(await page('/feed.json'))
  const images = items.map(({ title, image }: Record<string, string>) => [title, image])
  expect(images).toContainEqual(['Loaf', url])
  expect(images).toContainEqual(['Gone', undefined])
})

it('is set, described and taken away by a save, which keeps the other of the two', async () => {
  const changed = async (body: object) => {
    const { data } = await server().call('PUT', '/posts/loaf', body)
    const [, ...lines] = /date.*\n((?:.*\n)*?)---\n\n/.exec(server().text('posts/loaf.md')) ?? []
    const front = lines.join('').replace(/updated.*\n/, '')
    return [data.image_url, data.image_alt, front]
  }
  const [first, second] = ['/media/2026/a.webp', '/media/2026/b.webp']
  expect(await changed({ image_url: first })).toEqual([
    ...[first, 'A "loaf"', `image: ${first}\nimage_alt: A "loaf"\n`],
  ])
  expect(await changed({ image_alt: '' })).toEqual([first, '', `image: ${first}\n`])
  expect(await changed({ image_url: '' })).toEqual(['', '', ''])
  server().put('posts/loaf.md', postFile('Loaf', `cover: {src: ${first}, alt: A loaf}\n`))
  expect(await changed({ image_url: second })).toEqual([
    ...[second, 'A loaf', `cover: ${second}\nimage_alt: A loaf\n`],
  ])
})
