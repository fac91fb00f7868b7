import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeFolder } from '../test/git-fixture.ts'
import { PendingImages } from './pending-images.ts'

const NOW = Date.parse('2026-11-20T08:30:00Z')
const DAY_MS = 24 * 60 * 60 * 1000

let folder: string
let images: PendingImages
beforeEach(() => {
  folder = join(makeFolder(), 'images')
  images = new PendingImages({
    folder,
    encode: async (bytes) => ({ bytes, width: 30, height: 20 }),
    now: () => NOW,
  })
})

const add = (name: string, text = 'bytes') =>
  images.add({ bytes: Buffer.from(text), name, year: '2026' })

describe('the address of an image', () => {
  it.each([
    ['says its name and size', 'My Loaf.PNG', 'my-loaf-30x20-'],
    ['is ASCII', 'Größe 今日.jpg', 'groesse-30x20-'],
    ['needs no name', '', 'image-30x20-'],
    ['is no path', '../../../etc/passwd', 'passwd-30x20-'],
    ['has no end of its own', '.htaccess', 'image-30x20-'],
    ['is short', 'x'.repeat(500), `${'x'.repeat(60)}-30x20-`],
  ])('%s', async (_, name, start) => {
    const { path } = await add(name)
    expect(path).toMatch(new RegExp(`^/media/2026/${start}[0-9a-f]{12}\\.webp$`))
  })

  it('is the same for the same bytes alone', async () => {
    const { path } = await add('a')
    expect((await add('a')).path).toBe(path)
    expect((await add('a', 'other')).path).not.toBe(path)
  })
})

describe('an image that waits', () => {
  it('can be read by its path until it is forgotten', async () => {
    const { path } = await add('a')
    const place = path.slice(1)
    expect(String(await images.read(place))).toBe('bytes')
    await images.forget([place])
    expect(await images.read(place)).toBeNull()
    await images.forget([place, 'media/2026/never.webp'])
  })

  it('is readable by the owner of the server alone', async () => {
    const { path } = await add('a')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, path)).mode & 0o777).toBe(0o600)
  })

  it('goes after two months', async () => {
    const old = join(folder, (await add('old')).path)
    const young = join(folder, (await add('young')).path)
    const time = (days: number) => new Date(NOW - days * DAY_MS)
    utimesSync(old, time(61), time(61))
    utimesSync(young, time(59), time(59))
    await add('next')
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
  })

  it('goes when five hundred newer ones wait', async () => {
    const { path } = await add('first')
    const place = join(folder, path)
    utimesSync(place, new Date(NOW - 1000), new Date(NOW - 1000))
    for (let index = 0; index < 500; index += 1) {
      const other = join(folder, 'media/2026', `a-1x1-${index}.webp`)
      writeFileSync(other, '')
      utimesSync(other, new Date(NOW), new Date(NOW))
    }
    await add('last')
    expect(existsSync(place)).toBe(false)
    expect(readdirSync(join(folder, 'media/2026')).length).toBe(500)
  })

  it('is never another file', async () => {
    writeFileSync(join(folder, '..', 'secret.webp'), 'secret')
    await add('a')
    for (const path of ['secret.webp', 'media/2026/../../../secret.webp', '../secret.webp', '']) {
      expect(await images.read(path)).toBeNull()
      await images.forget([path])
    }
    expect(existsSync(join(folder, '..', 'secret.webp'))).toBe(true)
  })
})
