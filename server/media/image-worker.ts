/**
 * Encodes one image in a separate process: reads it from stdin, writes a line of JSON and the new
 * image to stdout. A decoder that crashes, hangs or exhausts memory does not affect the server,
 * and its memory is freed at the exit.
 */
import { buffer } from 'node:stream/consumers'
import sharp, { type WebpOptions } from 'sharp'
import { IMAGE_BYTES_MAX } from '#domain/image.ts'

/** The line before the image; a fault (a sentence for the author) has no image after it. */
export type WorkerAnswer = { width: number; height: number } | { fault: string }

/** Sum over all frames of an animation; current cameras make 50 million. */
const PIXELS_MAX = 64_000_000
/** Maximal length of the longest side; nothing on the site is shown wider. */
const SIDE_MAX = 2_000
const QUALITY = 82
const MOVING_QUALITY = 75
/** The decoders allowed for uploads. */
const DECODERS = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif']

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: DECODERS.map((name) => `VipsForeignLoad${name}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

async function encode(bytes: Buffer) {
  const input = { animated: true, limitInputPixels: PIXELS_MAX, failOn: 'error' } as const
  const { format, compression, pages = 1 } = await sharp(bytes, input).metadata()
  // HEIC has the same container as AVIF.
  if (format === 'heif' && compression !== 'av1') throw new Error('This is HEIC.')
  const isMoving = pages > 1
  const image = sharp(bytes, input)
  // Applies the camera's orientation; other metadata, above all the location, is dropped.
  const upright = isMoving ? image : image.autoOrient()
  const sized = upright.resize({
    width: SIDE_MAX,
    height: SIDE_MAX,
    fit: 'inside',
    withoutEnlargement: true,
  })
  const isDrawn = !isMoving && (format === 'png' || format === 'gif')
  const options: WebpOptions[] = [
    { quality: isMoving ? MOVING_QUALITY : QUALITY, smartSubsample: true },
    // Screenshots and drawings are smaller and sharper in lossless mode.
    ...(isDrawn ? [{ lossless: true }] : []),
  ]
  const encoded = await Promise.all(
    options.map((option) => sized.clone().webp(option).toBuffer({ resolveWithObject: true })),
  )
  return encoded.reduce((best, next) => (next.data.length <= best.data.length ? next : best))
}

function answer(line: WorkerAnswer): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

try {
  const { data, info } = await encode(await buffer(process.stdin))
  if (data.length > IMAGE_BYTES_MAX) answer({ fault: 'The image stays larger than 10 MiB.' })
  else {
    // sharp stacks the frames of an animation vertically.
    answer({ width: info.width, height: info.pageHeight ?? info.height })
    process.stdout.write(data)
  }
} catch (error) {
  const isLarge = /exceeds pixel limit/i.test(String(error))
  answer({
    fault: isLarge
      ? 'The image has too many pixels (at most 64 million).'
      : 'This file is not an image that can be read.',
  })
}
