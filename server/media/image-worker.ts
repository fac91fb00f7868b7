/**
 * Encodes one image, as a separate process: bytes come in at stdin, a line of JSON and the new
 * bytes go out at stdout. A decoder that crashes, hangs or fills the memory takes no page with it,
 * and nothing of it stays loaded when it has ended.
 */
import { buffer } from 'node:stream/consumers'
import sharp, { type WebpOptions } from 'sharp'
import { IMAGE_BYTES_MAX } from '#domain/image.ts'

/** The line before the bytes; there are none after a fault, which is a sentence for the author. */
export type WorkerAnswer = { width: number; height: number } | { fault: string }

/** All frames of a moving image together; a camera of today makes 50 million. */
const PIXELS_MAX = 64_000_000
/** Of the longest side; nothing on the site is shown wider. */
const SIDE_MAX = 2_000
const QUALITY = 82
const MOVING_QUALITY = 75
/** The only decoders that bytes from outside get to. */
const DECODERS = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif']

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: DECODERS.map((name) => `VipsForeignLoad${name}Buffer`) })
sharp.cache(false)
sharp.concurrency(1)

async function encode(bytes: Buffer) {
  const input = { animated: true, limitInputPixels: PIXELS_MAX, failOn: 'error' } as const
  const { format, compression, pages = 1 } = await sharp(bytes, input).metadata()
  // HEIC comes in the same container as AVIF.
  if (format === 'heif' && compression !== 'av1') throw new Error('This is HEIC.')
  const isMoving = pages > 1
  const image = sharp(bytes, input)
  // Upright as the camera said; its other notes, the place above all, are left out.
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
    // Screens and drawings are smaller without loss, and sharper.
    ...(isDrawn ? [{ lossless: true }] : []),
  ]
  const made = await Promise.all(
    options.map((option) => sized.clone().webp(option).toBuffer({ resolveWithObject: true })),
  )
  return made.reduce((best, next) => (next.data.length <= best.data.length ? next : best))
}

function answer(line: WorkerAnswer): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

try {
  const { data, info } = await encode(await buffer(process.stdin))
  if (data.length > IMAGE_BYTES_MAX) answer({ fault: 'The image stays larger than 10 MiB.' })
  else {
    // The frames of a moving image stand below each other.
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
