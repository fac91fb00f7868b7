/** Has `image-worker` encode images, one at a time, within bounds of time and size. */
import { type ExecFileException, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { IMAGE_BYTES_MAX } from '#domain/image.ts'
import { AppError, BadRequestError } from '../errors.ts'
import type { Log } from '../log.ts'
import { Line } from '../workers/line.ts'
import { workerFile } from '../workers/worker-file.ts'
import type { StoredImage } from './image-name.ts'
import type { WorkerAnswer } from './image-worker.ts'

/** The largest take a few seconds; a busy machine may need ten times as many. */
const ENCODE_MS_MAX = 30_000
/** Each may hold 10 MiB. */
const IMAGES_MAX = 8

const LATE = 'The image took too long. Please try again, or take a smaller one.'

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
    const output = await runWorker(file, { bytes, msMax }).catch((failure: ExecFileException) => {
      // Only our time-out kills it: another signal is a crash.
      if (failure.killed) throw busy(LATE)
      log.error({ status: failure.code, complaint: failure.stderr }, 'An image could not be made')
      const message = 'This server cannot take images; its log has the reason.'
      throw new AppError(503, 'unavailable', message)
    })
    const end = output.indexOf('\n')
    // What the worker's own code writes.
    const answer = JSON.parse(output.subarray(0, end).toString()) as WorkerAnswer
    if ('fault' in answer) throw new BadRequestError(answer.fault, 'unreadable_image')
    return { bytes: output.subarray(end + 1), ...answer }
  }

  return async (bytes) => {
    if (line.isFull) throw busy('Too many images at once. Please try again.')
    return line.run(() => encode(bytes))
  }
}

function busy(message: string): AppError {
  return new AppError(503, 'busy', message, { headers: { 'retry-after': '5' } })
}

/** What the worker prints. Rejects with an ExecFileException. */
async function runWorker(file: string, { bytes, msMax }: { bytes: Buffer; msMax: number }) {
  const running = promisify(execFile)(process.execPath, [file], {
    // Nothing of our environment: it has secrets, and the worker needs none of it.
    env: {},
    encoding: 'buffer',
    maxBuffer: IMAGE_BYTES_MAX * 2,
    timeout: msMax,
    killSignal: 'SIGKILL',
  })
  // A worker that ended early says why by itself.
  running.child.stdin?.on('error', () => {}).end(bytes)
  return (await running).stdout
}
