/**
 * A worker thread that runs one job at a time: a message in, a message out. It is started for the
 * first job, terminated when a job takes too long, and replaced for the next.
 */
import { once } from 'node:events'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { JobQueue } from './job-queue.ts'

/** A job without a reply: over its time or memory limit, or its thread ended. */
export class JobError extends Error {
  readonly reason: 'time' | 'memory' | 'ended'

  constructor(reason: JobError['reason'], message: string) {
    super(message)
    this.name = 'JobError'
    this.reason = reason
  }
}

interface JobWorkerOptions {
  /** URL of the thread's module (`worker-file.ts`). */
  file(): Promise<URL>
  /** Time limit of a job. */
  jobMsMax: number
  resourceLimits: ResourceLimits
}

export class JobWorker<Job, Reply> {
  readonly #options: JobWorkerOptions
  readonly #queue = new JobQueue()
  #thread: Worker | null = null
  /** Start time of the running job. */
  #startedAt: number | null = null
  #isClosed = false

  constructor(options: JobWorkerOptions) {
    this.#options = options
  }

  /** Milliseconds since the running job started; 0 without one. */
  get busyMs(): number {
    return this.#startedAt === null ? 0 : performance.now() - this.#startedAt
  }

  /** Queues a job and returns its reply. @throws JobError */
  run(job: Job): Promise<Reply> {
    return this.#queue.run(async () => {
      this.#startedAt = performance.now()
      try {
        return await this.#reply(await this.start(), job)
      } finally {
        this.#startedAt = null
      }
    })
  }

  /** Returns the thread, started if necessary. @throws JobError after `close` */
  async start(): Promise<Worker> {
    const { file, resourceLimits } = this.#options
    const source = await file()
    if (this.#isClosed) throw new JobError('ended', 'closed')
    if (this.#thread) return this.#thread
    const thread = new Worker(source, { resourceLimits })
    this.#thread = thread
    // Without a listener an error of the thread would crash the process.
    thread.on('error', () => {})
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = null
      // A job that waits for its reply rejects only on errors.
      thread.emit('error', new Error('The thread has ended.'))
    })
    return thread
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#end()
  }

  async #reply(thread: Worker, job: Job): Promise<Reply> {
    let end: NodeJS.Immediate | undefined
    const timer = setTimeout(() => {
      // The reply may be there: after a stop of the process timers come before messages.
      end = setImmediate(() => thread.emit('error', new JobError('time', 'over its time limit')))
    }, this.#options.jobMsMax)
    try {
      thread.postMessage(job)
      const [reply] = await once(thread, 'message')
      return reply
    } catch (error) {
      if (this.#thread === thread) await this.#end()
      if (error instanceof JobError) throw error
      const { code, message } = error as NodeJS.ErrnoException
      throw new JobError(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended', message)
    } finally {
      clearTimeout(timer)
      clearImmediate(end)
    }
  }

  async #end(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }
}
