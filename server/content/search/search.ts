/**
 * Search as the store sees it. The index lives in a thread of its own, made at the first search,
 * and is brought up to the snapshot of each search by what changed since the one before.
 */
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { SpareThread } from '../../workers/spare-thread.ts'
import { workerFile } from '../../workers/worker-file.ts'
import { ThreadError, type WorkerThread } from '../../workers/worker-thread.ts'
import type { PostRecord, Snapshot } from '../records.ts'
import type { SearchDocument, SearchMatch } from './search-index.ts'
import type { SearchRequest } from './search-worker.ts'

interface SearchResult {
  post: PostRecord
  snippet: string
}

const QUERY_LENGTH_MAX = 300
const RESULTS_MAX = 100
/** Searches that may wait at once, and how long one may before it is refused. */
const WAITING_MAX = 100
const WAIT_MS_MAX = 10_000
/** What the thread may take for one request; after that it is replaced. */
const ANSWER_LIMITS = { cpuMs: 30_000, clockMs: 60_000 }
/** Posts, and characters of their texts, sent to the thread at a time: others are answered between. */
const CHUNK_POSTS = 200
const CHUNK_LENGTH = 256 * 1024
/** The index of ten thousand posts is about 100 MB with their texts. Little garbage is let lie. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 }

type IndexThread = WorkerThread<SearchRequest, SearchMatch[]>

/** One search after the other: an older snapshot is never told after a newer one. */
export class Search {
  readonly #snapshot: () => Snapshot
  readonly #log: Log
  readonly #thread: SpareThread<SearchRequest, SearchMatch[]>
  /** What the index of a thread holds, by id. */
  readonly #indexed = new WeakMap<IndexThread, Map<string, PostRecord>>()

  constructor({ snapshot, log }: { snapshot: () => Snapshot; log: Log }) {
    this.#snapshot = snapshot
    this.#log = log
    this.#thread = new SpareThread({
      file: () => workerFile('content/search/search-worker'),
      jobsMax: WAITING_MAX,
      resourceLimits: RESOURCE_LIMITS,
      log,
    })
  }

  /**
   * Ranked public posts, each with plain text around the match.
   * @throws AppError 503 `search_busy` when too many wait, `search_failed` when the thread ended
   */
  async find(query: string, limit: number): Promise<SearchResult[]> {
    const snapshot = this.#snapshot()
    const text = query.slice(0, QUERY_LENGTH_MAX)
    if (text.trim() === '') return []
    if (this.#thread.isFull) throw searchBusy()
    const askedAt = performance.now()
    const request = { kind: 'search', query: text, limit: Math.min(limit, RESULTS_MAX) } as const
    try {
      const matches = await this.#thread.lend(async (thread) => {
        // A client that asked that long ago has most likely gone.
        if (performance.now() - askedAt > WAIT_MS_MAX) throw searchBusy()
        await this.#tell(thread, snapshot)
        return thread.run(request, ANSWER_LIMITS)
      })
      return matches.flatMap(({ id, snippet }) => {
        const post = publicPost(snapshot, id)
        return post ? [{ post, snippet }] : []
      })
    } catch (error) {
      if (!(error instanceof ThreadError)) throw error
      this.#log.error({ err: error }, 'A search failed')
      throw searchFailed()
    }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  /** Tells the thread what changed between what it holds and the snapshot, in small pieces. */
  async #tell(thread: IndexThread, { publicPosts }: Snapshot): Promise<void> {
    const indexed = this.#indexed.get(thread) ?? new Map<string, PostRecord>()
    this.#indexed.set(thread, indexed)
    const changed = publicPosts.filter((post) => indexed.get(post.id) !== post)
    if (changed.length === 0 && indexed.size === publicPosts.length) return
    const ids = new Set(publicPosts.map((post) => post.id))
    const gone = [...indexed.keys()].filter((id) => !ids.has(id))
    for (const id of gone) indexed.delete(id)
    if (gone.length > 0) await thread.run({ kind: 'remove', ids: gone }, ANSWER_LIMITS)
    for (const chunk of chunksOf(changed)) {
      for (const post of chunk) indexed.set(post.id, post)
      await thread.run({ kind: 'put', documents: chunk.map(documentOf) }, ANSWER_LIMITS)
    }
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
