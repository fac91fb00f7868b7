/** Has `image-worker` encode images, one at a time, within bounds of time and size. */
import { spawn } from 'node:child_process'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { IMAGE_BYTES_MAX } from '#domain/image.ts'
import { AppError, BadRequestError } from '../errors.ts'
import type { Log } from '../log.ts'
import { Line } from '../workers/line.ts'
import { workerFile } from '../workers/worker-file.ts'
import type { StoredImage } from './image-name.ts'
import { EXIT_TOO_MANY_PIXELS, EXIT_UNREADABLE, type WorkerAnswer } from './worker-answer.ts'

/** The largest take a few seconds; a busy machine may need ten times as many. */
const ENCODE_MS_MAX = 30_000
/** Each may hold 10 MiB. */
const IMAGES_MAX = 8

/** An image as WebP, upright, at most 2,000 pixels long, without what the camera noted. */
export type EncodeImage = (bytes: Buffer) => Promise<StoredImage & { bytes: Buffer }>

/**
 * Creates the encoder; nothing is loaded or started before the first image.
 * @throws (when called) BadRequestError for what is no image or too large a one; AppError 503 where
 *   images cannot be made, or too many wait
 */
export function createImageEncoder({
  log,
  worker = () => workerFile('media/image-worker'),
  msMax = ENCODE_MS_MAX,
}: {
  log: Log
  worker?: () => Promise<URL>
  msMax?: number
}): EncodeImage {
  const line = new Line({ lengthMax: IMAGES_MAX })

  async function encode(bytes: Buffer): ReturnType<EncodeImage> {
    const file = fileURLToPath(await worker())
    const { status, isLate, output, complaint } = await runWorker(file, { bytes, msMax })
    if (status === 0) return splitOutput(output)
    if (isLate) throw busy('The image took too long. Please try again, or take a smaller one.')
    if (status === EXIT_UNREADABLE) {
      throw new BadRequestError('This file is not an image that can be read.', 'unreadable_image')
    }
    if (status === EXIT_TOO_MANY_PIXELS) {
      throw new BadRequestError(
        'The image has too many pixels (at most 64 million).',
        'unreadable_image',
      )
    }
    log.error({ status, complaint }, 'An image could not be made')
    throw new AppError(
      503,
      'unavailable',
      'This server cannot take images; its log has the reason.',
    )
  }

  return async (bytes) => {
    if (line.isFull) throw busy('Too many images at once. Please try again.')
    return line.run(() => encode(bytes))
  }
}

function busy(message: string): AppError {
  return new AppError(503, 'busy', message, { headers: { 'retry-after': '5' } })
}

async function runWorker(file: string, { bytes, msMax }: { bytes: Buffer; msMax: number }) {
  const child = spawn(process.execPath, [file], {
    // Nothing of our environment: it has secrets, and the worker needs none of it.
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: msMax,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  // A worker that ended early says why by its status.
  child.stdin.on('error', () => {}).end(bytes)
  const [output, complaint, status] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    ended,
  ])
  // Only a time-out of ours kills it: another signal is a crash.
  return { status, isLate: child.killed, output, complaint }
}

function splitOutput(output: Buffer): Awaited<ReturnType<EncodeImage>> {
  const end = output.indexOf('\n')
  // What the worker's own code writes.
  const { width, height } = JSON.parse(output.subarray(0, end).toString()) as WorkerAnswer
  const bytes = output.subarray(end + 1)
  if (bytes.length > IMAGE_BYTES_MAX) {
    throw new BadRequestError('The image stays larger than 10 MiB.', 'unreadable_image')
  }
  return { bytes, width, height }
}
