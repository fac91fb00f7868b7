/**
 * Decides which text is rendered next and by which thread. One thread does the work; a second is
 * started only while a text hangs, to take the others past it and to be its successor.
 */
import type { Log } from '../log.ts'
import type { RenderTask } from './markdown-worker.ts'
import { type RenderOutcome, type RenderThread, startRenderThread } from './render-thread.ts'

export interface RenderLimits {
  /** A text that takes longer is taken for one that hangs, and others pass it. */
  slowMs: number
  /** Time for any text, and more for each KiB, but never more than `timeMsMax`. */
  timeMs: number
  timeMsPerKib: number
  timeMsMax: number
  /** How long a second thread is kept when it has nothing to do. */
  spareMs: number
}

export const RENDER_LIMITS: RenderLimits = {
  slowMs: 60,
  timeMs: 2000,
  timeMsPerKib: 20,
  timeMsMax: 2500,
  spareMs: 60_000,
}

/** Two cores are common, and one of them belongs to the visitors. */
const THREADS_MAX = 2
/** Threads that fail to start in a row before waiting texts are given up. */
const START_FAILURES_MAX = 3

interface Job {
  task: RenderTask
  resolve(outcome: RenderOutcome): void
}

export interface RenderPool {
  /** Renders a text; `urgent` ones go before those that nobody waits for. Never rejects. */
  run(task: RenderTask, urgent: boolean): { outcome: Promise<RenderOutcome>; hurry(): void }
  /** Whether anything is being rendered or waits for it. */
  isBusy(): boolean
  close(): Promise<void>
}

export function createRenderPool({
  workerFile,
  limits,
  log,
}: {
  workerFile: () => Promise<URL>
  limits: RenderLimits
  log: Log
}): RenderPool {
  const urgentJobs: Job[] = []
  const idleJobs: Job[] = []
  let threads: RenderThread[] = []
  let starting = 0
  let startFailures = 0
  let isClosed = false
  let spareTimer: NodeJS.Timeout | undefined

  const timeLimit = ({ markdown }: RenderTask) =>
    Math.min(limits.timeMsMax, limits.timeMs + (limits.timeMsPerKib * markdown.length) / 1024)

  const hasHangingText = () => threads.some((thread) => thread.busyFor() >= limits.slowMs)

  function dispatch(): void {
    while (urgentJobs.length > 0 || idleJobs.length > 0) {
      const thread = threads.find((one) => one.isIdle())
      if (!thread) {
        startThread()
        return
      }
      // What nobody waits for never takes the second thread.
      const mayIdle = threads.every((one) => one.busyFor() === 0)
      const job = urgentJobs.shift() ?? (mayIdle ? idleJobs.shift() : undefined)
      if (!job) return
      void work(thread, job)
    }
    dropSpareLater()
  }

  async function work(thread: RenderThread, job: Job): Promise<void> {
    // A timer may fire a little early; then the text would not count as slow yet.
    const slowTimer = setTimeout(startThread, limits.slowMs + 5)
    const outcome = await thread.run(job.task, timeLimit(job.task))
    clearTimeout(slowTimer)
    job.resolve(outcome)
    if (!isClosed) dispatch()
  }

  function startThread(): void {
    const allowed = hasHangingText() ? THREADS_MAX : 1
    if (isClosed || threads.length + starting >= allowed) return
    starting += 1
    workerFile()
      .then((file) => {
        starting -= 1
        if (!isClosed) threads.push(startRenderThread(file, threadChanged))
      })
      .catch((error: unknown) => {
        starting -= 1
        startFailed(String(error))
      })
  }

  function threadChanged(thread: RenderThread, error: string | null): void {
    if (thread.isEnded()) threads = threads.filter((one) => one !== thread)
    else startFailures = 0
    if (isClosed) return
    if (error !== null) startFailed(error)
    else dispatch()
  }

  function startFailed(message: string): void {
    log.error({ message }, 'a markdown worker ended unexpectedly')
    startFailures += 1
    if (startFailures < START_FAILURES_MAX) {
      dispatch()
      return
    }
    startFailures = 0
    for (const job of [...urgentJobs.splice(0), ...idleJobs.splice(0)]) {
      job.resolve({ lost: message })
    }
  }

  function dropSpareLater(): void {
    clearTimeout(spareTimer)
    if (threads.length < 2) return
    spareTimer = setTimeout(() => {
      if (threads.length > 1) void threads.find((thread) => thread.isIdle())?.end()
    }, limits.spareMs).unref()
  }

  return {
    run(task, urgent) {
      let job: Job | undefined
      const outcome = new Promise<RenderOutcome>((resolve) => {
        job = { task, resolve }
        ;(urgent ? urgentJobs : idleJobs).push(job)
      })
      if (isClosed) job?.resolve({ lost: 'closed' })
      else dispatch()
      const hurry = () => {
        const index = job ? idleJobs.indexOf(job) : -1
        if (index >= 0) urgentJobs.push(...idleJobs.splice(index, 1))
        if (!isClosed) dispatch()
      }
      return { outcome, hurry }
    },
    isBusy: () =>
      urgentJobs.length + idleJobs.length > 0 || threads.some((thread) => thread.busyFor() > 0),
    async close() {
      isClosed = true
      clearTimeout(spareTimer)
      for (const job of [...urgentJobs.splice(0), ...idleJobs.splice(0)]) {
        job.resolve({ lost: 'closed' })
      }
      await Promise.all(threads.map((thread) => thread.end()))
    },
  }
}
