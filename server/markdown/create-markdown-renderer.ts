/**
 * The markdown renderer: memory first, then the disk, then a worker. A text that cannot be rendered
 * is cached with its failure like any other, so that it is not tried again with every request. One
 * that ran out of time is not: the machine may just have been busy.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { BoundedMap } from '../bounded-map.ts'
import type { Log } from '../log.ts'
import { workerFile } from '../workers/worker-file.ts'
import { rawText } from './escaped-text.ts'
import {
  type MarkdownRenderer,
  type MarkdownText,
  type Patience,
  PREVIEW_ID_PREFIX,
  RENDERER_VERSION,
  type RenderedText,
  type RenderListener,
  settingsOf,
  type TextOptions,
} from './markdown-renderer.ts'
import {
  RENDER_LIMITS,
  type RenderFailure,
  type RenderFailureReason,
  type RenderLimits,
  type RenderOutcome,
  RenderPool,
  type RenderRun,
} from './render/render-pool.ts'
import { RENDER_RETRY_DELAYS_MS, RenderRetries } from './render/render-retries.ts'
import { RenderedFiles } from './render/rendered-files.ts'
import { Warming } from './render/warming.ts'

const MEMORY_BYTES_MAX = 16 * 1024 * 1024
const DISK_BYTES_MAX = 256 * 1024 * 1024
/** What a text in memory costs beside its characters, roughly. */
const ENTRY_BYTES = 300
/** A text that is asked for alone is waited for so long. */
const ANSWER_MS_MAX = 2650
/** So is one of many, which may wait in line for the others. */
const LIST_MS_MAX = 10_000
/** How often a request that waits checks whether it should go on waiting. */
const LOOK_MS = 20
/** So long after somebody had to wait nothing is rendered ahead: the next may follow. */
const QUIET_MS = 100

/** Why a text is shown as it was written. */
export const FAILURE_SENTENCES: Record<RenderFailureReason, string> = {
  time: 'The text takes too long to render and is shown as it was written.',
  overflow: 'The text is nested too deeply to render and is shown as it was written.',
  memory: 'The text needs too much memory to render and is shown as it was written.',
  too_large: 'The rendered text would be too large, so it is shown as it was written.',
  fault: 'The text could not be rendered and is shown as it was written.',
}

const LATE_SENTENCE = 'The text is not rendered yet and is shown as it was written.'

interface RendererOptions {
  /** Rendered texts are kept in its folder `html`. */
  stateDir: string
  log: Log
  /** Whether the thread is started at once where nothing was ever rendered: it is needed soon. */
  startsEarly?: boolean
  /** The limits and bounds are given by tests. */
  limits?: RenderLimits
  worker?: () => Promise<URL>
  memoryBytesMax?: number
  diskBytesMax?: number
  answerMsMax?: number
  listMsMax?: number
  retryDelaysMs?: readonly number[]
  now?: () => number
}

/** A text that is looked for on disk or rendered. */
interface Pending {
  text: MarkdownText
  result: Promise<RenderedText>
  isUrgent: boolean
  run: RenderRun | null
}

/** Creates the renderer; its worker is started at the first text that is not on disk, if not early. */
export function createMarkdownRenderer(options: RendererOptions): MarkdownRenderer {
  return new CachedRenderer(options)
}

