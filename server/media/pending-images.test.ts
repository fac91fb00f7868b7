import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { makeFolder } from '../test/git-fixture.ts'
import { PendingImages } from './pending-images.ts'

let folder: string
let images: PendingImages
beforeEach(() => {
  folder = join(makeFolder(), 'images')
  const encode = async (bytes: Buffer) => ({ bytes, width: 30, height: 20 })
  images = new PendingImages({ folder, encode })
})

const add = (name: string, text = 'bytes') =>
  images.add({ bytes: Buffer.from(text), name, year: '2026' })

it.each([
  ['says its name and size', 'My Loaf.PNG', 'my-loaf-30x20-'],
  ['is ASCII', 'Größe 今日.jpg', 'groesse-30x20-'],
  ['needs no name', '', 'image-30x20-'],
  ['is no path', '../../../etc/passwd', 'passwd-30x20-'],
  ['has no end of its own', '.htaccess', 'image-30x20-'],
  ['is short', 'x'.repeat(500), `${'x'.repeat(60)}-30x20-`],
])(
  'the address of an image %s, and is the same for the same bytes alone',
  async (_, name, start) => {
    const { path } = await add(name)
    expect(path).toMatch(new RegExp(`^/media/2026/${start}[0-9a-f]{12}\\.webp$`))
    expect((await add(name)).path).toBe(path)
    expect((await add(name, 'other')).path).not.toBe(path)
  },
)

it('an image is read by its path, by the owner of the server alone, until it is forgotten', async () => {
  writeFileSync(join(folder, '..', 'secret.webp'), 'secret')
  const { path } = await add('a')
  const place = path.slice(1)
  expect(String(await images.read(place))).toBe('bytes')
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, path)).mode & 0o777).toBe(0o600)
  for (const other of ['secret.webp', 'media/2026/../../../secret.webp', '../secret.webp', '']) {
    expect(await images.read(other)).toBeNull()
    await images.forget([other])
  }
  await images.forget([place, 'media/2026/never.webp'])
  expect(await images.read(place)).toBeNull()
  expect(existsSync(join(folder, '..', 'secret.webp'))).toBe(true)
})
