/**
 * One worker thread for one job after the other, each a message that the thread answers with one. It
 * is started for the first job, ended when one takes too long, and replaced for the next.
 */
import { once } from 'node:events'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { Line } from './line.ts'

/** Why a job has no reply: its time or memory was used up, or its thread ended. */
export class JobError extends Error {
  readonly reason: 'time' | 'memory' | 'ended'

  constructor(reason: JobError['reason'], message: string) {
    super(message)
    this.name = 'JobError'
    this.reason = reason
  }
}

interface JobWorkerOptions {
  /** The thread's module (`worker-file.ts`). */
  file(): Promise<URL>
  /** How long one job may take. */
  jobMsMax: number
  resourceLimits: ResourceLimits
}

export class JobWorker<Job, Reply> {
  readonly #options: JobWorkerOptions
  readonly #line = new Line()
  #thread: Worker | null = null
  /** When the job that runs was begun. */
  #begunAt: number | null = null
  #isClosed = false

  constructor(options: JobWorkerOptions) {
    this.#options = options
  }

  /** For how long the job that runs has been running, in milliseconds; 0 without one. */
  get busyMs(): number {
    return this.#begunAt === null ? 0 : performance.now() - this.#begunAt
  }

  /**
   * The reply to a job, when those before it are done.
   * @param isWanted asked when its turn comes; a job that nobody wants any more is not begun
   * @throws JobError
   */
  run(job: Job, isWanted: () => boolean): Promise<Reply> {
    return this.#line.run(async () => {
      if (!isWanted()) throw new JobError('ended', 'not wanted any more')
      this.#begunAt = performance.now()
      try {
        return await this.#reply(await this.start(), job)
      } finally {
        this.#begunAt = null
      }
    })
  }

  /** Starts the thread, unless it is there. @throws JobError after `close` */
  async start(): Promise<Worker> {
    const { file, resourceLimits } = this.#options
    const source = await file()
    if (this.#isClosed) throw new JobError('ended', 'closed')
    if (this.#thread) return this.#thread
    const thread = new Worker(source, { resourceLimits })
    this.#thread = thread
    // Without a listener the fault of a thread would be one of the process.
    thread.on('error', () => {})
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = null
      // A job that waits for its reply hears of errors alone.
      thread.emit('error', new Error('The thread has ended.'))
    })
    return thread
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#end()
  }

  async #reply(thread: Worker, job: Job): Promise<Reply> {
    const signal = AbortSignal.timeout(this.#options.jobMsMax)
    try {
      thread.postMessage(job)
      const [reply] = await once(thread, 'message', { signal })
      return reply
    } catch (error) {
      if (this.#thread === thread) await this.#end()
      const { code, message } = error as NodeJS.ErrnoException
      if (signal.aborted) throw new JobError('time', message)
      throw new JobError(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended', message)
    }
  }

  async #end(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }
}
