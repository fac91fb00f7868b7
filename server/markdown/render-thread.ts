/** One worker thread and the text it is busy with. It is ended, not mended, when a text hangs. */
import { Worker } from 'node:worker_threads'
import type { RenderTask, WorkerMessage } from './markdown-worker.ts'

export type RenderFailureReason = 'time' | 'overflow' | 'memory' | 'too_large' | 'fault'

export type RenderOutcome =
  | { html: string }
  | { failure: RenderFailureReason; message: string }
  /** The thread ended for a reason that is not the text's. */
  | { lost: string }

export interface RenderThread {
  /** Whether it has started and waits for a text. */
  isIdle(): boolean
  isEnded(): boolean
  /** Milliseconds since its text began, 0 when it has none. */
  busyFor(): number
  /** Renders; ends the thread when that takes longer. Only for a thread that is idle. */
  run(task: RenderTask, timeLimitMs: number): Promise<RenderOutcome>
  end(): Promise<void>
}

/** Memory of one thread; the texts that need more are made to. Little garbage is let lie. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 }

/** Starts a thread; `onChange` is called when it becomes idle and when it has ended. */
export function startRenderThread(
  file: URL,
  onChange: (thread: RenderThread, error: string | null) => void,
): RenderThread {
  const worker = new Worker(file, { resourceLimits: RESOURCE_LIMITS })
  let isReady = false
  let isEnded = false
  let startedAt = 0
  let settle: ((outcome: RenderOutcome) => void) | null = null

  const finish = (outcome: RenderOutcome) => {
    const waiting = settle
    settle = null
    waiting?.(outcome)
  }
  const ended = (outcome: RenderOutcome, error: string | null) => {
    if (isEnded) return
    isEnded = true
    finish(outcome)
    onChange(thread, error)
  }
  const end = async (outcome: RenderOutcome) => {
    ended(outcome, null)
    await worker.terminate()
  }

  worker.on('message', (message: WorkerMessage) => {
    if (isEnded) return
    isReady = true
    // The process may end while a thread waits for work, but not while it works.
    worker.unref()
    if (message.type === 'done') finish({ html: message.html })
    if (message.type === 'failed') finish({ failure: message.reason, message: message.message })
    onChange(thread, null)
  })
  worker.on('error', (error: Error & { code?: string }) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY' && settle !== null
    const outcome: RenderOutcome = isMemory
      ? { failure: 'memory', message: error.message }
      : { lost: error.message }
    ended(outcome, isMemory ? null : error.message)
  })
  worker.on('exit', (code) => ended({ lost: `exit ${code}` }, `exit ${code}`))

  const thread: RenderThread = {
    isIdle: () => isReady && !isEnded && settle === null,
    isEnded: () => isEnded,
    busyFor: () => (settle === null ? 0 : performance.now() - startedAt),
    async run(task, timeLimitMs) {
      startedAt = performance.now()
      const timer = setTimeout(() => {
        void end({ failure: 'time', message: `more than ${timeLimitMs} ms` })
      }, timeLimitMs)
      try {
        return await new Promise<RenderOutcome>((resolve) => {
          settle = resolve
          worker.ref()
          worker.postMessage(task)
        })
      } finally {
        clearTimeout(timer)
      }
    },
    end: () => end({ lost: 'closed' }),
  }
  return thread
}
