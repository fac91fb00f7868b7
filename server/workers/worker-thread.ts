/** One worker thread and the request it is busy with. It is ended, not repaired, when one hangs. */
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { cpuTimeOf } from './cpu-time.ts'
import type { ThreadMessage } from './serve-requests.ts'

/** `lost`: the thread ended, which need not be the request's fault. */
type FailureReason = 'time' | 'memory' | 'failed' | 'lost'

/** Why a request to a thread has no reply. */
export class ThreadError extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string) {
    super(message)
    this.name = 'ThreadError'
    this.reason = reason
  }
}

/** How long a request may take. A busy machine makes no request fail that needs little itself. */
export interface TimeLimits {
  /** Of the thread's own CPU time. */
  cpuMs: number
  /** By the clock: for a thread that stands still, so far above the other. */
  clockMs: number
}

interface Times {
  /** By the clock, in milliseconds. */
  startedAt: number
  /** The thread's CPU time then. */
  cpuAtStart: number
}

interface Waiting<Reply> extends Times {
  resolve(reply: Reply): void
  reject(error: ThreadError): void
}

/** CPU time is told in steps as long as this. */
const LOOK_MS_MIN = 10

interface ThreadOptions<Request, Reply> {
  resourceLimits?: ResourceLimits
  /** Called when the thread becomes idle and, perhaps with an error, when it has ended. */
  onChange?(thread: WorkerThread<Request, Reply>, error: string | null): void
}

/** A thread that runs the module at `file`, which calls `serveRequests`. */
export class WorkerThread<Request, Reply> {
  readonly #worker: Worker
  readonly #onChange: (error: string | null) => void
  #isReady = false
  /** Its name for `cpuTimeOf`. */
  #name: string | null = null
  #isEnded = false
  #waiting: Waiting<Reply> | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(file: URL, { resourceLimits = {}, onChange }: ThreadOptions<Request, Reply> = {}) {
    this.#onChange = (error) => onChange?.(this, error)
    this.#worker = new Worker(file, { resourceLimits })
    this.#worker.on('message', (message: ThreadMessage<Reply>) => this.#receive(message))
    this.#worker.on('error', (error: Error & { code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY' && this.#waiting !== null
      const reason = isMemory ? 'memory' : 'lost'
      this.#ended(new ThreadError(reason, error.message), isMemory ? null : error.message)
    })
    this.#worker.on('exit', (code) => {
      this.#ended(new ThreadError('lost', `exit ${code}`), `exit ${code}`)
    })
  }

  /** Whether it has started and has no request. */
  get isIdle(): boolean {
    return this.#isReady && !this.#isEnded && this.#waiting === null
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Milliseconds since its request began, 0 when it has none. */
  get busyFor(): number {
    return this.#waiting ? performance.now() - this.#waiting.startedAt : 0
  }

  /**
   * The reply to a request, one at a time; ends the thread when it takes longer than it may.
   * @throws ThreadError
   */
  async run(request: Request, limits: TimeLimits): Promise<Reply> {
    if (this.#isEnded) throw new ThreadError('lost', 'The thread has ended.')
    try {
      return await new Promise<Reply>((resolve, reject) => {
        this.#waiting = { resolve, reject, ...this.#timesNow() }
        this.#worker.ref()
        this.#worker.postMessage(request)
        this.#lookIn(limits.cpuMs, limits)
      })
    } finally {
      clearTimeout(this.#timer)
    }
  }

  end(): Promise<void> {
    return this.#end(new ThreadError('lost', 'closed'))
  }

  #receive(message: ThreadMessage<Reply>): void {
    if (this.#isEnded) return
    this.#isReady = true
    if (message.type === 'ready') this.#named(message.thread)
    const waiting = this.#waiting
    if (message.type !== 'ready') this.#waiting = null
    // The process may end while a thread has nothing to do, but not while it works.
    if (!this.#waiting) this.#worker.unref()
    if (message.type === 'reply') waiting?.resolve(message.reply)
    if (message.type === 'failed') waiting?.reject(new ThreadError('failed', message.message))
    this.#onChange(null)
  }

  /** From now on it is its own CPU time that counts, and only that of the request. */
  #named(thread: string | null): void {
    this.#name = thread
    if (this.#waiting) this.#waiting = { ...this.#waiting, ...this.#timesNow() }
  }

  #timesNow(): Times {
    return { startedAt: performance.now(), cpuAtStart: cpuTimeOf(this.#name) }
  }

  #lookIn(ms: number, limits: TimeLimits): void {
    this.#timer = setTimeout(() => this.#look(limits), Math.max(ms, LOOK_MS_MIN))
  }

  /** Ends the thread when its request has used up its time. */
  #look(limits: TimeLimits): void {
    if (!this.#waiting) return
    const clockMs = this.busyFor
    const cpuMs = Math.min(clockMs, cpuTimeOf(this.#name) - this.#waiting.cpuAtStart)
    const left = Math.min(limits.cpuMs - cpuMs, limits.clockMs - clockMs)
    // A thread uses no more CPU time than the clock shows, so it need not be looked at before.
    if (left > 0) this.#lookIn(left, limits)
    else
      void this.#end(
        new ThreadError('time', `${Math.round(cpuMs)} ms of CPU time in ${Math.round(clockMs)} ms`),
      )
  }

  async #end(error: ThreadError): Promise<void> {
    this.#ended(error, null)
    await this.#worker.terminate()
  }

  #ended(error: ThreadError, message: string | null): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.reject(error)
    this.#onChange(message)
  }
}
