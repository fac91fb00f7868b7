/** The build on a project of a few lines: what the server and the browser must agree on. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, expect, it } from 'vitest'
import { makeFolder } from '../server/test/git-fixture.ts'
import { build } from './build.mjs'

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
  'server/markdown/markdown-worker.ts': `console.log('worker')`,
  'server/media/image-worker.ts': '',
}

let root: string

beforeEach(async () => {
  root = makeFolder()
  await writeProject(root)
})

async function writeProject(folder: string) {
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

const readManifest = async (folder = root) =>
  JSON.parse(await readFile(join(folder, 'dist/client/manifest.json'), 'utf8'))
const run = async (file: string) =>
  (await promisify(execFile)('node', [join(root, file)])).stdout.trim()

it('gathers the sheets for the browser, and leaves them out of the server', async () => {
  await build({ root })
  const { site, panel } = await readManifest()
  const sheetOf = ({ sheet }: { sheet: string }) =>
    readFile(join(root, 'dist/client', sheet), 'utf8')
  for (const sheet of [await sheetOf(site), await sheetOf(panel)]) {
    expect(sheet).toContain('.card:hover')
    expect(sheet).toContain('--accent')
  }
  expect(await sheetOf(site)).not.toContain('.panel')
  expect(await sheetOf(panel)).toContain('.panel')
  expect(await run('dist/server/main.mjs')).toBe('card')
  expect(
    (await readdir(join(root, 'dist/server'))).filter((name) => /css|woff2/.test(name)),
  ).toEqual([])
})

it('names every file of a document in the manifest, each with its compressed forms', async () => {
  await build({ root })
  const manifest = await readManifest()
  const { site, panel, beforePaint, fonts } = manifest
  const addresses: string[] = [
    ...[site.script, site.sheet],
    ...[panel.script, panel.sheet],
    beforePaint,
    ...fonts,
  ]
  expect(new Set(addresses).size).toBe(6)
  for (const address of addresses) {
    expect(address).toMatch(/^\/assets\/[\w-]+-[A-Z0-9]{8}\.(js|css|woff2)$/)
    expect(manifest.files).toContain(address.slice('/assets/'.length))
  }
  const path = join(root, 'dist/client', manifest.site.script)
  const plain = await readFile(path)
  expect(brotliDecompressSync(await readFile(`${path}.br`))).toEqual(plain)
  expect(gunzipSync(await readFile(`${path}.gz`))).toEqual(plain)
})

it('gives the files the same names in any folder, since servers of one site answer in turn', async () => {
  const other = join(root, 'another/place')
  await writeProject(other)
  await Promise.all([build({ root }), build({ root: other })])
  expect(await readManifest(other)).toEqual(await readManifest())
})

it('keeps the files of the build before, and no older ones', async () => {
  const entries: string[] = []
  for (const value of [1, 2, 3]) {
    await writeFile(
      join(root, 'client/start/app.tsx'),
      `export const card = 'card'; console.log(${value})`,
    )
    await build({ root })
    entries.push((await readManifest()).site.script.slice('/assets/'.length))
  }
  const files = await readdir(join(root, 'dist/client/assets'))
  expect(files).not.toContain(entries[0])
  expect(files).toContain(entries[1])
  expect(files).toContain(entries[2])
})
