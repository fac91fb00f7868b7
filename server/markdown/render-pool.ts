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
  /** After so long nobody waits for it any more who wants other texts as well. */
  stuckMs: number
  /** Time for any text, and more for each KiB, but never more than `timeMsMax`. */
  timeMs: number
  timeMsPerKib: number
  timeMsMax: number
  /** How long a thread is kept when it has nothing to do. */
  spareMs: number
}

export const RENDER_LIMITS: RenderLimits = {
  slowMs: 60,
  stuckMs: 120,
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
  /** The thread that is at it. */
  thread: RenderThread | null
  resolve(outcome: RenderOutcome): void
}

/** A text on its way through the pool. */
export interface RenderRun {
  outcome: Promise<RenderOutcome>
  /** Puts it before those that nobody waits for. */
  hurry(): void
  /** Whether the text hangs `itself`, or waits `behind` as many as there are threads. */
  stuck(): 'itself' | 'behind' | null
}

interface RenderPool {
  /** Renders a text; `urgent` ones go before those that nobody waits for. Never rejects. */
  run(task: RenderTask, urgent: boolean): RenderRun
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
    dropSparesLater()
  }

  async function work(thread: RenderThread, job: Job): Promise<void> {
    job.thread = thread
    // A timer may fire a little early; then the text would not count as slow yet.
    const slowTimer = setTimeout(startThread, limits.slowMs + 5)
    const outcome = await thread.run(job.task, timeLimit(job.task))
    clearTimeout(slowTimer)
    job.thread = null
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

  /** A thread holds tens of megabytes, most of them garbage, and a new one is there in no time. */
  function dropSparesLater(): void {
    clearTimeout(spareTimer)
    spareTimer = setTimeout(() => {
      for (const thread of threads.filter((one) => one.isIdle())) void thread.end()
    }, limits.spareMs).unref()
  }

  function isStuck(thread: RenderThread): boolean {
    return thread.busyFor() >= limits.stuckMs
  }

  return {
    run(task, urgent) {
      let job: Job | undefined
      const outcome = new Promise<RenderOutcome>((resolve) => {
        job = { task, thread: null, resolve }
        ;(urgent ? urgentJobs : idleJobs).push(job)
      })
      if (isClosed) job?.resolve({ lost: 'closed' })
      else dispatch()
      const hurry = () => {
        const index = job ? idleJobs.indexOf(job) : -1
        if (index >= 0) urgentJobs.push(...idleJobs.splice(index, 1))
        if (!isClosed) dispatch()
      }
      const stuck = () => {
        if (job?.thread) return isStuck(job.thread) ? 'itself' : null
        return threads.length >= THREADS_MAX && threads.every(isStuck) ? 'behind' : null
      }
      return { outcome, hurry, stuck }
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
