/** The site's own look: accent, icon and style sheet, and what of them cannot be used. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { checkContent } from '../content/check-content.ts'
import { makeRepository } from '../test/git-fixture.ts'
import { png } from '../test/images.ts'
import { ofFile, serverOfFile, startServer } from '../test/live-server.ts'

const STYLE = '.page { color: rebeccapurple }\n@import "https://e.org/a.css";\n'
const own = serverOfFile({ 'site.yaml': 'time_zone: UTC\naccent: "#7F7F7F"\n', 'style.css': STYLE })
const plain = ofFile(() => startServer())

const sheetsOf = (html: string) =>
  [...html.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, href = '']) =>
    href.replace(/-[A-Z0-9]{8}\./, '.'),
  )

it('the accent is in both themes, the author’s style sheet last and never in the panel', async () => {
  const { get, page } = own()
  expect(sheetsOf(await page('/'))).toEqual(['/assets/main.css', '/accent.css', '/style.css'])
  expect(sheetsOf(await page('/admin'))).toEqual(['/assets/panel.css', '/accent.css'])
  const accent = await get('/accent.css')
  expect(accent.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(accent.text).toContain('--accent: light-dark(#727272, #7f7f7f);')
  // On boxes, which are lighter.
  expect(accent.text).toContain('--accent: light-dark(#727272, #8c8c8c);')
  const style = await get('/style.css')
  expect([style.status, style.text]).toEqual([200, STYLE])
  // What it loads from elsewhere is refused.
  const { 'content-security-policy': policy } = (await get('/')).headers
  expect(policy).toMatch(/style-src 'self'; .*font-src 'self';/)
  expect(own().store.snapshot().problems).toEqual([
    {
      ...{ file: 'site.yaml', line: 2, warning: true },
      reason: 'The accent #7f7f7f is #727272 in the light theme, where it could not be read.',
    },
  ])
})

it('the icon of the content folder is at every address of an icon', async () => {
  const { folder, get, store } = own()
  writeFileSync(join(folder, 'icon.png'), await png({ width: 300, height: 300 }, '#102030'))
  await store.rescan()
  for (const [path, size] of Object.entries({
    ...{ '/icon-192.png': 192, '/icon-512.png': 512, '/icon-maskable-512.png': 512 },
    '/apple-touch-icon.png': 180,
  })) {
    const { data, info } = await sharp((await get(path)).bytes)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([path, info.width, ...data.subarray(0, 3)]).toEqual([path, size, 0x10, 0x20, 0x30])
  }
  expect((await get('/favicon.svg')).text).toContain('<image width="64" height="64" href="data:')
})

it('without them nothing of them is sent', async () => {
  const { get, page } = plain()
  const html = await page('/')
  expect(sheetsOf(html)).toEqual(['/assets/main.css'])
  expect(html).not.toMatch(/accent"|style\.css/)
  for (const path of ['/accent.css', '/style.css']) expect((await get(path)).status).toBe(404)
  expect((await get('/favicon.svg')).text).not.toContain('<image')
})

const NO_COLOUR = "is not a colour like '#c2410c'."
const NO_ICON = 'null: The icon must be a square PNG of 192 to 2048 pixels.'
const iconOf = (width: number, height: number) => png({ width, height })
const torn = async () => (await iconOf(300, 300)).subarray(0, 60)

it.each<[string, string, () => string | Buffer | Promise<Buffer>, string]>([
  ['a name', 'site.yaml', () => 'accent: orange\n', `1: 'orange' ${NO_COLOUR}`],
  ['three digits', 'site.yaml', () => 'accent: "#fff"\n', `1: '#fff' ${NO_COLOUR}`],
  ['no square', 'icon.png', () => iconOf(200, 300), NO_ICON],
  ['a small icon', 'icon.png', () => iconOf(191, 191), NO_ICON],
  ['a torn icon', 'icon.png', torn, NO_ICON],
  ['no PNG', 'icon.png', () => 'icon', NO_ICON],
  ['1 MiB', 'icon.png', () => Buffer.alloc(2 ** 20 + 1), 'null: The file is larger than 1 MiB.'],
  ['64 KiB', 'style.css', () => ' '.repeat(65_537), 'null: The file is larger than 64 KiB.'],
  ['no text', 'style.css', () => Buffer.from([0xff, 0xfe, 0x41]), 'null: '],
])('%s is a problem of %s', async (_, path, content, expected) => {
  const { folder } = makeRepository()
  writeFileSync(join(folder, path), await content())
  const { problems } = await checkContent({ contentDir: folder, timeZone: 'UTC' })
  expect(problems.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    expect.stringContaining(expected),
  ])
})
