/**
 * One worker thread for one job after the other. It is started at the first, ended when a job takes
 * too long, fails it or when nobody has needed it for a while, and replaced at the next.
 */
import { once } from 'node:events'
import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads'
import { Line } from './line.ts'

/** Why a job has no reply: its time or memory was used up, it threw, or its thread was ended. */
export class JobError extends Error {
  readonly reason: 'time' | 'memory' | 'failed' | 'ended'

  constructor(reason: JobError['reason'], message: string) {
    super(message)
    this.name = 'JobError'
    this.reason = reason
  }
}

interface JobWorkerOptions {
  /** The module that calls `serveJobs` (`worker-file.ts`). */
  file(): Promise<URL>
  /** How long one job may take. */
  jobMsMax: number
  /** How long a thread without a job is kept; for good without it. */
  idleMsMax?: number
  resourceLimits?: ResourceLimits
}

type Message<Reply> = { reply: Reply } | { failed: string }

export class JobWorker<Job, Reply> {
  readonly #options: JobWorkerOptions
  readonly #line = new Line()
  #thread: Worker | null = null
  /** When the job that runs was begun. */
  #begunAt: number | null = null
  #idleTimer: NodeJS.Timeout | undefined
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
  run(job: Job, isWanted = () => true): Promise<Reply> {
    return this.#line.run(async () => {
      if (!isWanted()) throw new JobError('ended', 'not wanted any more')
      clearTimeout(this.#idleTimer)
      this.#begunAt = performance.now()
      try {
        return await this.#reply(await this.start(), job)
      } finally {
        this.#begunAt = null
        const { idleMsMax } = this.#options
        if (idleMsMax) this.#idleTimer = setTimeout(() => void this.#end(), idleMsMax).unref()
      }
    })
  }

  /** Starts the thread, unless it is there. @throws JobError after `close` */
  async start(): Promise<Worker> {
    const { file, resourceLimits = {} } = this.#options
    const source = await file()
    if (this.#isClosed) throw new JobError('ended', 'closed')
    if (this.#thread) return this.#thread
    const thread = new Worker(source, { resourceLimits })
    this.#thread = thread
    // Without a listener the fault of a thread would be one of the process.
    thread.on('error', () => {})
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = null
    })
    return thread
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idleTimer)
    await this.#end()
  }

  async #reply(thread: Worker, job: Job): Promise<Reply> {
    const gone = new AbortController()
    const onExit = () => gone.abort()
    thread.once('exit', onExit)
    const time = AbortSignal.timeout(this.#options.jobMsMax)
    let message: Message<Reply>
    try {
      thread.postMessage(job)
      const replied = once(thread, 'message', { signal: AbortSignal.any([gone.signal, time]) })
      // What `serveJobs` posts.
      message = (await replied)[0] as Message<Reply>
    } catch (error) {
      if (this.#thread === thread) await this.#end()
      const { code, message: words } = error as NodeJS.ErrnoException
      if (time.aborted) throw new JobError('time', words)
      throw new JobError(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended', words)
    } finally {
      thread.off('exit', onExit)
    }
    if ('failed' in message) throw new JobError('failed', message.failed)
    return message.reply
  }

  async #end(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }
}

/** In the thread: answers each job with one reply, in order. What is thrown fails that job alone. */
export function serveJobs<Job, Reply>(answer: (job: Job) => Reply | Promise<Reply>): void {
  const port = parentPort
  port?.on('message', async (job: Job) => {
    try {
      port.postMessage({ reply: await answer(job) })
    } catch (error) {
      port.postMessage({ failed: String(error).slice(0, 200) })
    }
  })
}
