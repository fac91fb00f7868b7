/**
 * Social cards as PNG files, drawn when asked for, one at a time, in a worker that ends when nobody
 * asks any more. The last cards are kept; each is small and asked for in bursts.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../errors.ts'
import type { Log } from '../../../log.ts'
import { workerFile } from '../../../workers/worker-file.ts'
import type { SocialCard } from './social-card-svg.ts'
import type { CardMessage } from './social-card-worker.ts'

export interface SocialCards {
  /**
   * The card as a PNG of 1200 × 630.
   * @throws AppError 503 when this server cannot draw, or too many cards are asked for at once.
   */
  draw(card: SocialCard): Promise<Buffer>
  close(): Promise<void>
}

const CARDS_KEPT_MAX = 100
const CARDS_WAITING_MAX = 50
const DRAW_MS_MAX = 10_000
const IDLE_MS = 30_000

/** Creates the drawer; nothing is started before the first card. */
export function createSocialCards({
  log,
  worker: findWorker = () => workerFile('web/feeds/pictures/social-card-worker'),
}: {
  log: Log
  worker?: () => Promise<URL>
}): SocialCards {
  const kept = new Map<string, Buffer>()
  const pending = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()
  let worker: Promise<Worker> | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let isClosed = false

  async function start(): Promise<Worker> {
    const started = new Worker(await findWorker())
    started.unref()
    started.on('error', (error) => log.error({ err: error }, 'the worker of social cards failed'))
    const first = await messageOf(started)
    if (first.type === 'ready') return started
    await started.terminate()
    throw new Error(first.type === 'failed' ? first.message : 'The worker did not start.')
  }

  async function stop(): Promise<void> {
    clearTimeout(idleTimer)
    const running = worker
    worker = null
    await running?.then((thread) => thread.terminate()).catch(() => {})
  }

  async function drawNow(card: SocialCard): Promise<Buffer> {
    if (isClosed) throw unavailable()
    clearTimeout(idleTimer)
    try {
      worker ??= start()
      const thread = await worker
      thread.postMessage(card)
      const answer = await messageOf(thread)
      if (answer.type !== 'drawn') throw new Error('message' in answer ? answer.message : '')
      return Buffer.from(answer.png)
    } catch (error) {
      // The next card starts with another worker, whatever is wrong with this one.
      await stop()
      log.error({ err: error }, 'a social card could not be drawn')
      throw unavailable()
    } finally {
      idleTimer = setTimeout(() => void stop(), IDLE_MS).unref()
    }
  }

  function keep(key: string, png: Buffer): Buffer {
    kept.set(key, png)
    const [oldest] = kept.keys()
    if (kept.size > CARDS_KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    return png
  }

  return {
    async draw(card) {
      const key = JSON.stringify(card)
      const known = kept.get(key) ?? pending.get(key)
      if (known) return known
      if (pending.size >= CARDS_WAITING_MAX) throw unavailable()
      const drawn = last.then(() => drawNow(card)).then((png) => keep(key, png))
      last = drawn.catch(() => {})
      pending.set(key, drawn)
      try {
        return await drawn
      } finally {
        pending.delete(key)
      }
    },
    async close() {
      isClosed = true
      await stop()
      await last
    },
  }
}

/** The next thing the worker says. @throws when it ends or keeps silent for too long. */
async function messageOf(worker: Worker): Promise<CardMessage> {
  const others = new AbortController()
  const signal = AbortSignal.any([others.signal, AbortSignal.timeout(DRAW_MS_MAX)])
  const ended = once(worker, 'exit', { signal }).then(() => {
    throw new Error('The worker ended.')
  })
  try {
    const [message] = await Promise.race([once(worker, 'message', { signal }), ended])
    return message as CardMessage // what the worker's own code sends
  } finally {
    ended.catch(() => {})
    others.abort()
  }
}

function unavailable(): AppError {
  return new AppError(503, 'unavailable', 'The picture cannot be drawn at the moment.')
}
