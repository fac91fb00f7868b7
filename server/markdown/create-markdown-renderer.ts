/**
 * The markdown renderer: memory first, then the disk, then a worker. A text that fails is kept with
 * its failure like any other, so that it is not tried again with every request.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { workerFile } from '../workers/worker-file.ts'
import {
  type MarkdownRenderer,
  type MarkdownText,
  PREVIEW_ID_PREFIX,
  type RenderedText,
} from './markdown-renderer.ts'
import { rawForNow, rawMarkdown } from './raw-markdown.ts'
import {
  RENDER_LIMITS,
  type RenderLimits,
  type RenderOutcome,
  RenderPool,
  type RenderRun,
} from './render-pool.ts'
import { createRenderedFiles } from './rendered-files.ts'
import { createRenderedMemory } from './rendered-memory.ts'
import { RENDERER_VERSION } from './renderer-version.ts'

const MEMORY_BYTES_MAX = 16 * 1024 * 1024
const DISK_BYTES_MAX = 256 * 1024 * 1024
/** A text is shown as written when its rendering is not there by then. */
const ANSWER_MS_MAX = 2650
/** Between texts that nobody waits for, so that they take half of a core at most. */
const WARM_PAUSE_MS_MIN = 5
/** How often somebody who waits looks whether it is any use. */
const LOOK_MS = 20

interface Pending {
  result: Promise<RenderedText>
  /** Puts it before what nobody waits for. */
  hurry(): void
  stuck: RenderRun['stuck']
}

/**
 * Creates the renderer. `stateDir` is where rendered texts are kept (in `html/`); limits and
 * bounds are given by tests.
 */
export function createMarkdownRenderer({
  stateDir,
  log,
  limits = RENDER_LIMITS,
  worker = () => workerFile('markdown/markdown-worker'),
  memoryBytesMax = MEMORY_BYTES_MAX,
  diskBytesMax = DISK_BYTES_MAX,
  answerMsMax = ANSWER_MS_MAX,
  now = Date.now,
}: {
  stateDir: string
  log: Log
  limits?: RenderLimits
  worker?: () => Promise<URL>
  memoryBytesMax?: number
  diskBytesMax?: number
  answerMsMax?: number
  now?: () => number
}): MarkdownRenderer {
  const memory = createRenderedMemory(memoryBytesMax)
  const files = createRenderedFiles({
    folder: join(stateDir, 'html'),
    version: RENDERER_VERSION,
    bytesMax: diskBytesMax,
    now,
    log,
  })
  const pool = new RenderPool({ workerFile: worker, limits, log })
  const pending = new Map<string, Pending>()
  const problems = new Map<string, string>()
  let warmRound = 0
  let warming: Promise<void> = Promise.resolve()
  let tidied: Promise<void> | null = null
  /** Texts that `warm` has seen to, by prefix. */
  let warmed = new Map<string, string>()
  let isClosed = false

  function start(key: string, text: MarkdownText, urgent: boolean): Pending {
    const known = pending.get(key)
    if (known) {
      if (urgent) known.hurry()
      return known
    }
    let isUrgent = urgent
    let run: RenderRun | null = null
    const result = files.read(key).then(async (kept) => {
      if (kept) return remember(key, text, kept)
      for (const isLastTry of [false, true]) {
        run = pool.run(text, isUrgent)
        const outcome = await run.outcome
        if ('lost' in outcome && !isLastTry && !isClosed) continue
        return conclude(key, text, outcome)
      }
      return rawForNow(text.markdown)
    })
    const job: Pending = {
      result: result.finally(() => pending.delete(key)),
      hurry() {
        isUrgent = true
        run?.hurry()
      },
      stuck: () => run?.stuck() ?? null,
    }
    pending.set(key, job)
    return job
  }

  function conclude(key: string, text: MarkdownText, outcome: RenderOutcome): RenderedText {
    if ('lost' in outcome) return rawForNow(text.markdown)
    const isPreview = text.idPrefix === PREVIEW_ID_PREFIX
    if ('failure' in outcome) {
      const { failure, message } = outcome
      log.warn({ text: text.idPrefix, failure, message }, 'a text could not be rendered')
      const raw = rawMarkdown(text.markdown, failure)
      if (!isPreview) files.write(key, raw)
      return remember(key, text, raw)
    }
    const rendered: RenderedText = { html: outcome.html, problem: null }
    if (!isPreview) files.write(key, rendered)
    return remember(key, text, rendered)
  }

  function remember(key: string, text: MarkdownText, rendered: RenderedText): RenderedText {
    memory.set(key, rendered)
    return noted(text, rendered)
  }

  /** Keeps the list of problems as the texts are now: the last one asked for under a prefix. */
  function noted(text: MarkdownText, rendered: RenderedText): RenderedText {
    if (text.idPrefix !== PREVIEW_ID_PREFIX) {
      if (rendered.problem === null) problems.delete(text.idPrefix)
      else problems.set(text.idPrefix, rendered.problem)
    }
    return rendered
  }

  async function warmAll(texts: Iterable<MarkdownText>, round: number): Promise<void> {
    tidied ??= files.tidy()
    await tidied
    const seen = new Map<string, string>()
    for (const text of texts) {
      seen.set(text.idPrefix, text.markdown)
      // The same text again: after a swap nearly all are, and hashing them all takes too long.
      if (warmed.get(text.idPrefix) === text.markdown) continue
      await nextTurn()
      if (round !== warmRound) return
      await warmOne(text, round)
      if (round !== warmRound) return
      warmed.set(text.idPrefix, text.markdown)
    }
    warmed = seen
  }

  async function warmOne(text: MarkdownText, round: number): Promise<void> {
    const key = keyOf(text)
    if (memory.get(key) !== undefined || (await files.has(key))) return
    while (pool.isBusy && round === warmRound) await pause(WARM_PAUSE_MS_MIN)
    if (round !== warmRound) return
    const startedAt = performance.now()
    await start(key, text, false).result
    await pause(Math.max(WARM_PAUSE_MS_MIN, performance.now() - startedAt))
  }

  return {
    async render(markdown, idPrefix, { patience = 'answer' } = {}) {
      const text = { markdown, idPrefix }
      const key = keyOf(text)
      const kept = memory.get(key)
      if (kept) return noted(text, kept)
      if (isClosed) return rawForNow(markdown)
      const job = start(key, text, true)
      if (patience === 'list') return job.result
      const isPage = patience === 'page'
      return inTime(job.result, {
        // Many texts of a page may wait in line: that alone is no reason to show one as written.
        msMax: isPage ? Number.POSITIVE_INFINITY : answerMsMax,
        gaveUp: isPage ? () => job.stuck() !== null : () => job.stuck() === 'behind',
        instead: () => rawForNow(markdown),
      })
    },
    renderedNow: (markdown, idPrefix) => memory.get(keyOf({ markdown, idPrefix })),
    warm(texts) {
      warmRound += 1
      const round = warmRound
      warming = warming
        .then(() => warmAll(texts, round))
        .catch((error: unknown) => log.error({ err: error }, 'warming of rendered texts stopped'))
    },
    problems: () => [...problems].map(([idPrefix, reason]) => ({ idPrefix, reason })),
    async close() {
      isClosed = true
      warmRound += 1
      await pool.close()
      await warming
      await files.close()
    },
  }
}

function keyOf({ markdown, idPrefix }: MarkdownText): string {
  return createHash('sha256').update(`${RENDERER_VERSION}\0${idPrefix}\0${markdown}`).digest('hex')
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
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
