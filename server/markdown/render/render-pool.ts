/**
 * Decides which text is rendered next and by which thread. One thread does the work; a second is
 * started only while a text hangs, to take the others past it and to be its successor.
 */
import type { Log } from '../../log.ts'
import { ThreadError, type TimeLimits, WorkerThread } from '../../workers/worker-thread.ts'
import type { RenderedMarkdown } from '../markdown-pipeline.ts'
import type { RenderReply, RenderTask } from '../markdown-worker.ts'

export interface RenderLimits {
  /** A text that takes longer is taken for one that hangs, and others pass it. */
  slowMs: number
  /** After so long nobody waits for it any more who wants other texts as well. */
  stuckMs: number
  /** CPU time for any text, and more for each KiB, but never more than `cpuMsMax`. */
  cpuMs: number
  cpuMsPerKib: number
  cpuMsMax: number
  /** By the clock no text takes longer, however little CPU time it gets. */
  clockMs: number
  /** How long a thread is kept when it has nothing to do, and a second one when no text hangs. */
  spareMs: number
  secondSpareMs: number
}

export const RENDER_LIMITS: RenderLimits = {
  slowMs: 60,
  stuckMs: 120,
  cpuMs: 2000,
  cpuMsPerKib: 20,
  cpuMsMax: 2500,
  clockMs: 60_000,
  spareMs: 60_000,
  secondSpareMs: 5_000,
}

/** Two cores are common, and one of them belongs to the visitors. */
const THREADS_MAX = 2
/** Threads that fail to start in a row before waiting texts are given up. */
const START_FAILURES_MAX = 3

/**
 * Memory of one thread; the texts that need more are made to. Most of what a text leaves is garbage
 * by the next: with a young generation of 8 MB, a quarter of the time goes into copying it.
 */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 }

export type RenderFailureReason = 'time' | 'overflow' | 'memory' | 'too_large' | 'fault'

export interface RenderFailure {
  failure: RenderFailureReason
  message: string
}

export type RenderOutcome =
  | RenderedMarkdown
  | RenderFailure
  /** The thread ended for a reason that is not the text's. */
  | { lost: string }

type RenderThread = WorkerThread<RenderTask, RenderReply>

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

interface RenderPoolOptions {
  workerFile(): Promise<URL>
  limits: RenderLimits
  log: Log
}

export class RenderPool {
  readonly #options: RenderPoolOptions
  readonly #urgentJobs: Job[] = []
  readonly #idleJobs: Job[] = []
  #threads: RenderThread[] = []
  /** Threads whose file is being looked for. */
  #starting = 0
  #startFailures = 0
  /** When a text last hung. */
  #slowAt = Number.NEGATIVE_INFINITY
  #isClosed = false
  #spareTimer: NodeJS.Timeout | undefined

  constructor(options: RenderPoolOptions) {
    this.#options = options
  }

  /** Renders a text; `urgent` ones go before those that nobody waits for. Never rejects. */
  run(task: RenderTask, urgent: boolean): RenderRun {
    const { promise: outcome, resolve } = withResolver<RenderOutcome>()
    const job: Job = { task, thread: null, resolve }
    if (this.#isClosed) resolve({ lost: 'closed' })
    else {
      const jobs = urgent ? this.#urgentJobs : this.#idleJobs
      jobs.push(job)
      this.#dispatch()
    }
    return { outcome, hurry: () => this.#hurry(job), stuck: () => this.#stuck(job) }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#spareTimer)
    this.#giveUpWaiting('closed')
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }

  #hurry(job: Job): void {
    const index = this.#idleJobs.indexOf(job)
    if (index < 0) return
    this.#urgentJobs.push(...this.#idleJobs.splice(index, 1))
    this.#dispatch()
  }

  #stuck({ thread }: Job): 'itself' | 'behind' | null {
    const isStuck = ({ busyFor }: RenderThread) => busyFor >= this.#options.limits.stuckMs
    if (thread) return isStuck(thread) ? 'itself' : null
    return this.#threads.length >= THREADS_MAX && this.#threads.every(isStuck) ? 'behind' : null
  }

