/**
 * What was ended before its time: logged-out tokens and revoked preview links alike. Both last seven
 * days. A file keeps, by id, until when everything of that id is refused; a restart lets nothing in
 * again.
 */
import * as z from 'zod'
import { isStorageFull, RepositoryError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'

/** How long a token or a preview link lasts. */
const LASTS_MS = 7 * 86_400_000
/** Refused a second longer, since tokens end at a full second. */
const REFUSED_MS = LASTS_MS + 1000
/** Beyond this many ids everything issued so far is refused instead: safe, and one number. */
const IDS_MAX = 10_000

/** Times in milliseconds since 1970. */
const storedForm = z.object({ all: z.number(), ids: z.array(z.tuple([z.string(), z.number()])) })

interface RevocationsOptions {
  file: string
  /** What is revoked, for messages: 'logout', 'revocation of a preview link'. */
  what: string
  /** Milliseconds since 1970. */
  now(): number
  log: Log
}

/** The revocations in a file. One that cannot be read refuses everything issued so far. */
export class Revocations {
  readonly #options: RevocationsOptions
  readonly #until: Map<string, number>
  #allUntil: number
  #writing: Promise<void> = Promise.resolve()
  /** Whether the file has all of it. */
  isStored = true

  constructor(options: RevocationsOptions) {
    this.#options = options
    const stored = readStored(options)
    this.#until = new Map(stored?.ids)
    this.#allUntil = stored?.all ?? options.now() + REFUSED_MS
  }

  /** Whether something of this id that lasts until `end` is refused. */
  has(id: string, end: number): boolean {
    return end <= Math.max(this.#allUntil, this.#until.get(id) ?? 0)
  }

  /** The end of something issued now: always later than what of its id is refused. */
  endOf(id: string): number {
    const refused = Math.max(this.#allUntil, this.#until.get(id) ?? 0)
    return Math.max(this.#options.now() + LASTS_MS, refused + 1)
  }

  /**
   * Refuses everything of these ids that was issued so far; resolves when that is on disk.
   * @throws RepositoryError when it cannot be stored: then it holds until the next start
   */
  async add(...ids: string[]): Promise<void> {
    const now = this.#options.now()
    for (const [id, until] of this.#until) if (until < now) this.#until.delete(id)
    if (this.#until.size + ids.length > IDS_MAX) {
      this.#until.clear()
      this.#allUntil = now + REFUSED_MS
    }
    for (const id of ids) this.#until.set(id, Math.max(now + REFUSED_MS, this.endOf(id)))
    this.isStored = false
    const writing = this.#writing.then(() => this.#write())
    this.#writing = writing.catch(() => {})
    await writing
  }

  async #write(): Promise<void> {
    const { file, what, log } = this.#options
    const stored = { all: this.#allUntil, ids: [...this.#until] }
    try {
      await writeStateFile(file, `${JSON.stringify(stored)}\n`)
      this.isStored = true
    } catch (error) {
      log.warn(
        { err: error },
        `The ${what} could not be stored; it holds only until the next start`,
      )
      const rest = `The ${what} holds until the server starts again. Please do it once more.`
      throw isStorageFull(error)
        ? new RepositoryError('storage_full', `The disk is full. ${rest}`, error)
        : new RepositoryError('read_only', `This could not be stored. ${rest}`, error)
    }
  }
}

function readStored({ file, what, log }: RevocationsOptions): z.infer<typeof storedForm> | null {
  try {
    const text = readStateFile(file)
    return text === null ? { all: 0, ids: [] } : storedForm.parse(JSON.parse(text))
  } catch (error) {
    log.warn(
      { err: error },
      `The list of each ${what} cannot be read; everything so far is refused`,
    )
    return null
  }
}
