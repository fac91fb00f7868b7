/**
 * The markdown renderer: memory first, then the disk, then a worker. A text that fails is cached with
 * its failure like any other, so that it is not tried again with every request.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { BoundedMap } from '../bounded-map.ts'
import type { Log } from '../log.ts'
import { workerFile } from '../workers/worker-file.ts'
import {
  type MarkdownRenderer,
  type MarkdownText,
  type Patience,
  PREVIEW_ID_PREFIX,
  RENDERER_VERSION,
  type RenderedText,
} from './markdown-renderer.ts'
import {
  RENDER_LIMITS,
  type RenderFailureReason,
  type RenderLimits,
  type RenderOutcome,
  RenderPool,
  type RenderRun,
} from './render-pool.ts'
import { RenderedFiles } from './rendered-files.ts'

const MEMORY_BYTES_MAX = 16 * 1024 * 1024
const DISK_BYTES_MAX = 256 * 1024 * 1024
/** What a text in memory costs beside its characters, roughly. */
const ENTRY_BYTES = 300
/** A text is shown as written when its rendering is not there by then. */
const ANSWER_MS_MAX = 2650
/** Between texts that nobody waits for, so that they take half of a core at most. */
const WARM_PAUSE_MS_MIN = 5
/** How often a request that waits checks whether it should go on waiting. */
const LOOK_MS = 20

