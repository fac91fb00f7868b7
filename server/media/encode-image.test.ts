import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { makeFolder } from '../test/git-fixture.ts'
import { movingGif, picture, png } from '../test/images.ts'
import { createImageEncoder } from './encode-image.ts'

const encode = createImageEncoder({ log: silentLog })

describe('an image', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['PNG', () => picture({ width: 30, height: 20 }).png().toBuffer()],
    ['JPEG', () => picture({ width: 30, height: 20 }).jpeg().toBuffer()],
    ['WebP', () => picture({ width: 30, height: 20 }).webp().toBuffer()],
    ['GIF', () => picture({ width: 30, height: 20 }).gif().toBuffer()],
    ['AVIF', () => picture({ width: 30, height: 20 }).avif().toBuffer()],
  ])('of type %s comes out as WebP of its size', async (_, make) => {
    const { bytes, width, height } = await encode(await make())
    expect((await sharp(bytes).metadata()).format).toBe('webp')
    expect([width, height]).toEqual([30, 20])
  })

  it('is at most 2,000 pixels long', async () => {
    const { bytes, width, height } = await encode(await png({ width: 3000, height: 1500 }))
    expect([width, height]).toEqual([2000, 1000])
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 2000, height: 1000 })
  })

  it('stands upright and has lost what the camera noted', async () => {
    const taken = await picture({ width: 40, height: 20 })
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).exif).toBeDefined()
    const { bytes, width, height } = await encode(taken)
    expect([width, height]).toEqual([20, 40])
    const { exif, xmp, icc, orientation } = await sharp(bytes).metadata()
    expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('that moves goes on moving', async () => {
    const { bytes, width, height } = await encode(await movingGif({ width: 30, height: 20 }))
    expect([width, height]).toEqual([30, 20])
    const { pages, delay, loop } = await sharp(bytes, { animated: true }).metadata()
    expect([pages, delay, loop]).toEqual([3, [100, 200, 300], 2])
  })

  it('with see-through parts keeps them', async () => {
    const clear = await sharp({
      create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect((await sharp((await encode(clear)).bytes).metadata()).hasAlpha).toBe(true)
  })
})

describe('what is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'

  it.each<[string, () => Promise<Buffer>]>([
    ['an SVG', async () => Buffer.from(svg)],
    ['a text', async () => Buffer.from('no image')],
    ['noise', async () => randomBytes(2000)],
    ['half an image', async () => (await png({ width: 300, height: 200 })).subarray(0, 300)],
    ['a TIFF', () => picture({ width: 9, height: 9 }).tiff().toBuffer()],
  ])('%s', async (_, make) => {
    await expect(encode(await make())).rejects.toMatchObject({
      statusCode: 400,
      message: 'This file is not an image that can be read.',
    })
  })

  it('a small file of too many pixels', async () => {
    await expect(encode(await png({ width: 9000, height: 9000 }))).rejects.toMatchObject({
      statusCode: 400,
      message: 'The image has too many pixels (at most 64 million).',
    })
  })
})

describe('where images cannot be made', () => {
  it.each([
    ['the library is missing', "process.stderr.write('no sharp'); process.exit(4)"],
    ['the process dies', "process.kill(process.pid, 'SIGKILL')"],
  ])('because %s the answer says so', async (_, code) => {
    const file = join(makeFolder(), 'worker.mjs')
    writeFileSync(file, code)
    const failing = createImageEncoder({
      log: silentLog,
      worker: async () => pathToFileURL(file),
    })
    await expect(failing(Buffer.alloc(500_000))).rejects.toMatchObject({
      statusCode: 503,
      code: 'unavailable',
    })
  })

  it('because one takes too long, the answer says so and the next has its turn', async () => {
    const file = join(makeFolder(), 'worker.mjs')
    writeFileSync(file, 'setInterval(() => {}, 1000)')
    const worker = async () => pathToFileURL(file)
    const slow = createImageEncoder({ log: silentLog, worker, msMax: 300 })
    for (const image of [Buffer.from('one'), Buffer.from('two')]) {
      await expect(slow(image)).rejects.toMatchObject({
        statusCode: 503,
        code: 'busy',
        message: 'The image took too long. Please try again, or take a smaller one.',
      })
    }
  })

  it('too many at once are told to come again', async () => {
    const image = await png({ width: 9, height: 9 })
    const asked = Array.from({ length: 12 }, async () => encode(image))
    const settled = await Promise.allSettled(asked)
    const refused = settled.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBe(4)
    expect(refused[0]).toMatchObject({ reason: { statusCode: 503, code: 'busy' } })
  })
})
