/** The build on a project of a few lines, and whether one is needed. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { build } from './build.mjs'
import { isBuilt, stampedBuild } from './build-stamp.mjs'
import { folderWith } from './test/importing.ts'

const FILES = {
  'client/start/main.ts': `import './main.css'`,
  'client/start/main.css': `body { background: url(./font.woff2) }`,
  'client/start/font.woff2': 'font',
  'client/start/panel.ts': '',
  'client/start/before-paint.ts': '',
  'server/main.ts': `import '../client/start/main.ts'`,
  'server/app.ts': '',
  'server/markdown/markdown-worker.ts': '',
  'server/media/image-worker.ts': '',
  'dist/.stamp': 'of another build',
}

let root: string

beforeEach(() => {
  root = folderWith(FILES)
})

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'dist/client/manifest.json'), 'utf8'))

it('the build gives files the same names in any folder, since servers of one site answer in turn', async () => {
  const other = folderWith(FILES)
  await Promise.all([build({ root }), build({ root: other })])
  const manifest = await readManifest(root)
  expect(await readManifest(other)).toEqual(manifest)
  const font = expect.stringMatching(/^\/assets\/font-[A-Z0-9]{8}\.woff2$/)
  expect(manifest.fonts).toEqual([font])
})

it('the build leaves sheets and fonts out of the server', async () => {
  await build({ root })
  expect((await readdir(join(root, 'dist/server'))).join()).not.toMatch(/css|woff2/)
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
