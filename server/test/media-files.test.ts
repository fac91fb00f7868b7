/** The files below media/ as visitors get them, and what is no image there. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from './git-fixture.ts'
import { rawRequest } from './http-client.ts'
import { png } from './images.ts'
import { leadsTo, serverOfFile } from './live-server.ts'

const image = await png({ width: 30, height: 20 })

const server = serverOfFile({
  'media/notes.md': '---\nbroken',
  'media/posts/a.md': '---\nbroken',
  'media/x.yaml': ': :',
  'media/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'media/a.html': '<script>alert(1)</script>',
  'media/a.png.html': '<script>alert(1)</script>',
  'media/.hidden.png': 'x',
  'media/.folder/a.png': 'x',
  'media/a.png~': 'x',
  'media/real/a.png': 'x',
  'posts/a.png': 'x',
  'posts/a.md':
    '---\ntitle: A\ndate: 2020-01-02\naliases: [/media/old-post/]\n---\n![Loaf](/media/2020/loaf.png)\n',
})

const askRaw = (path: string) => rawRequest(server().address, path)

it.each([
  ['of an added image for ever', 'loaf-30x20-0123456789ab.webp', 'max-age=31536000, immutable'],
  ['of the author for an hour', '2026/My photo.PNG', 'max-age=3600'],
])('a file below media/ %s', async (_, name, caching) => {
  mkdirSync(join(server().folder, 'media/2026'), { recursive: true })
  writeFileSync(join(server().folder, 'media', name), image)
  const { status, headers, bytes } = await server().get(`/media/${encodeURI(name)}`)
  expect([status, bytes.equals(image)]).toEqual([200, true])
  expect(headers['cache-control']).toBe(`public, ${caching}`)
  expect(headers['x-content-type-options']).toBe('nosniff')
  const policy = headers['content-security-policy']
  for (const name of ['default-src', 'object-src', 'base-uri', 'frame-ancestors']) {
    expect(policy).toContain(`${name} 'none'`)
  }
  expect(policy).toContain('sandbox')
})

it('a file below media/ is no content: nothing of it is a problem, and check finds none', async () => {
  const { data } = await server().call('GET', '/status')
  expect([data.posts, data.problems]).toEqual([1, []])
})

it('a file below media/ is not there when it is no image, hidden, a link, a folder or outside', async () => {
  const outside = makeFolder()
  writeFileSync(join(outside, 'secret.png'), image)
  const at = (path: string) => join(server().folder, path)
  mkdirSync(at('media/folder.png'))
  symlinkSync(join(outside, 'secret.png'), at('media/link.png'))
  symlinkSync(outside, at('media/away'))
  symlinkSync(at('media/real'), at('media/inside'))
  symlinkSync(at('media/loop.png'), at('media/loop.png'))
  expect((await askRaw('/media/real/a.png')).status).toBe(200)
  const names = `a.svg a.html a.png.html .hidden.png .folder/a.png a.png~ folder.png
      link.png away/secret.png inside/a.png loop.png real real/ none.png
      ../posts/a.png %2e%2e/posts/a.png ..%2fposts%2fa.png real/../../posts/a.png
      real/..%2f..%2fposts/a.png ..%5cposts%5ca.png %252e%252e/posts/a.png ./real/a.png
      /real/a.png real//a.png real/a.png/ real/a.png%00 real/a.png%2f ../.git/HEAD`
  for (const name of ['', ...names.split(/\s+/)]) {
    const { status, text } = await askRaw(`/media/${name}`)
    expect([403, 404, 308], name).toContain(status)
    expect(text, name).not.toMatch(/alert\(1\)|Index of|ref: refs/)
  }
  expect(readdirSync(outside)).toEqual(['secret.png'])
})

it('a file below media/ of a foreign site is still found by an alias', async () => {
  expect(await leadsTo(server(), '/media/old-post/')).toBe('/post/a')
})
