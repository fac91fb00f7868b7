/**
 * Markdown to html: one worker renders a text at its first use, and the html is cached in memory by
 * blob id. A text that cannot be rendered is shown escaped and listed as a problem until it changes
 * or the server restarts; one that took too long is tried again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type ImageSize, storedImageSize } from '#domain/image.ts'
import { escapeXml } from '#domain/texts/escaped.ts'
import type { Log } from '../log.ts'
import { JobError, JobWorker } from '../workers/worker.ts'
import { workerFile } from '../workers/worker-file.ts'
import type { MarkdownText, RenderedMarkdown } from './markdown-pipeline.ts'

export const PREVIEW_ID_PREFIX = 'preview-'

type MeasureImage = (address: string) => Promise<ImageSize | null>
/** Addresses of the site's own images. */
const IMAGES = /\/media\/[^\s"'<>()]+/g
/** Further images of a text keep no space. */
const IMAGES_MAX = 100

/** Html, sanitised and highlighted; the escaped text without headings after a problem. */
export interface RenderedText extends RenderedMarkdown {
  /** Why the text cannot be rendered; null without a known problem. */
  problem: string | null
  /** False if the text will be rendered or tried again: then an answer with it is not cached. */
  isFinal: boolean
  /** Only in a fallback: the rendered text. Rejects if the worker ends before. */
  pending?: Promise<RenderedText>
}

type FailureReason = 'time' | 'overflow' | 'memory' | 'too_large' | 'fault'
export type RenderReply = RenderedMarkdown | { failure: FailureReason; message: string }

/** Why a text is shown escaped, for its author. */
const PROBLEMS: Record<FailureReason, string> = {
  time: 'The text takes too long to render and is shown as it was written.',
  overflow: 'The text is nested too deeply to render and is shown as it was written.',
  memory: 'The text needs too much memory to render and is shown as it was written.',
  too_large: 'The rendered text would be too large, so it is shown as it was written.',
  fault: 'The text could not be rendered and is shown as it was written.',
}

const RENDER_MS_MAX = 15_000
/** Time after which a text that took too long is tried again: the machine may have been busy. */
const RETRY_MS = 60_000
/** Polling interval of a waiting answer. */
const POLL_MS = 20
const MEMORY_BYTES_MAX = 16 * 1024 * 1024
/** Overhead of a cache entry in bytes, roughly. */
const ENTRY_BYTES = 300
/**
 * Memory limits of the worker; only malicious texts need more. Most objects are garbage after a
 * text: with a young generation of 8 MB, copying them takes a quarter of the time.
 */
const RESOURCE_LIMITS = {
  maxOldGenerationSizeMb: 192,
  maxYoungGenerationSizeMb: 24,
  // As in the main thread. With more, thousands of nested quotes would render, for 15 s.
  stackSizeMb: 1,
}

/** How long an answer waits for its text, and for the text that the worker is busy with. */
export interface Wait {
  ms: number
  workerBusyMsMax: number
  /** Whether the text may evict others from the cache. */
  evicts: boolean
}

export const WAITS = {
  // A save also has to commit, and must be answered within 3 s.
  page: { ms: 2000, workerBusyMsMax: 2000, evicts: true },
  /** Of a list, whose texts are rendered one after the other. */
  list: { ms: 10_000, workerBusyMsMax: 2000, evicts: true },
  /** Of every text of a site: longer than one may take, below the idle timeout of connections. */
  site: { ms: 25_000, workerBusyMsMax: 25_000, evicts: false },
} satisfies Record<string, Wait>

export class MarkdownRenderer {
  readonly #log: Log
  readonly #measure: MeasureImage
  readonly #worker: JobWorker<MarkdownText, RenderReply>
  readonly #retryMs: number
  readonly #cache: LRUCache<string, RenderedText>
  /** Renderings in progress by key, shared by all answers that need the text. */
  readonly #rendering = new Map<string, Promise<RenderedText>>()

  /** Starts nothing before the first text. Tests set the limits. */
  constructor({
    log,
    measure = async () => null,
    worker = () => workerFile('markdown/markdown-worker'),
    renderMsMax = RENDER_MS_MAX,
    retryMs = RETRY_MS,
  }: {
    log: Log
    /** Size of an image of the site, null if there is none at the address. */
    measure?: MeasureImage
    worker?: () => Promise<URL>
    renderMsMax?: number
    retryMs?: number
  }) {
    this.#log = log
    this.#measure = measure
    this.#retryMs = retryMs
    this.#worker = new JobWorker({
      file: worker,
      jobMsMax: renderMsMax,
      resourceLimits: RESOURCE_LIMITS,
    })
    this.#cache = new LRUCache({ maxSize: MEMORY_BYTES_MAX, sizeCalculation: sizeOf })
  }

  /** Starts the worker early, so that the first text need not wait for it. */
  start(): void {
    this.#worker.start().catch(() => {})
  }

  /**
   * The html of a text, or a fallback if it takes too long. Never rejects.
   * @param key cache key: identifies the text and everything else its html depends on
   */
  async render(
    text: MarkdownText,
    { key, wait = WAITS.page }: { key?: string; wait?: Wait } = {},
  ): Promise<RenderedText> {
    const cached = key === undefined ? undefined : this.#cache.get(key)
    if (cached) return cached
    const pending = this.#rendering.get(key ?? '') ?? this.#begin(text, wait, key)
    try {
      if (await this.#isInTime(pending, wait)) return await pending
      return { ...unrendered(text), pending }
    } catch (error) {
      if (!(error instanceof JobError)) throw error
      return { ...unrendered(text), problem: PROBLEMS.fault }
    }
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  /** Whether the text is rendered before the time limits of its answer. */
  async #isInTime(text: Promise<unknown>, { ms, workerBusyMsMax }: Wait): Promise<boolean> {
    const isReady = text.then(() => true)
    for (const end = performance.now() + ms; ; ) {
      const left = Math.min(end - performance.now(), workerBusyMsMax - this.#worker.busyMs)
      if (await Promise.race([isReady, sleep(Math.max(0, Math.min(left, POLL_MS)), false)]))
        return true
      if (left <= 0) return false
    }
  }

  /** Queues a text for the worker, which renders it also when no answer waits for it any more. */
  #begin(text: MarkdownText, { evicts }: Wait, key: string | undefined): Promise<RenderedText> {
    const rendering = this.#renderNow(text)
    if (key === undefined) return rendering
    this.#rendering.set(key, rendering)
    rendering
      .then((rendered) => {
        if (!evicts && this.#cache.calculatedSize + sizeOf(rendered) > MEMORY_BYTES_MAX) return
        // A time to live of 0 is unlimited.
        this.#cache.set(key, rendered, { ttl: rendered.isFinal ? 0 : this.#retryMs })
      })
      .catch(() => {})
      .finally(() => this.#rendering.delete(key))
    return rendering
  }

  /** @throws JobError if the worker ended, but not because of the text */
  async #renderNow(text: MarkdownText): Promise<RenderedText> {
    const sizes = await this.#sizesIn(text)
    const reply = await this.#worker.run({ ...text, sizes }).catch(failureOf)
    if ('html' in reply) return { ...reply, problem: null, isFinal: true }
    const { failure, message } = reply
    this.#log.warn({ text: text.idPrefix, failure, message }, 'A text could not be rendered')
    return { ...unrendered(text), problem: PROBLEMS[failure], isFinal: failure !== 'time' }
  }

  async #sizesIn({ markdown }: MarkdownText): Promise<Map<string, ImageSize>> {
    const addresses = new Set(markdown.match(IMAGES)?.filter((path) => !storedImageSize(path)))
    const sizes = new Map<string, ImageSize>()
    for (const address of [...addresses].slice(0, IMAGES_MAX)) {
      const size = await this.#measure(address)
      if (size) sizes.set(address, size)
    }
    return sizes
  }
}

/** Memory in bytes, roughly. */
function sizeOf({ html, portable }: RenderedText): number {
  return (html.length + portable.length) * 2 + ENTRY_BYTES
}

function unrendered({ markdown }: MarkdownText): RenderedText {
  const html = `<pre class="raw-markdown" tabindex="0">${escapeXml(markdown)}</pre>`
  return { html, headings: [], portable: html, problem: null, isFinal: false }
}

function failureOf(error: unknown): { failure: FailureReason; message: string } {
  if (!(error instanceof JobError) || error.reason === 'ended') throw error
  return { failure: error.reason, message: error.message }
}
