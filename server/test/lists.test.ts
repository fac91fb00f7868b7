/** Long lists of the whole server: what their readers get, first and again. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { historyRead, serverOfFile, startServer } from './live-server.ts'

const POSTS = 300
/** Takes a few hundred milliseconds to render. */
const SLOW = `\n~~~ts\n${'const list = { of: [1, "two", `three`] } // words\n'.repeat(700)}~~~\n`

function manyPosts(count: number, slow = SLOW): Record<string, string> {
  const files: Record<string, string> = { 'site.yaml': 'time_zone: Europe/Berlin\n' }
  for (let index = 0; index < count; index += 1) {
    const number = String(index).padStart(4, '0')
    const front = `title: Post ${number}\ntype: essay\ndate: 2026-01-02T10:00:00+01:00`
    const text = `*Text* ${number}.\n${index % 40 === 5 ? slow : ''}`
    files[`posts/post-${number}.md`] = `---\n${front}\ntags: [t${index % 3}]\n---\n${text}`
  }
  return files
}

interface Taken {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

function take(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Taken> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { date, ...others } = response.headers
        const body = Buffer.concat(chunks)
        resolve({ status: response.statusCode ?? 0, headers: others, body })
      })
    })
    sent.on('error', reject).end()
  })
}

/** Ids of a list; fails where a text is not rendered. */
function idsIn(body: Buffer): string[] {
  const { data } = JSON.parse(body.toString()) as { data: { id: string; html: string }[] }
  for (const { id, html } of data) expect(html.slice(0, 80), id).toMatch(/^<p><em>Text<\/em>/)
  return data.map(({ id }) => id)
}

const ALL = Array.from({ length: POSTS }, (_, index) => `post-${String(index).padStart(4, '0')}`)
const GZIP = { 'accept-encoding': 'gzip' }

describe('a complete list', () => {
  const site = serverOfFile(manyPosts(POSTS))

  it('holds rendered texts alone, in order, from the first time on, plain and compressed', async () => {
    await historyRead(site())
    const url = `${site().address}/api/posts/public`
    const [plain, zipped, plainToo] = await Promise.all([take(url), take(url, GZIP), take(url)])
    expect(idsIn(plain.body)).toEqual(ALL)
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true)
    expect(plainToo.body.equals(plain.body)).toBe(true)
    expect(plain.headers.etag).toBeUndefined()
  })

  it('is answered to HEAD without being made', async () => {
    const url = `${site().address}/api/posts/public/essay?view=summary`
    const head = await take(url, GZIP, 'HEAD')
    expect([head.status, head.headers['content-encoding'], head.body.length]).toEqual([
      200,
      'gzip',
      0,
    ])
  })

  it('is complete for each filter', async () => {
    const url = `${site().address}/api/posts/public?tag=t0&tag=t2`
    const ids = ALL.filter((_, n) => n % 3 !== 1)
    for (const headers of [{}, GZIP]) {
      const { body } = await take(url, headers)
      expect(idsIn('accept-encoding' in headers ? gunzipSync(body) : body)).toEqual(ids)
    }
  })
})

it('a page of a list holds rendered texts alone, also right after the start', async () => {
  const { address } = await startServer(manyPosts(100, ''))
  const { body } = await take(`${address}/api/posts/public?limit=100`)
  expect(idsIn(body)).toEqual(ALL.slice(0, 100))
})
