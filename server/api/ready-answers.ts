/**
 * Ready answers by key, kept while the parts they were made of are the same objects. Shared by the
 * API and the pages. Bounded by bytes; what was not asked for lately goes first.
 */
import {
  type AnswerParts,
  addBrotli,
  buildReadyAnswer,
  type ReadyAnswer,
  readyAnswerBytes,
  retag,
} from './ready-answer.ts'

export interface AnswerRequest {
  /**
   * Address in one spelling: two spellings of one answer are kept twice. A key with a slash at its
   * start is the whole address of a public answer, and may be sent to whoever asks for it.
   */
  key: string
  /** The moment asked about: within one, nothing is checked again. A number, for an object would
   * keep a whole old snapshot in memory as long as one answer of it is kept. */
  generation: number
  /** Names the site's content at that moment; an answer that is kept on gets it too. */
  tag?: string
  /** The parts the answer is made of, compared one by one with `Object.is`. */
  dependencies(): readonly unknown[]
  make(): Promise<AnswerParts>
}

export interface ReadyAnswers {
  /** The answer when it was made, or found unchanged, in this generation: the hot path. */
  held(key: string, generation: number): ReadyAnswer | undefined
  /** The kept answer when its parts are the same, else a new one; asked twice, made once. */
  get(request: AnswerRequest): Promise<ReadyAnswer>
  /** Bytes held. */
  size(): number
  /** Resolves when no brotli form waits to be made. */
  idle(): Promise<void>
  close(): void
}

interface Entry {
  generation: number
  dependencies: readonly unknown[]
  ready: ReadyAnswer
  bytes: number
  /** Asked for since the last sweep passed it. */
  isUsed: boolean
}

/** After an answer is made: visitors of the moment come first, brotli then. */
const BROTLI_DELAY_MS = 100
const BROTLI_WAITING_MAX = 1000

/** Creates an empty keeper of at most `maxBytes`. */
export function createReadyAnswers({ maxBytes }: { maxBytes: number }): ReadyAnswers {
  const entries = new Map<string, Entry>()
  const underWay = new Map<string, { dependencies: readonly unknown[]; answer: Promise<Entry> }>()
  const waiting = new Map<string, Entry>()
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  let brotliRound = Promise.resolve()
  let isClosed = false

  function drop(key: string, entry: Entry) {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    bytes -= entry.bytes
  }

  function keep(key: string, entry: Entry) {
    const old = entries.get(key)
    if (old) drop(key, old)
    if (entry.bytes > maxBytes || isClosed) return
    entries.set(key, entry)
    bytes += entry.bytes
    evict()
    if (waiting.size < BROTLI_WAITING_MAX) waiting.set(key, entry)
    timer ??= setTimeout(startBrotli, BROTLI_DELAY_MS).unref()
  }

  /** Second chance: an entry used since the last look goes to the end of the line instead. */
  function evict() {
    for (const [key, entry] of entries) {
      if (bytes <= maxBytes) return
      entries.delete(key)
      if (entry.isUsed) {
        entry.isUsed = false
        entries.set(key, entry)
      } else bytes -= entry.bytes
    }
  }

  function startBrotli() {
    timer = undefined
    brotliRound = brotliRound.then(compressWaiting)
  }

  async function compressWaiting() {
    for (const [key, entry] of waiting) {
      waiting.delete(key)
      if (isClosed) return
      if (entries.get(key) !== entry) continue
      await addBrotli(entry.ready)
      if (entries.get(key) !== entry) continue
      const grown = readyAnswerBytes(entry.ready)
      bytes += grown - entry.bytes
      entry.bytes = grown
      evict()
    }
  }

  async function makeEntry(request: AnswerRequest, dependencies: readonly unknown[]) {
    const parts = await request.make()
    const ready = await buildReadyAnswer(parts)
    const { generation } = request
    const size = readyAnswerBytes(ready)
    const entry: Entry = { generation, dependencies, ready, bytes: size, isUsed: false }
    // A newer make may have begun meanwhile: then this answer serves those who waited, no more.
    const isNewest = underWay.get(request.key)?.dependencies === dependencies
    if (isNewest && parts.isProvisional !== true) keep(request.key, entry)
    return entry
  }

  async function get(request: AnswerRequest) {
    const { key, generation } = request
    const kept = held(key, generation)
    if (kept) return kept
    const dependencies = request.dependencies()
    const entry = entries.get(key)
    if (entry && areSame(entry.dependencies, dependencies)) {
      entry.generation = generation
      if (request.tag !== undefined) retag(entry.ready, request.tag)
      entry.isUsed = true
      return entry.ready
    }
    const begun = underWay.get(key)
    if (begun && areSame(begun.dependencies, dependencies)) return (await begun.answer).ready
    const answer = makeEntry(request, dependencies).finally(() => {
      if (underWay.get(key)?.dependencies === dependencies) underWay.delete(key)
    })
    underWay.set(key, { dependencies, answer })
    return (await answer).ready
  }

  function held(key: string, generation: number) {
    const entry = entries.get(key)
    if (entry?.generation !== generation) return undefined
    entry.isUsed = true
    return entry.ready
  }

  return {
    held,
    get,
    size: () => bytes,
    async idle() {
      clearTimeout(timer)
      startBrotli()
      await brotliRound
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      waiting.clear()
      entries.clear()
      bytes = 0
    },
  }
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, index) => Object.is(part, b[index]))
}