const SENTENCES: Record<RenderFailureReason, string> = {
  time: 'The text takes too long to render and is shown as it was written.',
  overflow: 'The text is nested too deeply to render and is shown as it was written.',
  memory: 'The text needs too much memory to render and is shown as it was written.',
  too_large: 'The rendered text would be too large, so it is shown as it was written.',
  fault: 'The text could not be rendered and is shown as it was written.',
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

interface RendererOptions {
  /** Rendered texts are kept in its folder `html`. */
  stateDir: string
  log: Log
  /** The limits and bounds are given by tests. */
  limits?: RenderLimits
  worker?: () => Promise<URL>
  memoryBytesMax?: number
  diskBytesMax?: number
  answerMsMax?: number
  now?: () => number
}

/** A text that is looked for on disk or rendered. */
interface Pending {
  text: MarkdownText
  result: Promise<RenderedText>
  isUrgent: boolean
  run: RenderRun | null
}

/** Creates the renderer; its worker is started at the first text that is not on disk. */
export function createMarkdownRenderer(options: RendererOptions): MarkdownRenderer {
  return new CachedRenderer(options)
}

class CachedRenderer implements MarkdownRenderer {
  readonly #log: Log
  readonly #answerMsMax: number
  readonly #memory: BoundedMap<string, RenderedText>
  readonly #files: RenderedFiles
  readonly #pool: RenderPool
  readonly #pending = new Map<string, Pending>()
  readonly #problems = new Map<string, string>()
  #warmRound = 0
  #warming: Promise<void> = Promise.resolve()
  #tidied: Promise<void> | null = null
  /** Texts that `warm` has seen to, by prefix. */
  #warmed = new Map<string, string>()
  #isClosed = false

  constructor({ stateDir, log, now = Date.now, ...options }: RendererOptions) {
    this.#log = log
    this.#answerMsMax = options.answerMsMax ?? ANSWER_MS_MAX
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
  }

  async render(
    markdown: string,
    idPrefix: string,
    { patience = 'answer' }: { patience?: Patience } = {},
  ): Promise<RenderedText> {
    const text = { markdown, idPrefix }
    const key = keyOf(text)
    const cached = this.#memory.get(key)
    if (cached) return this.#noteProblem(text, cached)
    if (this.#isClosed) return fallback(markdown)
    const pending = this.#start(key, text, true)
    const stuck = () => pending.run?.stuck() ?? null
    if (patience === 'list') return pending.result
    const isPage = patience === 'page'
    return inTime(pending.result, {
      // Many texts of a page may wait in line: that alone is no reason to show one as written.
      msMax: isPage ? Number.POSITIVE_INFINITY : this.#answerMsMax,
      gaveUp: isPage ? () => stuck() !== null : () => stuck() === 'behind',
      instead: () => fallback(markdown),
    })
  }

  renderedNow(markdown: string, idPrefix: string): RenderedText | undefined {
    return this.#memory.get(keyOf({ markdown, idPrefix }))
  }

  warm(texts: Iterable<MarkdownText>): void {
    this.#warmRound += 1
    const round = this.#warmRound
    this.#warming = this.#warming
      .then(() => this.#warmAll(texts, round))
      .catch((error: unknown) => {
        this.#log.error({ err: error }, 'warming of rendered texts stopped')
      })
  }

  problems() {
    return [...this.#problems].map(([idPrefix, reason]) => ({ idPrefix, reason }))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#warmRound += 1
    await this.#pool.close()
    await this.#warming
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
    pending.result = this.#readOrRender(key, pending).finally(() => this.#pending.delete(key))
    this.#pending.set(key, pending)
    return pending
  }

  async #readOrRender(key: string, pending: Pending): Promise<RenderedText> {
    const { text } = pending
    const read = await this.#files.read(key)
    if (read) return this.#remember(key, text, read)
    let outcome = await this.#renderOnce(pending)
    // The thread may have ended because of another text.
    if ('lost' in outcome && !this.#isClosed) outcome = await this.#renderOnce(pending)
    if ('lost' in outcome) return fallback(text.markdown)
    const rendered = this.#renderedOf(text, outcome)
    if (text.idPrefix !== PREVIEW_ID_PREFIX) this.#files.write(key, rendered)
    return this.#remember(key, text, rendered)
  }

  #renderOnce(pending: Pending): Promise<RenderOutcome> {
    pending.run = this.#pool.run(pending.text, pending.isUrgent)
    return pending.run.outcome
  }

  #renderedOf(
    { markdown, idPrefix }: MarkdownText,
    outcome: Exclude<RenderOutcome, { lost: string }>,
  ): RenderedText {
    // Not kept on disk, so known of what is rendered now alone.
    if ('html' in outcome) return { ...outcome, problem: null }
    const { failure, message } = outcome
    this.#log.warn({ text: idPrefix, failure, message }, 'a text could not be rendered')
    return { html: escaped(markdown), problem: SENTENCES[failure] }
  }

  #remember(key: string, text: MarkdownText, rendered: RenderedText): RenderedText {
    this.#memory.set(key, rendered)
    return this.#noteProblem(text, rendered)
  }

  /** Keeps the list of problems as the texts are now: the last one asked for under a prefix. */
  #noteProblem({ idPrefix }: MarkdownText, rendered: RenderedText): RenderedText {
    if (rendered.problem === null) this.#problems.delete(idPrefix)
    else if (idPrefix !== PREVIEW_ID_PREFIX) this.#problems.set(idPrefix, rendered.problem)
    return rendered
  }

  async #warmAll(texts: Iterable<MarkdownText>, round: number): Promise<void> {
    this.#tidied ??= this.#files.tidy()
    await this.#tidied
    const seen = new Map<string, string>()
    for (const text of texts) {
      seen.set(text.idPrefix, text.markdown)
      // The same text again: after a swap nearly all are, and hashing them all takes too long.
      if (this.#warmed.get(text.idPrefix) === text.markdown) continue
      await nextTurn()
      await this.#warmOne(text, round)
      if (round !== this.#warmRound) return
      this.#warmed.set(text.idPrefix, text.markdown)
    }
    this.#warmed = seen
  }

  async #warmOne(text: MarkdownText, round: number): Promise<void> {
    if (round !== this.#warmRound) return
    const key = keyOf(text)
    if (this.#memory.get(key) !== undefined || (await this.#files.has(key))) return
    while (this.#pool.isBusy && round === this.#warmRound) await pause(WARM_PAUSE_MS_MIN)
    if (round !== this.#warmRound) return
    const startedAt = performance.now()
    await this.#start(key, text, false).result
    await pause(Math.max(WARM_PAUSE_MS_MIN, performance.now() - startedAt))
  }
}

function keyOf({ markdown, idPrefix }: MarkdownText): string {
  return createHash('sha256').update(`${RENDERER_VERSION}\0${idPrefix}\0${markdown}`).digest('hex')
}

/** The text as it was written, until its rendering is there. */
function fallback(markdown: string): RenderedText {
  const problem = 'The text is not rendered yet and is shown as it was written.'
  return { html: escaped(markdown), problem, isFallback: true }
}

function escaped(markdown: string): string {
  const text = markdown.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
  return `<pre class="raw-markdown" tabindex="0">${text}</pre>`
}

function pause(ms: number): Promise<void> {
  return delay(ms, undefined, { ref: false })
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
