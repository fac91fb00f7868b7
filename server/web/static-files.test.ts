/** The browser's files over HTTP. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerSecurityHeaders, securityHeaders, unroutedOptions } from './security-headers.ts'
import { readManifest, registerAssets } from './static-files.ts'

const headers = securityHeaders('http://localhost:3000')
const script = Buffer.from('console.log("hello")'.repeat(100))
let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gap-assets-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/a.woff2'), 'font')
  await writeFile(join(folder, 'assets/main-A.js'), script)
  await writeFile(join(folder, 'assets/main-A.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets/main-A.js.gz'), gzipSync(script))
  app = Fastify(unroutedOptions(headers))
  registerSecurityHeaders(app, headers)
  registerAssets(app, folder)
})

afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, accept = '') =>
  app.inject({ url, headers: accept ? { 'accept-encoding': accept } : {} })

it('are the same bytes in every encoding, kept for ever', async () => {
  const plain = await get('/assets/main-A.js')
  const gzip = await get('/assets/main-A.js', 'gzip')
  const brotli = await get('/assets/main-A.js', 'gzip, br')
  expect(plain.rawPayload).toEqual(script)
  expect(gunzipSync(gzip.rawPayload)).toEqual(script)
  expect(brotliDecompressSync(brotli.rawPayload)).toEqual(script)
  for (const response of [plain, gzip, brotli]) {
    expect(response.headers['content-type']).toMatch(/javascript; charset=utf-8$/)
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers.vary).toMatch(/^accept-encoding$/i)
    expect(response.headers['content-length']).toBe(String(response.rawPayload.length))
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
  }
})

it('are sent as they are where no form is smaller, and not again to who has them', async () => {
  const { headers, body } = await get('/assets/a.woff2', 'br, gzip')
  expect(headers['content-type']).toBe('font/woff2')
  expect([headers['content-encoding'], body]).toEqual([undefined, 'font'])
  const known = { 'if-none-match': String(headers.etag) }
  expect((await app.inject({ url: '/assets/a.woff2', headers: known })).statusCode).toBe(304)
})

it('says what to do when the client is not built', () => {
  expect(() => readManifest(join(folder, 'nowhere'))).toThrow('npm run build')
})
