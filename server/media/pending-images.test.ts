import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { makeFolder } from '../test/git-fixture.ts'
import { PendingImages } from './pending-images.ts'

let images: PendingImages
beforeEach(() => {
  const encode = async (bytes: Buffer) => ({ bytes, width: 30, height: 20 })
  images = new PendingImages({ folder: join(makeFolder(), 'images'), encode })
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
