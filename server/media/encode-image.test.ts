import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { makeFolder } from '../test/git-fixture.ts'
import { movingGif, picture, png } from '../test/images.ts'
import { createImageEncoder } from './encode-image.ts'

const encode = createImageEncoder({ log: silentLog })

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }
const clear = () => sharp({ create: { width: 30, height: 15, channels: 4, background: CLEAR } })

it.each<[string, () => Promise<Buffer>]>([
  ['PNG', () => clear().png().toBuffer()],
  ['JPEG', () => picture({ width: 30, height: 15 }).jpeg().toBuffer()],
  ['WebP', () => clear().webp().toBuffer()],
  ['GIF', () => clear().gif().toBuffer()],
  ['AVIF', () => clear().avif().toBuffer()],
  ['a large PNG', () => png({ width: 3000, height: 1500 })],
])('%s becomes WebP, at most 2,000 pixels long, see-through as before', async (type, make) => {
  const { bytes, width, height } = await encode(await make())
  expect([width, height]).toEqual(type === 'a large PNG' ? [2000, 1000] : [30, 15])
  const hasAlpha = !['JPEG', 'a large PNG'].includes(type)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height, hasAlpha })
})

it('an image stands upright and has lost what the camera noted', async () => {
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

it('an image that moves goes on moving', async () => {
  const { bytes, width, height } = await encode(await movingGif({ width: 30, height: 20 }))
  expect([width, height]).toEqual([30, 20])
  const { pages, delay, loop } = await sharp(bytes, { animated: true }).metadata()
  expect([pages, delay, loop]).toEqual([3, [100, 200, 300], 2])
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
const UNREADABLE = 'This file is not an image that can be read.'

const TOO_MANY = 'The image has too many pixels (at most 64 million).'
const usual = { width: 300, height: 200 }

it.each<[string, string, () => Promise<Buffer>]>([
  ['an SVG', UNREADABLE, async () => Buffer.from(svg)],
  ['a text', UNREADABLE, async () => Buffer.from('no image')],
  ['noise', UNREADABLE, async () => randomBytes(2000)],
  ['half an image', UNREADABLE, async () => (await png(usual)).subarray(0, 300)],
  ['a TIFF', UNREADABLE, () => picture(usual).tiff().toBuffer()],
  ['a small file of too many pixels', TOO_MANY, () => png({ width: 9000, height: 9000 })],
])('%s is refused: %s', async (_, message, make) => {
  await expect(encode(await make())).rejects.toMatchObject({ statusCode: 400, message })
})

const TOO_LONG = 'The image took too long. Please try again, or take a smaller one.'

it.each([
  ['the library is missing', "throw new Error('no sharp')", { code: 'unavailable' }],
  ['the process dies', "process.kill(process.pid, 'SIGKILL')", { code: 'unavailable' }],
  ['one takes too long', 'setInterval(() => {}, 1000)', { code: 'busy', message: TOO_LONG }],
])('where %s the answer says so, and the next has its turn', async (_, code, answer) => {
  const file = join(makeFolder(), 'worker.mjs')
  writeFileSync(file, code)
  const worker = async () => pathToFileURL(file)
  const msMax = answer.code === 'busy' ? 300 : 30_000
  const failing = createImageEncoder({ log: silentLog, worker, msMax })
  for (const _ of [1, 2]) {
    const refusal = { statusCode: 503, ...answer }
    await expect(failing(Buffer.alloc(500_000))).rejects.toMatchObject(refusal)
  }
})

it('too many images at once are told to come again', async () => {
  const image = await png({ width: 9, height: 9 })
  const asked = Array.from({ length: 12 }, async () => encode(image))
  const settled = await Promise.allSettled(asked)
  const refused = settled.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBe(4)
  expect(refused[0]).toMatchObject({ reason: { statusCode: 503, code: 'busy' } })
})
