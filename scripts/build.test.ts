/** The build on a project of a few lines: what the server and the browser must agree on. */
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, expect, it } from 'vitest'
import { fixtureIn, makeFolder } from '../server/test/git-fixture.ts'
import { build } from './build.mjs'
import { isBuilt, stampedBuild } from './build-stamp.mjs'

const FILES = {
  'client/start/main.ts': `import './tokens.css'; import './app.tsx'`,
  'client/start/panel.ts': `import './tokens.css'; import './app.tsx'; import './panel.css'`,
  'client/start/panel.css': `.panel { color: red }`,
  'client/start/app.tsx': `import './card.css'; export const card = 'card'`,
  'client/start/card.css': `.card { background: url(./font.woff2); &:hover { color: red } }`,
  'client/start/tokens.css': `:root { --accent: green }`,
  'client/start/font.woff2': `font`,
  'client/start/before-paint.ts': `document.documentElement.dataset.theme = 'light'`,
  'server/main.ts': `import { card } from '../client/start/app.tsx'; console.log(card)`,
  'server/app.ts': '',
  'server/markdown/markdown-worker.ts': `console.log('worker')`,
  'server/media/image-worker.ts': '',
  'dist/.stamp': 'of another build',
}

let root: string

beforeEach(() => {
  root = makeProject()
})

function makeProject(): string {
  const { folder, put } = fixtureIn(makeFolder())
  for (const [path, text] of Object.entries(FILES)) put(path, text)
  return folder
}

const readManifest = async (folder = root) =>
  JSON.parse(await readFile(join(folder, 'dist/client/manifest.json'), 'utf8'))

it('gathers the sheets for the browser, and leaves them out of the server', async () => {
  await build({ root })
  const { site, panel } = await readManifest()
  const sheetOf = ({ sheet }: { sheet: string }) =>
    readFile(join(root, 'dist/client', sheet), 'utf8')
  expect(await sheetOf(site)).toMatch(/--accent[\s\S]*\.card\{/)
  expect(await sheetOf(site)).not.toContain('.panel')
  expect(await sheetOf(panel)).toMatch(/--accent[\s\S]*\.card\{[\s\S]*\.panel/)
  const { stdout } = await promisify(execFile)('node', [join(root, 'dist/server/main.mjs')])
  expect(stdout).toBe('card\n')
  expect((await readdir(join(root, 'dist/server'))).join()).not.toMatch(/css|woff2/)
})

it('names every file of a document in the manifest, each with its compressed forms', async () => {
  await build({ root })
  const manifest = await readManifest()
  const { site, panel, beforePaint, fonts } = manifest
  const parts = [site.script, site.sheet, panel.script, panel.sheet, beforePaint]
  const addresses: string[] = [...parts, ...fonts]
  expect(new Set(addresses).size).toBe(6)
  for (const address of addresses) {
    expect(address).toMatch(/^\/assets\/[\w-]+-[A-Z0-9]{8}\.(js|css|woff2)$/)
  }
  const path = join(root, 'dist/client', manifest.site.script)
  const plain = await readFile(path)
  expect(brotliDecompressSync(await readFile(`${path}.br`))).toEqual(plain)
  expect(gunzipSync(await readFile(`${path}.gz`))).toEqual(plain)
})

it('gives the files the same names in any folder, since servers of one site answer in turn', async () => {
  const other = makeProject()
  await Promise.all([build({ root }), build({ root: other })])
  expect(await readManifest(other)).toEqual(await readManifest())
})

it('whether dist is built is no before a build, and yes after one', async () => {
  expect(isBuilt(root)).toBe(false)
  await stampedBuild(async () => {}, root)
  expect(isBuilt(root)).toBe(true)
})

it('whether dist is built is no once a source has changed, also while a build ran', async () => {
  await stampedBuild(async () => writeFile(join(root, 'server/main.ts'), 'other()'), root)
  expect(isBuilt(root)).toBe(false)
})

it('whether dist is built is no after a build that failed', async () => {
  await stampedBuild(async () => {}, root)
  await expect(stampedBuild(() => Promise.reject(new Error('x')), root)).rejects.toThrow('x')
  expect(isBuilt(root)).toBe(false)
})
