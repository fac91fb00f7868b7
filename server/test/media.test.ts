/** Images from the upload to the page, on the whole server over a real repository. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { AddedImage } from '#domain/answers/admin-answers.ts'
import { faultsOf } from './git-fixture.ts'
import { png } from './images.ts'
import { serverOfFile } from './live-server.ts'

// Each image is a process of its own, and a busy machine is slow to start one.
vi.setConfig({ testTimeout: 90_000 })

const server = serverOfFile()
let made = 0
const nextImage = () => png({ width: 30 + made++, height: 20 })

interface Upload {
  type?: string | null
  name?: string
}

async function upload(body: Buffer, more: Upload = {}) {
  const { type = 'image/png', name = 'Loaf.png' } = more
  const headers = type === null ? {} : { 'content-type': type }
  const path = `/api/media?name=${encodeURIComponent(name)}`
  const { status, json } = await server().request('POST', path, body, { headers })
  // One of the API's two envelopes.
  return { status, ...(json as { data: AddedImage; error: string; code: string }) }
}

const post = (content: string, more = {}) => ({ title: 'A loaf', content, ...more })

const filesOf = () =>
  server().git('show', '--name-only', '--format=', 'HEAD').trim().split('\n').sort()
const fileOf = ({ id, day }: { id: string; day: string }) => `posts/${day.slice(0, 4)}/${id}.md`

it('an upload answers what the post has to name, and changes nothing', async () => {
  const head = server().git('rev-parse', 'HEAD')
  const { status, data } = await upload(await nextImage())
  expect(status).toBe(201)
  const year = new Date().getFullYear()
  expect(data.path).toMatch(new RegExp(`^/media/${year}/loaf-30x20-[0-9a-f]{12}\\.webp$`))
  expect(data).toMatchObject({ width: 30, height: 20 })
  expect(server().git('rev-parse', 'HEAD')).toBe(head)
  expect(server().git('status', '--porcelain')).toBe('')
  // Not public before a post is saved with it.
  const early = await server().get(data.path)
  expect([early.status, early.headers['cache-control']]).toEqual([404, 'no-store'])
  // The admin sees it all the same, also in a text that was left and is gone on with later.
  const waiting = await server().call('GET', data.path)
  expect(waiting.data.url).toMatch(/^data:image\/webp;base64,UklGR/)
  expect((await server().ask('GET', data.path)).status).toBe(401)
  expect((await server().call('GET', '/media/2026/never-1x1-0123456789ab.webp')).status).toBe(404)
  expect((await server().call('GET', '/media/..%2f..%2f2026/password-hash')).status).toBe(404)
})

it.each([
  ['says its name and size', 'My Loaf.PNG', 'my-loaf'],
  ['is ASCII', 'Größe 今日.jpg', 'groesse'],
  ['needs no name', '', 'image'],
  ['is no path', '../../../etc/passwd', 'passwd'],
  ['has no end of its own', '.htaccess', 'image'],
  ['is short', 'x'.repeat(500), 'x'.repeat(60)],
])('an upload has an address that %s', async (_, name, start) => {
  const { path, width } = (await upload(await nextImage(), { name })).data
  const pattern = `^/media/\\d{4}/${start}-${width}x20-[0-9a-f]{12}\\.webp$`
  expect(path).toMatch(new RegExp(pattern))
})

it('an upload is found in a text that names it', async () => {
  const { path } = (await upload(await nextImage())).data
  const other = (await upload(await nextImage())).data.path
  const rows: [text: string, waiting: string[]][] = [
    [`![Loaf](${path} "t")`, [path]],
    [`[large](${path})`, [path]],
    [`<https://example.org${path}>`, [path]],
    [`![](${path}) ![](${path})![](${other})`, [path, other]],
    ['![](/media/me.png) ![](/media/2026/never-1x1-0123456789ab.webp)', []],
    ['![](/media/2026/../../site.webp)', []],
  ]
  for (const [content, waiting] of rows) {
    const { meta } = await server().call('POST', '/posts/preview', { content })
    expect(meta.waiting ?? [], content).toEqual(waiting)
  }
})

const refused: [string, Upload & { body?: () => Buffer }, number, string][] = [
  ['of SVG', { type: 'image/svg+xml' }, 415, 'unsupported_media_type'],
  ['as JSON', { type: 'application/json' }, 415, 'unsupported_media_type'],
  ['without a type', { type: null }, 415, 'unsupported_media_type'],
  ['of no image', { body: () => Buffer.from('<html>') }, 400, 'unreadable_image'],
  ['of nothing', { body: () => Buffer.alloc(0) }, 400, 'unreadable_image'],
  ['of more than 10 MiB', { body: () => Buffer.alloc(10_485_761) }, 413, 'too_large'],
  ['of 10 MiB of nothing', { body: () => Buffer.alloc(10_485_760) }, 400, 'unreadable_image'],
]
it('an upload that is not right is refused in a sentence', async () => {
  for (const [what, { body, ...more }, status, code] of refused) {
    const answer = await upload(body?.() ?? (await nextImage()), more)
    expect([answer.status, answer.code], what).toEqual([status, code])
    expect(answer.error, what).toMatch(/^[A-Z][^/]+\.$/)
  }
})

it('a save takes the images that the text names along, in the one commit of the post', async () => {
  const { data: first } = await upload(await nextImage())
  const { data: second } = await upload(await nextImage(), { name: 'Crumb.png' })
  const { data: unused } = await upload(await nextImage())
  const content = `![A loaf](${first.path})\n\n![Its crumb](${second.path})`
  const saved = await server().call('POST', '/posts', post(content))
  expect(saved.status).toBe(201)
  expect(server().head()).toBe(saved.meta.commit)
  expect(server().git('log', '--format=%s', '-1').trim()).toBe('Publish short: A loaf')
  const files = [first.path.slice(1), second.path.slice(1), fileOf(saved.data)]
  expect(filesOf()).toEqual(files.sort())
  expect(server().git('ls-files', 'media')).not.toContain(unused.path.slice(1))
  expect(faultsOf(server())).toBe('')
  expect(saved.data.html).toContain(
    `<img src="${first.path}" alt="A loaf" width="${first.width}" height="20" loading="lazy"`,
  )
  const { headers, bytes } = await server().get(first.path)
  expect([headers['content-type'], bytes.length]).toEqual(['image/webp', first.bytes])
  expect(await server().page('/')).toContain(`src="${first.path}"`)
})

it('a save that changes a post takes only what is new', async () => {
  const image = await nextImage()
  const { data: first } = await upload(image)
  const { data: created } = await server().call('POST', '/posts', post(`![](${first.path})`))
  const { data: second } = await upload(await nextImage())
  const content = `![](${first.path}) ![](${second.path})`
  const saved = await server().call('PUT', `/posts/${created.id}`, { content })
  expect(saved.status).toBe(200)
  expect(filesOf()).toEqual([second.path.slice(1), fileOf(created)])
  // The same image once more is the same file.
  expect((await upload(image)).data.path).toBe(first.path)
  const more = { content: `${content} More.` }
  const again = await server().call('PUT', `/posts/${created.id}`, more)
  expect(again.status).toBe(200)
  expect(filesOf()).toEqual([fileOf(created)])
})

it('a save may name one that the author put there, whose space is kept, and one that is not there', async () => {
  mkdirSync(join(server().folder, 'media/2026'), { recursive: true })
  const image = await png({ width: 30, height: 12 })
  writeFileSync(join(server().folder, 'media/2026/by hand.png'), image)
  server().git('add', 'media')
  server().git('commit', '-qm', 'Add a picture')
  const content = '![](/media/2026/by%20hand.png) ![](/media/2026/later-9x9-0123456789ab.webp)'
  const { data } = await server().call('POST', '/posts', post(content))
  expect(data.html).toContain('alt="" width="30" height="12" loading="lazy"')
  expect(filesOf()).toEqual([fileOf(data)])
  expect((await server().call('GET', '/status')).data.problems).toEqual([])
})

it('a save of two posts at once with one image keeps both', async () => {
  const { data } = await upload(await nextImage())
  const content = `![](${data.path})`
  const save = (title: string) => server().call('POST', '/posts', post(content, { title }))
  const saved = await Promise.all(['One', 'Two', 'Three'].map(save))
  expect(saved.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(server().git('ls-files', 'media')).toContain(data.path.slice(1))
  expect(faultsOf(server())).toBe('')
})

it('a save that is refused leaves its image waiting', async () => {
  const { call, git, put } = server()
  const { data } = await upload(await nextImage())
  for (const [name, value] of Object.entries({ clean: 'false', required: 'true' })) {
    git('config', `filter.broken.${name}`, value)
  }
  put('.git/info/attributes', '*.md filter=broken\n')
  const save = () => call('POST', '/posts', post(`![](${data.path})`))
  expect((await save()).status).toBe(503)
  expect((await call('GET', data.path)).status).toBe(200)
  put('.git/info/attributes', '')
  expect((await save()).status).toBe(201)
  expect(filesOf()).toContain(data.path.slice(1))
  expect((await call('GET', data.path)).status).toBe(404)
})

it('a save leaves a file of the author with that name alone', async () => {
  const { data } = await upload(await nextImage())
  server().put(data.path.slice(1), 'mine')
  const saved = await server().call('POST', '/posts', post(`![](${data.path})`))
  expect(saved.status).toBe(201)
  expect(server().text(data.path.slice(1))).toBe('mine')
  expect(filesOf().length).toBe(1)
  server().git('clean', '-qf', 'media')
})

it('an undo of a save or of a delete takes the image away or brings it back with the text', async () => {
  const { call, get, git, page } = server()
  const { path } = (await upload(await nextImage())).data
  const { data, meta } = await call('POST', '/posts', post(`![](${path})`))
  const undone = await call('POST', `/history/${meta.commit}/revert`)
  expect(undone.status).toBe(200)
  expect(git('ls-files')).not.toContain(path.slice(1))
  expect((await get(path)).status).toBe(404)
  expect((await call('POST', `/history/${undone.meta.commit}/revert`)).status).toBe(200)
  expect((await get(path)).status).toBe(200)
  const deleted = await call('DELETE', `/posts/${data.id}`)
  expect(filesOf().length).toBe(1)
  expect((await get(path)).status).toBe(200)
  await call('POST', `/history/${deleted.meta.commit}/revert`)
  expect(await page('/')).toContain(`src="${path}"`)
  expect(faultsOf(server())).toBe('')
})
