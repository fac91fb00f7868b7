/**
 * Search as the store sees it. The index lives in a thread of its own, made at the first search,
 * and is brought up to the snapshot of each search by what changed since the one before.
 */
import { Worker } from 'node:worker_threads'
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { workerFile } from '../../workers/worker-file.ts'
import type { Snapshot } from '../index/snapshot.ts'
import type { PostRecord } from '../records.ts'
import type { SearchDocument, SearchMatch } from './search-index.ts'
import type { SearchReply, SearchRequest } from './search-worker.ts'

interface SearchResult {
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
/** Searches that may wait at once, and how long one may before it is refused. */
const WAITING_MAX = 100
const WAIT_MS_MAX = 10_000
/** Posts, and characters of their texts, sent to the thread at a time: others are answered between. */
const CHUNK_POSTS = 200
const CHUNK_LENGTH = 256 * 1024
/** The index of ten thousand posts is about 100 MB with their texts. Little garbage is let lie. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

interface Asked {
  snapshot: Snapshot
  query: string
  limit: number
  /** When it was asked, in milliseconds. */
  at: number
}

/** A search without an index; the first query makes it. */
export function createSearch({ log }: { log: Log }): Search {
  return new ThreadedSearch(log)
}

/** One search after the other: an older snapshot is never told after a newer one. */
class ThreadedSearch implements Search {
  readonly #log: Log
  #thread: Promise<IndexThread> | null = null
  #turn: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #isClosed = false

  constructor(log: Log) {
    this.#log = log
  }

  async search(snapshot: Snapshot, query: string, limit: number): Promise<SearchResult[]> {
    const text = query.slice(0, QUERY_LENGTH_MAX)
    if (text.trim() === '') return []
    if (this.#waiting >= WAITING_MAX) throw searchBusy()
    this.#waiting += 1
    const asked = { snapshot, query: text, limit, at: performance.now() }
    const result = this.#turn.then(() => this.#answer(asked))
    this.#turn = result.catch(() => {})
    try {
      return await result
    } finally {
      this.#waiting -= 1
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const thread = await this.#thread?.catch(() => null)
    await thread?.worker.terminate()
  }

  async #answer({ snapshot, query, limit, at }: Asked): Promise<SearchResult[]> {
    // Whoever asked that long ago has most likely gone.
    if (performance.now() - at > WAIT_MS_MAX) throw searchBusy()
    if (this.#isClosed) throw searchFailed()
    this.#thread ??= this.#start()
    const thread = await this.#thread
    await tell(thread, snapshot)
    const matches = await ask(thread, query, Math.min(limit, RESULTS_MAX))
    return matches.flatMap(({ id, snippet }) => {
      const post = publicPost(snapshot, id)
      return post ? [{ post, snippet }] : []
    })
  }

  async #start(): Promise<IndexThread> {
    try {
      const file = await workerFile('content/search/search-worker')
      const worker = new Worker(file, { resourceLimits: RESOURCE_LIMITS })
      worker.unref()
      worker.on('error', (error) => this.#log.error({ err: error }, 'The search index failed'))
      const thread: IndexThread = { worker, indexed: new Map(), isEnded: false }
      worker.once('exit', () => {
        thread.isEnded = true
        this.#thread = null
      })
      return thread
    } catch (error) {
      this.#thread = null
      throw error
    }
  }
}

interface IndexThread {
  worker: Worker
  /** What the index holds, by id. */
  indexed: Map<string, PostRecord>
  isEnded: boolean
}

/** The thread's answer. @throws AppError when it ends before */
async function ask(
  { worker, isEnded }: IndexThread,
  query: string,
  limit: number,
): Promise<SearchMatch[]> {
  if (isEnded) throw searchFailed()
  return new Promise((resolve, reject) => {
    const onEnd = () => reject(searchFailed())
    worker.once('exit', onEnd)
    worker.once('message', ({ matches }: SearchReply) => {
      worker.off('exit', onEnd)
      resolve(matches)
    })
    send(worker, { kind: 'search', query, limit })
  })
}

/** Tells the thread what changed between what it holds and the snapshot, in small pieces. */
async function tell({ worker, indexed }: IndexThread, { publicPosts }: Snapshot): Promise<void> {
  const changed = publicPosts.filter((post) => indexed.get(post.id) !== post)
  if (changed.length === 0 && indexed.size === publicPosts.length) return
  const ids = new Set(publicPosts.map((post) => post.id))
  const gone = [...indexed.keys()].filter((id) => !ids.has(id))
  for (const id of gone) indexed.delete(id)
  if (gone.length > 0) send(worker, { kind: 'remove', ids: gone })
  for (const chunk of chunksOf(changed)) {
    for (const post of chunk) indexed.set(post.id, post)
    send(worker, { kind: 'put', documents: chunk.map(documentOf) })
    await new Promise(setImmediate)
  }
}

function* chunksOf(posts: readonly PostRecord[]): Generator<PostRecord[]> {
  let chunk: PostRecord[] = []
  let length = 0
  for (const post of posts) {
    chunk.push(post)
    length += post.content.length
    if (chunk.length < CHUNK_POSTS && length < CHUNK_LENGTH) continue
    yield chunk
    chunk = []
    length = 0
  }
  if (chunk.length > 0) yield chunk
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
