/**
 * Makes what a request with an `Idempotency-Key` asks for once. The commit of a create carries its
 * key and its body, both as digests: so a request that is repeated after a lost answer, a kill or a
 * restart finds what was made, as long as the commit stands.
 */
import { createHash } from 'node:crypto'
import { BoundedMap } from '../../bounded-map.ts'
import type { CommitId, FileVersion, Repository } from '../../git/repository.ts'
import { type ContentKind, classifyPath, isProblem } from '../files/content-paths.ts'
import type { PostRecord, ProjectRecord } from '../records.ts'
import type { KeyedRequest, Saved } from '../store.ts'

/** For so long a key is known. */
const KNOWN_MS = 24 * 60 * 60 * 1000
/** Keys that are known at a time, the newest. */
const KEYS_MAX = 10_000
const TRAILER = 'Idempotency-Key: '
const TRAILER_LINE = /^Idempotency-Key: ([0-9a-f]{32}) ([0-9a-f]{32})$/gm

type Made = PostRecord | ProjectRecord

/** A key that has made something of another body. Nothing was made again. */
export class KeyReusedError extends Error {
  /** As it was made. */
  readonly current: Made

  constructor(current: Made) {
    super('This was made already, from another text. Nothing was made a second time.')
    this.name = 'KeyReusedError'
    this.current = current
  }
}

interface KnownCreate {
  commit: CommitId
  /** Digest of the request's body. */
  body: string
  /** Milliseconds since 1970. */
  at: number
}

interface Create<T extends Made> {
  kind: ContentKind & ('post' | 'project')
  /** Null for a request without a key: it makes something each time. */
  request: KeyedRequest | null
  /** Makes it; the trailer stands in the commit's message. */
  make(trailer: string | null): Promise<Saved<T>>
  /** The record of a file as a commit of that date had it; null for what cannot be read. */
  read(path: string, file: FileVersion, date: string): T | null
}

interface MadeOnceDeps {
  repository: Pick<Repository, 'commit' | 'commitsSaying' | 'readFileAt'>
  /** Milliseconds since 1970. */
  now: () => number
}

export class MadeOnce {
  readonly #deps: MadeOnceDeps
  /** What is known by the digest of a key; read from git when it is first asked for. */
  #known: Promise<BoundedMap<string, KnownCreate>> | null = null
  /** The last request of each key that is under way. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(deps: MadeOnceDeps) {
    this.#deps = deps
  }

  /**
   * Makes what is asked for, or gives what the request with the same key has made, as its commit has
   * it. Requests with one key wait for each other. @throws KeyReusedError; what `make` throws
   */
  async create<T extends Made>(create: Create<T>): Promise<Saved<T>> {
    const { kind, request, make } = create
    if (request === null) return make(null)
    const key = digest(`${kind} ${request.key}`)
    return this.#inTurn(key, () => this.#createOnce(create, key, digest(request.body)))
  }

  async #createOnce<T extends Made>(create: Create<T>, key: string, body: string) {
    const known = (await this.#knownCreates()).get(key)
    const isRecent = known !== undefined && known.at > this.#deps.now() - KNOWN_MS
    const value = isRecent ? await this.#madeBy(known.commit, create) : null
    if (isRecent && value !== null) {
      if (known.body !== body) throw new KeyReusedError(value)
      return { value, commit: known.commit, merged: false }
    }
    try {
      const saved = await create.make(`${TRAILER}${key} ${body}`)
      const { commit } = saved
      if (commit !== null) {
        ;(await this.#knownCreates()).set(key, { commit, body, at: this.#deps.now() })
      }
      return saved
    } catch (error) {
      // The commit may stand all the same: the next request asks git.
      this.#known = null
      throw error
    }
  }

  /** What a commit has made; null when that is not to be found any more. */
  async #madeBy<T extends Made>(commit: CommitId, { kind, read }: Create<T>): Promise<T | null> {
    const { repository } = this.#deps
    const entry = await repository.commit(commit)
    for (const path of entry?.files ?? []) {
      const place = classifyPath(path)
      if (place === null || isProblem(place) || place.kind !== kind) continue
      const file = await repository.readFileAt(commit, path)
      const made = file && read(path, file, entry?.date ?? '')
      if (made) return made
    }
    return null
  }

  #knownCreates(): Promise<BoundedMap<string, KnownCreate>> {
    if (this.#known === null) {
      const reading = this.#read()
      this.#known = reading
      reading.catch(() => {
        if (this.#known === reading) this.#known = null
      })
    }
    return this.#known
  }

  async #read(): Promise<BoundedMap<string, KnownCreate>> {
    const { repository, now } = this.#deps
    const known = new BoundedMap<string, KnownCreate>(KEYS_MAX)
    const entries = await repository.commitsSaying(TRAILER, KEYS_MAX)
    for (const { commit, date, body: message } of entries.toReversed()) {
      const at = Date.parse(date)
      if (at <= now() - KNOWN_MS) continue
      for (const [, key = '', body = ''] of message.matchAll(TRAILER_LINE)) {
        known.set(key, { commit, body, at })
      }
    }
    return known
  }

  #inTurn<T>(key: string, job: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(key) ?? Promise.resolve()).catch(() => {}).then(job)
    this.#turns.set(key, turn)
    const leave = () => {
      if (this.#turns.get(key) === turn) this.#turns.delete(key)
    }
    turn.then(leave, leave)
    return turn
  }
}

/** Half of a SHA-256, in 32 hex digits. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
