/**
 * Search as the store sees it. The index lives in a thread of its own, made at the first search,
 * and is brought up to the snapshot of each search by what changed since the one before.
 */
import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readingText } from '../markdown/plain-text.ts'
import { workerFile } from '../worker-file.ts'
import type { PostRecord } from './records.ts'
import type { SearchDocument, SearchMatch } from './search-index.ts'
import type { SearchReply, SearchRequest } from './search-worker.ts'
import type { Snapshot } from './snapshot.ts'
import { snippetOf } from './snippet.ts'

export interface SearchResult {
  post: PostRecord
  snippet: string
}

export interface Search {
  /**
   * Ranked public posts of the snapshot, each with plain text around the match.
   * @throws AppError 503 `search_busy` when too many wait, `search_failed` when the thread ended
   */
  search(snapshot: Snapshot, query: string, limit: number): Promise<SearchResult[]>
  close(): Promise<void>
}

const QUERY_LENGTH_MAX = 300
const RESULTS_MAX = 100
const WAITING_MAX = 100
/** Posts sent to the thread at a time: between them other requests are answered. */
const CHUNK_POSTS = 200
/** The index of ten thousand posts is about 70 MB. Little garbage is let lie. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

interface Waiting {
  resolve(matches: SearchMatch[]): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  /** What the index holds, by id. */
  indexed: Map<string, PostRecord>
  waiting: Map<number, Waiting>
  /** Ends when the thread has been told of the last snapshot asked for. */
  told: Promise<void>
}

/** A search without an index; the first query makes it. */
export function createSearch({ log }: { log: Log }): Search {
  let thread: Promise<Thread> | null = null
  let lastNumber = 0
  let waitingCount = 0

  async function startThread(): Promise<Thread> {
    const worker = new Worker(await workerFile('content/search-worker'), {
      resourceLimits: RESOURCE_LIMITS,
    })
    worker.unref()
    const waiting = new Map<number, Waiting>()
    worker.on('message', ({ number, matches }: SearchReply) => {
      waiting.get(number)?.resolve(matches)
      waiting.delete(number)
    })
    worker.on('error', (error) => log.error({ err: error }, 'The search index failed'))
    worker.on('exit', () => {
      thread = null
      for (const { reject } of waiting.values()) reject(searchFailed())
      waiting.clear()
    })
    return { worker, indexed: new Map(), waiting, told: Promise.resolve() }
  }

  function ask(thread: Thread, query: string, limit: number): Promise<SearchMatch[]> {
    lastNumber += 1
    const number = lastNumber
    return new Promise((resolve, reject) => {
      thread.waiting.set(number, { resolve, reject })
      send(thread.worker, { kind: 'search', number, query, limit })
    })
  }

  async function matchesIn(snapshot: Snapshot, query: string, limit: number) {
    thread ??= startThread()
    const running = await thread.catch((error: unknown) => {
      thread = null
      throw error
    })
    // One after another: an older snapshot must not be told after a newer one.
    running.told = running.told.then(() => tell(running, snapshot))
    await running.told
    return ask(running, query, limit)
  }

  return {
    async search(snapshot, query, limit) {
      const text = query.slice(0, QUERY_LENGTH_MAX)
      if (text.trim() === '') return []
      if (waitingCount >= WAITING_MAX) throw searchBusy()
      waitingCount += 1
      try {
        const matches = await matchesIn(snapshot, text, Math.min(limit, RESULTS_MAX))
        return matches.flatMap(({ id, terms }) => {
          const post = publicPost(snapshot, id)
          return post ? [{ post, snippet: snippetOf(readingText(post.content), terms) }] : []
        })
      } finally {
        waitingCount -= 1
      }
    },

    async close() {
      const running = await thread?.catch(() => null)
      await running?.worker.terminate()
    },
  }
}

/** Tells the thread what changed between what it holds and the snapshot, in small pieces. */
async function tell({ worker, indexed }: Thread, { publicPosts }: Snapshot): Promise<void> {
  const changed = publicPosts.filter((post) => indexed.get(post.id) !== post)
  if (changed.length === 0 && indexed.size === publicPosts.length) return
  const ids = new Set(publicPosts.map((post) => post.id))
  const gone = [...indexed.keys()].filter((id) => !ids.has(id))
  for (const id of gone) indexed.delete(id)
  if (gone.length > 0) send(worker, { kind: 'remove', ids: gone })
  for (let start = 0; start < changed.length; start += CHUNK_POSTS) {
    const chunk = changed.slice(start, start + CHUNK_POSTS)
    for (const post of chunk) indexed.set(post.id, post)
    send(worker, { kind: 'put', documents: chunk.map(documentOf) })
    await new Promise(setImmediate)
  }
}

function send(worker: Worker, request: SearchRequest): void {
  worker.postMessage(request)
}

function documentOf({ id, title, tags, content }: PostRecord): SearchDocument {
  return { id, title, tags: tags.join(' '), content }
}

/** The index may be of a newer snapshot than the one asked about. */
function publicPost(snapshot: Snapshot, id: string): PostRecord | null {
  const post = snapshot.posts.get(id)
  return post !== undefined && snapshot.publicByType.get(post.type)?.includes(post) ? post : null
}

function searchBusy(): AppError {
  return new AppError(503, 'search_busy', 'Too many searches at once. Please try again.', {
    headers: { 'retry-after': '1' },
  })
}

function searchFailed(): AppError {
  return new AppError(503, 'search_failed', 'The search is not available just now.', {
    headers: { 'retry-after': '1' },
  })
}
