/** Encodes images in `image-worker`, one at a time, with limits of time and size. */
import { type ExecFileException, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { IMAGE_BYTES_MAX } from '#domain/image.ts'
import { AppError, BadRequestError } from '../errors.ts'
import type { Log } from '../log.ts'
import { JobQueue } from '../workers/job-queue.ts'
import { workerFile } from '../workers/worker-file.ts'
import type { StoredImage } from './image-name.ts'
import type { WorkerAnswer } from './image-worker.ts'

/** The largest images take a few seconds, ten times that on a busy machine. */
const ENCODE_MS_MAX = 30_000
/** Images in the queue, each up to 10 MiB. */
const IMAGES_MAX = 8

const LATE = 'The image took too long. Please try again, or take a smaller one.'

/** Converts an image to WebP: upright, at most 2,000 pixels long, without metadata. */
export type EncodeImage = (bytes: Buffer) => Promise<StoredImage & { bytes: Buffer }>

/**
 * Creates the encoder; nothing is loaded or started before the first image.
 * @throws (when called) BadRequestError if it is no image or too large; AppError 503 if encoding
 *   fails or the queue is full
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
  const queue = new JobQueue({ lengthMax: IMAGES_MAX })

  async function encode(bytes: Buffer): ReturnType<EncodeImage> {
    const file = fileURLToPath(await worker())
    const output = await runWorker(file, { bytes, msMax }).catch((failure: ExecFileException) => {
      // `killed` is set only by our timeout; any other signal is a crash.
      if (failure.killed) throw busy(LATE)
      log.error({ status: failure.code, complaint: failure.stderr }, 'An image could not be made')
      const message = 'This server cannot process images; its log has the reason.'
      throw new AppError(503, 'unavailable', message)
    })
    const end = output.indexOf('\n')
    // Written by our worker.
    const answer = JSON.parse(output.subarray(0, end).toString()) as WorkerAnswer
    if ('fault' in answer) throw new BadRequestError(answer.fault, 'unreadable_image')
    return { bytes: output.subarray(end + 1), ...answer }
  }

  return async (bytes) => {
    if (queue.isFull) throw busy('Too many images at once. Please try again.')
    return queue.run(() => encode(bytes))
  }
}

function busy(message: string): AppError {
  return new AppError(503, 'busy', message)
}

/** The worker's stdout. Rejects with an ExecFileException. */
async function runWorker(file: string, { bytes, msMax }: { bytes: Buffer; msMax: number }) {
  const running = promisify(execFile)(process.execPath, [file], {
    // An empty environment: ours has secrets, and the worker needs none of it.
    env: {},
    encoding: 'buffer',
    maxBuffer: IMAGE_BYTES_MAX * 2,
    timeout: msMax,
    killSignal: 'SIGKILL',
  })
  // EPIPE of a worker that ended early; its exit has the reason.
  running.child.stdin?.on('error', () => {}).end(bytes)
  return (await running).stdout
}
