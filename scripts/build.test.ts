/** The build on a project of a few lines: what the server and the browser must agree on. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { build } from './build.mjs'

const FILES = {
  'client/start/main.tsx': `import './tokens.css'; import './app.tsx'; import('./later.ts')`,
  'client/start/app.tsx': `import './card.css'; export const card = 'card'`,
  'client/start/later.ts': `export const later = 1`,
  'client/start/card.css': `.card { background: url(./font.woff2); &:hover { color: red } }`,
  'client/start/tokens.css': `:root { --accent: green }`,
  'client/start/font.woff2': `font`,
  'client/start/theme.ts': `document.documentElement.dataset.theme = 'light'`,
  'server/main.ts': `import { card } from '../client/start/app.tsx'; console.log(card)`,
  'server/markdown/markdown-worker.ts': `console.log('worker')`,
}

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gap-build-'))
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
})

afterEach(() => rm(root, { recursive: true }))

const readManifest = async () =>
  JSON.parse(await readFile(join(root, 'dist/client/manifest.json'), 'utf8'))
const run = async (file: string) =>
  (await promisify(execFile)('node', [join(root, file)])).stdout.trim()

it('gathers the sheets for the browser, and leaves them out of the server', async () => {
  await build({ root })
  const { css } = await readManifest()
  const sheet = await readFile(join(root, 'dist/client', css[0]), 'utf8')
  expect(sheet).toContain('.card:hover')
  expect(sheet).toContain('--accent')
  expect(await run('dist/server/main.mjs')).toBe('card')
  expect(
    (await readdir(join(root, 'dist/server'))).filter((name) => /css|woff2/.test(name)),
  ).toEqual([])
})

it('names every file of a document in the manifest, each with its compressed forms', async () => {
  await build({ root })
  const manifest = await readManifest()
  const addresses: string[] = [manifest.entry, manifest.theme, ...manifest.css, ...manifest.fonts]
  expect(addresses).toHaveLength(4)
  for (const address of addresses) {
    expect(address).toMatch(/^\/assets\/\w+-[A-Z0-9]{8}\.(js|css|woff2)$/)
    expect(manifest.files).toContain(address.slice('/assets/'.length))
  }
  const path = join(root, 'dist/client', manifest.entry)
  const plain = await readFile(path)
  expect(brotliDecompressSync(await readFile(`${path}.br`))).toEqual(plain)
  expect(gunzipSync(await readFile(`${path}.gz`))).toEqual(plain)
})

it('joins what the start needs into one file, from which later ones import', async () => {
  await writeFile(join(root, 'client/start/shared.ts'), 'export const words = () => document.title')
  await writeFile(
    join(root, 'client/start/main.tsx'),
    `import { words } from './shared.ts'; words(); import('./later.ts'); import('./last.ts')`,
  )
  await writeFile(join(root, 'client/start/state.ts'), 'export const state = { count: 0 }')
  await writeFile(
    join(root, 'client/start/later.ts'),
    `import { words } from './shared.ts'; import { state } from './state.ts';
     export const later = () => { state.count += 1; return words() }`,
  )
  await writeFile(join(root, 'client/start/last.ts'), `export { state } from './state.ts'`)
  await build({ root })
  const { entry, preloads, pages, files } = await readManifest()
  expect(preloads).toEqual([])
  // What only the later ones share is a file of its own still: it has one state.
  expect(pages.later).toHaveLength(2)
  expect(pages.last[1]).toBe(pages.later[1])
  expect(files.filter((name: string) => name.endsWith('.js'))).toHaveLength(5)
  const textOf = (address: string) => readFile(join(root, 'dist/client', address), 'utf8')
  expect(await textOf(entry)).toContain(pages.later[0].slice('/assets/'.length))
  expect(await textOf(pages.later[0])).toContain(entry.slice('/assets/'.length))
  // What names another file changes its own name with it.
  await writeFile(join(root, 'client/start/shared.ts'), 'export const words = () => document.URL')
  await build({ root })
  const after = await readManifest()
  expect(after.entry).not.toBe(entry)
  expect(after.pages.later[0]).not.toBe(pages.later[0])
})

it('runs the server with the code compiled of it, and as well without', async () => {
  await build({ root })
  const name = await run('dist/server/main.mjs')
  const compiled = join(root, 'dist/server/server.cjs.compiled')
  for (const bytes of ['of another version', ''] as const) {
    await writeFile(compiled, bytes)
    expect(await run('dist/server/main.mjs')).toBe(name)
  }
  await rm(compiled)
  expect(await run('dist/server/main.mjs')).toBe(name)
})

it('puts workers beside the server', async () => {
  await build({ root })
  expect(await run('dist/server/markdown-worker.mjs')).toBe('worker')
})

it('keeps the files of the build before, and no older ones', async () => {
  const entries: string[] = []
  for (const value of [1, 2, 3]) {
    await writeFile(join(root, 'client/start/later.ts'), `export const later = ${value}`)
    await build({ root })
    entries.push((await readManifest()).entry.slice('/assets/'.length))
  }
  const files = await readdir(join(root, 'dist/client/assets'))
  expect(files).not.toContain(entries[0])
  expect(files).toContain(entries[1])
  expect(files).toContain(entries[2])
})
