/** Long lists of the whole server: what their readers get, first and again. */
import { expect, it } from 'vitest'
import { type Answer, postFile, serverOfFile, startServer } from './live-server.ts'

const POSTS = 300
/** Takes a few hundred milliseconds to render. */
const SLOW = `\n~~~ts\n${'const list = { of: [1, "two", `three`] } // words\n'.repeat(700)}~~~\n`

const ALL = Array.from({ length: POSTS }, (_, n) => `post-${String(n).padStart(4, '0')}`)

const filesOf = (ids: readonly string[], slow: string) =>
  Object.fromEntries(
    ids.map((id, n) => {
      const text = `*Text* ${id}.\n${n % 40 === 5 ? slow : ''}`
      return [`posts/${id}.md`, postFile(id, '', text)]
    }),
  )

const server = serverOfFile(filesOf(ALL, SLOW))
const IDENTITY = { 'accept-encoding': 'identity' }
const GZIP = { 'accept-encoding': 'gzip' }

/** Ids of a list; fails where a text is not rendered. */
function idsIn({ data }: Answer<{ id: string; html: string }[]>): string[] {
  for (const { id, html } of data) expect(html.slice(0, 80), id).toMatch(/^<p><em>Text<\/em>/)
  return data.map(({ id }) => id)
}

it('a complete list holds rendered texts alone, in order, from the first time on, plain and compressed', async () => {
  const take = (headers: Record<string, string>) => server().get('/api/posts/public', headers)
  const [plain, zipped, again] = await Promise.all([take(IDENTITY), take(GZIP), take(IDENTITY)])
  expect(idsIn(plain)).toEqual(ALL)
  expect([plain.headers['content-encoding'], plain.headers.etag]).toEqual([undefined, undefined])
  expect(zipped.headers['content-encoding']).toBe('gzip')
  for (const { text } of [zipped, again]) expect(text === plain.text).toBe(true)
})

it('a page of a list holds rendered texts alone, also right after the start', async () => {
  const ids = ALL.slice(0, 100)
  const { get } = await startServer(filesOf(ids, ''))
  expect(idsIn(await get('/api/posts/public?limit=100'))).toEqual(ids)
})

it('summaries of long essays are one answer with an ETag, since their texts are not sent', async () => {
  const text = 'Words. '.repeat(40_000)
  const essays = { 'posts/a.md': postFile('A', '', text), 'posts/b.md': postFile('B', '', text) }
  const { get } = await startServer(essays)
  const { headers, data } = await get('/api/posts/public?view=summary')
  expect([data.length, headers.etag]).toEqual([2, expect.stringMatching(/^W\/"/)])
})
