/**
 * Markdown to html: the html of a text is kept in memory by its blob id, and made by one worker when
 * it is first needed. A text that the worker cannot render is shown as it was written, and is a
 * problem until it changes or the server starts again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { NotShown } from '#domain/texts/not-shown.ts'
import type { Log } from '../log.ts'
import { JobError, JobWorker } from '../workers/worker.ts'
import { workerFile } from '../workers/worker-file.ts'
import { rawText } from './escaped-text.ts'
import type { RenderedMarkdown } from './markdown-pipeline.ts'

/** The prefix of texts that are only looked at while they are written. */
export const PREVIEW_ID_PREFIX = 'preview-'

export interface MarkdownText {
  markdown: string
  /** Goes before every id, `p-<post id>-`: several texts stand on one page. */
  idPrefix: string
  /** The heading of its page: a first heading that repeats it is not shown. */
  title?: string
  /** Whether `$…$` is a formula. */
  math?: boolean
}

export interface RenderedText {
  /** Sanitised and highlighted; the escaped text where there is a problem, and in a fallback. */
  html: string
  /** Why the text cannot be rendered; null when nothing is known to be wrong with it. */
  problem: string | null
  /** What of the text is not in the html, by line; absent where all is. */
  notShown?: readonly NotShown[]
  /**
   * In a fallback alone, which is not to be cached: the text as it will be. Rejects when it is not
   * rendered after all, since nobody waited for it.
   */
  later?: Promise<RenderedText>
}

type FailureReason = 'time' | 'overflow' | 'memory' | 'too_large' | 'fault'
export type RenderReply = RenderedMarkdown | { failure: FailureReason; message: string }

/** Why a text is shown as it was written. */
const PROBLEMS: Record<FailureReason, string> = {
  time: 'The text takes too long to render and is shown as it was written.',
  overflow: 'The text is nested too deeply to render and is shown as it was written.',
  memory: 'The text needs too much memory to render and is shown as it was written.',
  too_large: 'The rendered text would be too large, so it is shown as it was written.',
  fault: 'The text could not be rendered and is shown as it was written.',
}

/**
 * An answer waits so long for a text, and not behind a text that takes longer. A save has its
 * commit to make as well, and is answered within 3 s.
 */
const ANSWER_MS_MAX = 2000
/** The worker may take so long. */
const RENDER_MS_MAX = 15_000
/** How often an answer that waits checks whether to go on waiting. */
const LOOK_MS = 20
const MEMORY_BYTES_MAX = 16 * 1024 * 1024
/** Memory of a cached text beside its characters, in bytes, roughly. */
const ENTRY_BYTES = 300
/**
 * Memory of the worker; the texts that need more are made to. Most of what a text leaves is garbage
 * by the next: with a young generation of 8 MB, a quarter of the time goes into copying it.
 */
const RESOURCE_LIMITS = {
  maxOldGenerationSizeMb: 192,
  maxYoungGenerationSizeMb: 24,
  // The main thread's: with more, thousands of nested quotes render, after 15 s.
  stackSizeMb: 1,
}

interface Rendering {
  result: Promise<RenderedText>
  /** Answers that wait for it. */
  waiting: number
}

/** How long an answer waits for a text, and how long behind one that the worker is at. */
export interface WaitLimits {
  waitMs?: number
  stuckMs?: number
}

export class MarkdownRenderer {
  readonly #log: Log
  readonly #worker: JobWorker<MarkdownText, RenderReply>
  readonly #kept: LRUCache<string, RenderedText>
  /** By key: two who need a text wait for one rendering. */
  readonly #rendering = new Map<string, Rendering>()

  /** Nothing is started before the first text. The limits are given by tests. */
  constructor({
    log,
    worker = () => workerFile('markdown/markdown-worker'),
    renderMsMax = RENDER_MS_MAX,
  }: {
    log: Log
    worker?: () => Promise<URL>
    renderMsMax?: number
  }) {
    this.#log = log
    const limits = { jobMsMax: renderMsMax, resourceLimits: RESOURCE_LIMITS }
    this.#worker = new JobWorker({ file: worker, ...limits })
    this.#kept = new LRUCache({
      maxSize: MEMORY_BYTES_MAX,
      sizeCalculation: ({ html }) => html.length * 2 + ENTRY_BYTES,
    })
  }

  /** Starts the worker, which the first text would have to wait for. */
  start(): void {
    this.#worker.start().catch(() => {})
  }

  /**
   * The html of a text, or a fallback where it takes too long. Never rejects.
   * @param options.key names the text with all that its html depends on; it is kept under that name
   */
  async render(
    text: MarkdownText,
    { key, waitMs = ANSWER_MS_MAX, stuckMs = ANSWER_MS_MAX }: { key?: string } & WaitLimits = {},
  ): Promise<RenderedText> {
    const kept = key === undefined ? undefined : this.#kept.get(key)
    if (kept) return kept
    const rendering = this.#rendering.get(key ?? '') ?? this.#begin(text, key)
    rendering.waiting += 1
    const { result: later } = rendering
    try {
      if (await this.#isInTime(later, { waitMs, stuckMs })) return await later
      return { html: rawText(text.markdown), problem: null, later }
    } catch (error) {
      if (!(error instanceof JobError)) throw error
      return { html: rawText(text.markdown), problem: PROBLEMS.fault }
    } finally {
      rendering.waiting -= 1
    }
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  /** Whether the text is there before its answer should go on without it. */
  async #isInTime(text: Promise<unknown>, { waitMs, stuckMs }: Required<WaitLimits>) {
    const isReady = text.then(() => true)
    for (const end = performance.now() + waitMs; ; ) {
      const left = Math.min(end - performance.now(), stuckMs - this.#worker.busyMs)
      if (await Promise.race([isReady, sleep(Math.min(left, LOOK_MS), false)])) return true
      if (left <= 0) return false
    }
  }

  /** Puts a text in the line of the worker. */
  #begin(text: MarkdownText, key: string | undefined): Rendering {
    const isWanted = () => rendering.waiting > 0
    const rendering: Rendering = { waiting: 0, result: this.#renderNow(text, isWanted) }
    if (key === undefined) return rendering
    this.#rendering.set(key, rendering)
    rendering.result
      .then((rendered) => this.#kept.set(key, rendered))
      .catch(() => {})
      .finally(() => this.#rendering.delete(key))
    return rendering
  }

  /** @throws JobError when the worker ended for another reason than the text, or is not asked */
  async #renderNow(text: MarkdownText, isWanted: () => boolean): Promise<RenderedText> {
    const reply = await this.#worker.run(text, isWanted).catch(failureOf)
    if ('html' in reply) return { ...reply, problem: null }
    const { failure, message } = reply
    this.#log.warn({ text: text.idPrefix, failure, message }, 'A text could not be rendered')
    return { html: rawText(text.markdown), problem: PROBLEMS[failure] }
  }
}

function failureOf(error: unknown): { failure: FailureReason; message: string } {
  if (!(error instanceof JobError) || error.reason === 'ended') throw error
  return { failure: error.reason, message: error.message }
}