class CachedRenderer implements MarkdownRenderer {
  readonly #log: Log
  readonly #msMax: Record<Patience, number>
  readonly #memory: BoundedMap<string, RenderedText>
  readonly #files: RenderedFiles
  readonly #pool: RenderPool
  readonly #retries: RenderRetries
  readonly #warming: Warming
  readonly #pending = new Map<string, Pending>()
  readonly #listeners = new Set<RenderListener>()
  /** When the last text was there that somebody waited for. */
  #servedAt = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor({ stateDir, log, now = Date.now, ...options }: RendererOptions) {
    const { answerMsMax = ANSWER_MS_MAX, listMsMax = LIST_MS_MAX } = options
    this.#log = log
    this.#msMax = { answer: answerMsMax, page: listMsMax, list: listMsMax }
    this.#memory = new BoundedMap(
      options.memoryBytesMax ?? MEMORY_BYTES_MAX,
      ({ html }) => html.length * 2 + ENTRY_BYTES,
    )
    this.#files = new RenderedFiles({
      folder: join(stateDir, 'html'),
      version: RENDERER_VERSION,
      bytesMax: options.diskBytesMax ?? DISK_BYTES_MAX,
      now,
      log,
    })
    this.#pool = new RenderPool({
      workerFile: options.worker ?? (() => workerFile('markdown/markdown-worker')),
      limits: options.limits ?? RENDER_LIMITS,
      log,
    })
    if (options.startsEarly && this.#files.isNew) this.#pool.startThread()
    const render = (text: MarkdownText) => this.#start(keyOf(text), text, false).result
    this.#retries = new RenderRetries({
      delaysMs: options.retryDelaysMs ?? RENDER_RETRY_DELAYS_MS,
      retry: (text) => void render(text),
    })
    this.#warming = new Warming({
      prepare: () => this.#files.tidy(),
      isRendered: (text) => this.#isRendered(text),
      isBusy: () => this.#pending.size > 0 || performance.now() - this.#servedAt < QUIET_MS,
      ...{ render, log },
    })
  }

  async render(
    markdown: string,
    idPrefix: string,
    { patience = 'answer', ...options }: TextOptions & { patience?: Patience } = {},
  ): Promise<RenderedText> {
    const text = { markdown, idPrefix, ...options }
    const key = keyOf(text)
    const cached = this.#memory.get(key)
    if (cached) return cached
    const failed = this.#retries.waiting(text)
    if (failed || this.#isClosed) return fallback(markdown, failed?.problem)
    const pending = this.#start(key, text, true)
    const stuck = () => pending.run?.stuck() ?? null
    const gaveUp = {
      answer: () => stuck() === 'behind',
      // Many texts may wait in line: that alone is no reason to do without one.
      page: () => stuck() !== null,
      list: () => false,
    }
    return inTime(pending.result, {
      msMax: this.#msMax[patience],
      gaveUp: gaveUp[patience],
      instead: () => {
        const isSlow = patience === 'answer' && stuck() === 'itself'
        return fallback(markdown, isSlow ? LATE_SENTENCE : null)
      },
    })
  }

  warm(texts: Iterable<MarkdownText>): void {
    this.#warming.start(texts)
  }

  onRendered(listener: RenderListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#retries.close()
    const warmed = this.#warming.stop()
    await this.#pool.close()
    await warmed
    await this.#files.close()
  }

  #start(key: string, text: MarkdownText, isUrgent: boolean): Pending {
    const known = this.#pending.get(key)
    if (known) {
      known.isUrgent ||= isUrgent
      if (isUrgent) known.run?.hurry()
      return known
    }
    const pending: Pending = { text, result: Promise.resolve(fallback('')), isUrgent, run: null }
    pending.result = this.#readOrRender(key, pending).finally(() => {
      this.#pending.delete(key)
      if (pending.isUrgent) this.#servedAt = performance.now()
    })
    this.#pending.set(key, pending)
    return pending
  }

  async #readOrRender(key: string, pending: Pending): Promise<RenderedText> {
    const { text } = pending
    const read = this.#files.read(key)
    if (read) return this.#remember(key, text, read)
    let outcome = await this.#renderOnce(pending)
    // The thread may have ended because of another text.
    if ('lost' in outcome && !this.#isClosed) outcome = await this.#renderOnce(pending)
    if ('html' in outcome) return this.#keep(key, text, { ...outcome, problem: null })
    if ('failure' in outcome) return this.#failed(key, text, outcome)
    if (!this.#isClosed) this.#retries.failed(text, null)
    return fallback(text.markdown)
  }

  #renderOnce(pending: Pending): Promise<RenderOutcome> {
    pending.run = this.#pool.run(pending.text, pending.isUrgent)
    return pending.run.outcome
  }

  #failed(key: string, text: MarkdownText, { failure, message }: RenderFailure): RenderedText {
    this.#log.warn({ text: text.idPrefix, failure, message }, 'A text could not be rendered')
    const problem = FAILURE_SENTENCES[failure]
    const rendered = { html: rawText(text.markdown), problem }
    if (failure !== 'time') return this.#keep(key, text, rendered)
    const isTriedAgain = this.#retries.failed(text, problem)
    if (isTriedAgain) return this.#tell(text, fallback(text.markdown, problem))
    return this.#remember(key, text, rendered)
  }

  #keep(key: string, text: MarkdownText, rendered: RenderedText): RenderedText {
    if (text.idPrefix !== PREVIEW_ID_PREFIX) this.#files.write(key, rendered)
    return this.#remember(key, text, rendered)
  }

  #remember(key: string, text: MarkdownText, rendered: RenderedText): RenderedText {
    this.#memory.set(key, rendered)
    this.#retries.forget(text.idPrefix)
    return this.#tell(text, rendered)
  }

  #tell(text: MarkdownText, rendered: RenderedText): RenderedText {
    for (const listener of this.#listeners) listener(text, rendered)
    return rendered
  }

  #isRendered(text: MarkdownText): boolean {
    const key = keyOf(text)
    if (this.#memory.get(key) !== undefined || this.#retries.waiting(text)) return true
    return this.#files.has(key)
  }
}

function keyOf({ markdown, ...options }: MarkdownText): string {
  const parts = [RENDERER_VERSION, settingsOf(options), markdown]
  return createHash('sha256').update(parts.join('\0')).digest('hex')
}

/** The text as it was written, until its rendering is there. */
function fallback(markdown: string, problem: string | null = null): RenderedText {
  return { html: rawText(markdown), problem, isFallback: true }
}

/** The result, or something instead when it takes too long or nothing is to be expected soon. */
function inTime<T>(
  result: Promise<T>,
  { msMax, gaveUp, instead }: { msMax: number; gaveUp(): boolean; instead(): T },
): Promise<T> {
  const end = performance.now() + msMax
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (performance.now() >= end || gaveUp()) resolve(instead())
      else return
      clearInterval(timer)
    }, LOOK_MS)
    result.then(resolve, reject).finally(() => clearInterval(timer))
  })
}