  #dispatch(): void {
    if (this.#isClosed) return
    while (this.#urgentJobs.length > 0 || this.#idleJobs.length > 0) {
      const thread = this.#threads.find(({ isIdle }) => isIdle)
      if (!thread) {
        this.startThread()
        return
      }
      // What nobody waits for never takes the second thread.
      const mayIdle = this.#threads.every(({ busyFor }) => busyFor === 0)
      const job = this.#urgentJobs.shift() ?? (mayIdle ? this.#idleJobs.shift() : undefined)
      if (!job) return
      void this.#work(thread, job)
    }
    this.#endSparesLater()
  }

  async #work(thread: RenderThread, job: Job): Promise<void> {
    const { slowMs } = this.#options.limits
    job.thread = thread
    // A timer may fire a little early; then the text would not count as slow yet.
    const slowTimer = setTimeout(() => this.startThread(), slowMs + 5)
    const outcome = await outcomeOf(thread.run(job.task, this.#limitsOf(job.task)))
    clearTimeout(slowTimer)
    job.thread = null
    job.resolve(outcome)
    this.#endSecond()
    this.#dispatch()
  }

  /** Each thread holds as much memory as the other. The first has the compiled code. */
  #endSecond(): void {
    const [, second] = this.#threads.filter(({ isIdle }) => isIdle)
    const isOld = performance.now() - this.#slowAt >= this.#options.limits.secondSpareMs
    if (second && isOld) void second.end()
  }

  #limitsOf({ markdown }: RenderTask): TimeLimits {
    const { cpuMs, cpuMsPerKib, cpuMsMax, clockMs } = this.#options.limits
    return { cpuMs: Math.min(cpuMsMax, cpuMs + (cpuMsPerKib * markdown.length) / 1024), clockMs }
  }

  /** Starts a thread unless there are as many as may be now. */
  startThread(): void {
    const { limits, workerFile } = this.#options
    const hasSlowText = this.#threads.some(({ busyFor }) => busyFor >= limits.slowMs)
    if (hasSlowText) this.#slowAt = performance.now()
    const threadsMax = hasSlowText ? THREADS_MAX : 1
    if (this.#isClosed || this.#threads.length + this.#starting >= threadsMax) return
    this.#starting += 1
    workerFile()
      .then((file) => {
        this.#starting -= 1
        if (this.#isClosed) return
        const onChange = (thread: RenderThread, error: string | null) =>
          this.#threadChanged(thread, error)
        this.#threads.push(new WorkerThread(file, { resourceLimits: RESOURCE_LIMITS, onChange }))
      })
      .catch((error: unknown) => {
        this.#starting -= 1
        this.#startFailed(String(error))
      })
  }

  #threadChanged(thread: RenderThread, error: string | null): void {
    if (thread.isEnded) this.#threads = this.#threads.filter((one) => one !== thread)
    else this.#startFailures = 0
    if (error !== null && !this.#isClosed) this.#startFailed(error)
    else this.#dispatch()
  }

  #startFailed(message: string): void {
    this.#options.log.error({ message }, 'A markdown worker ended unexpectedly')
    this.#startFailures += 1
    if (this.#startFailures < START_FAILURES_MAX) {
      this.#dispatch()
      return
    }
    this.#startFailures = 0
    this.#giveUpWaiting(message)
  }

  #giveUpWaiting(message: string): void {
    for (const job of [...this.#urgentJobs.splice(0), ...this.#idleJobs.splice(0)]) {
      job.resolve({ lost: message })
    }
  }

  /** A thread holds tens of megabytes, most of them garbage, and a new one is there in no time. */
  #endSparesLater(): void {
    clearTimeout(this.#spareTimer)
    this.#spareTimer = setTimeout(() => {
      for (const thread of this.#threads.filter(({ isIdle }) => isIdle)) void thread.end()
    }, this.#options.limits.spareMs).unref()
  }
}

async function outcomeOf(reply: Promise<RenderReply>): Promise<RenderOutcome> {
  try {
    return await reply
  } catch (error) {
    if (!(error instanceof ThreadError)) throw error
    const { reason, message } = error
    if (reason === 'lost') return { lost: message }
    return { failure: reason === 'failed' ? 'fault' : reason, message }
  }
}

function withResolver<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((given) => {
    resolve = given
  })
  return { promise, resolve }
}
