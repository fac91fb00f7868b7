/**
 * A persistent git process that answers requests in order, at a tenth of the cost of a process for
 * each. When it ends, the next request starts another.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { commandOf, type Git, GitFailure, killProcess } from './git-process.ts'

/** The process is killed after so long without output for a request. */
const SILENT_MS_MAX = 15_000
const STDERR_LENGTH_MAX = 2_000
const NEW_LINE = 10

export interface OpenOptions {
  /** Added to git's environment. */
  env?: Readonly<Record<string, string>> | undefined
  /** A process that is older is replaced at the next request; any age when absent. */
  ageMsMax?: number
}

/**
 * One process. Whoever reads its answer takes lines and bytes, which reject with the reason when the
 * process ends.
 */
export class Session {
  readonly child: ChildProcessWithoutNullStreams
  readonly startedAt = performance.now()
  /** Why it ended; null while it runs. */
  failure: Error | null = null
  #wake = () => {}
  #stderr = ''
  /** Settles when the newest request is answered. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(child: ChildProcessWithoutNullStreams, name: string) {
    this.child = child
    child.stdout.on('readable', () => this.#wake())
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-STDERR_LENGTH_MAX)
    })
    child.stdin.on('error', () => {})
    const end = (failure: Error) => {
      this.failure ??= failure
      this.#wake()
    }
    child.on('error', end)
    child.on('close', (code) => end(new GitFailure(name, code, this.#stderr)))
  }

  /** Null when the process ended before this request. */
  request<T>(text: string, read: (answer: Session) => Promise<T>): Promise<{ value: T } | null> {
    this.child.stdin.write(text)
    const hasEnded = () => this.failure !== null && this.child.stdout.readableLength === 0
    const answer = this.#last.then(async () => (hasEnded() ? null : { value: await read(this) }))
    this.#last = answer.catch(() => {})
    return answer
  }

  /** The next line of the answer, without its line break. */
  async line(): Promise<string> {
    const chunks = [await this.#read()]
    while (!chunks.at(-1)?.includes(NEW_LINE)) chunks.push(await this.#read())
    const bytes = Buffer.concat(chunks)
    const end = bytes.indexOf(NEW_LINE)
    this.child.stdout.unshift(bytes.subarray(end + 1))
    return bytes.toString('utf8', 0, end)
  }

  /** The text before a mark, and the rest of the line after it. */
  async until(mark: string): Promise<[text: string, rest: string]> {
    const lines: string[] = []
    for (;;) {
      const [before = '', rest] = (await this.line()).split(mark)
      lines.push(before)
      if (rest !== undefined) return [lines.join('\n'), rest]
    }
  }

  /** The next `count` bytes. */
  async bytes(count: number): Promise<Buffer> {
    // A copy: a part of a chunk would keep all of it in memory.
    return count === 0 ? Buffer.alloc(0) : Buffer.from(await this.#read(count))
  }

  /** Continues the request; allowed while no other was sent. */
  send(text: string): void {
    this.child.stdin.write(text)
  }

  /** `count` bytes, or all that are available. */
  async #read(count?: number): Promise<Buffer> {
    for (;;) {
      const bytes: Buffer | null = this.child.stdout.read(count)
      if (bytes !== null && bytes.length === (count ?? bytes.length)) return bytes
      if (this.failure !== null) throw this.failure
      const timer = setTimeout(() => killProcess(this.child), SILENT_MS_MAX).unref()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      clearTimeout(timer)
    }
  }
}

export class OpenCommand {
  readonly #git: Git
  readonly #args: readonly string[]
  readonly #options: OpenOptions
  #session: Session | null = null
  #isClosed = false

  constructor(git: Git, args: readonly string[], options: OpenOptions = {}) {
    this.#git = git
    this.#args = args
    this.#options = options
  }

  /**
   * Sends a request and reads its answer. @throws GitFailure when the process ends meanwhile: the
   * outcome is unknown
   */
  async request<T>(text: string, read: (answer: Session) => Promise<T>): Promise<T> {
    for (;;) {
      if (this.#isClosed) throw new Error('The repository is closed.')
      const answer = await this.#liveSession().request(text, read)
      if (answer !== null) return answer.value
    }
  }

  /** Resolves when the process has ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    const child = this.#session?.child
    if (!child || child.pid === undefined) return
    // A signal leaves no exit code.
    if (child.exitCode !== null || child.signalCode !== null) return
    child.stdin.end()
    await once(child, 'exit')
  }

  #liveSession(): Session {
    const session = this.#session
    const { env, ageMsMax = Number.POSITIVE_INFINITY } = this.#options
    const isOld = session !== null && performance.now() - session.startedAt > ageMsMax
    if (session !== null && session.failure === null && !isOld) return session
    // It answers earlier requests and exits.
    session?.child.stdin.end()
    const child = this.#git.start(this.#args, env)
    this.#session = new Session(child, commandOf(this.#args))
    return this.#session
  }
}
