/**
 * One thread for one job after the other: started at the first, ended when nobody has needed it for
 * a while, and replaced after it has ended.
 */
import type { ResourceLimits } from 'node:worker_threads'
import type { Log } from '../log.ts'
import { Line } from './line.ts'
import { ThreadError, WorkerThread } from './worker-thread.ts'

interface SpareThreadOptions {
  file(): Promise<URL>
  /** Jobs that run or wait; more are to be refused. */
  jobsMax: number
  /** How long the thread is kept when it has nothing to do; for good without it. */
  spareMs?: number
  resourceLimits?: ResourceLimits
  log: Log
}

export class SpareThread<Request, Reply> {
  readonly #options: SpareThreadOptions
  readonly #line: Line
  #thread: WorkerThread<Request, Reply> | null = null
  #spareTimer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: SpareThreadOptions) {
    this.#options = options
    this.#line = new Line({ lengthMax: options.jobsMax })
  }

  /** Whether the next job is to be refused. */
  get isFull(): boolean {
    return this.#line.isFull
  }

  /**
   * Gives the thread to the job when those before it are done.
   * @throws ThreadError `lost` after `close`, and whatever the job throws
   */
  lend<T>(job: (thread: WorkerThread<Request, Reply>) => Promise<T>): Promise<T> {
    return this.#line.run(async () => {
      clearTimeout(this.#spareTimer)
      try {
        return await job(await this.#running())
      } finally {
        const { spareMs } = this.#options
        if (spareMs) this.#spareTimer = setTimeout(() => void this.#end(), spareMs).unref()
      }
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#spareTimer)
    await this.#end()
  }

  async #running(): Promise<WorkerThread<Request, Reply>> {
    const { file, log, resourceLimits = {} } = this.#options
    const source = await file()
    if (this.#isClosed) throw new ThreadError('lost', 'closed')
    if (!this.#thread || this.#thread.isEnded) {
      this.#thread = new WorkerThread(source, {
        resourceLimits,
        onChange: (_, message) => {
          if (message !== null) log.error({ message, source: source.href }, 'A worker thread ended')
        },
      })
    }
    return this.#thread
  }

  async #end(): Promise<void> {
    await this.#thread?.end()
    this.#thread = null
  }
}
