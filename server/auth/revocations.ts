/**
 * What was ended before its time: logged-out tokens and revoked preview links alike. Both last seven
 * days. A file keeps, by id, until when everything of that id is refused; a restart lets nothing in
 * again.
 */
import * as z from 'zod'
import { isStorageFull, RepositoryError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'
import { Line } from '../workers/line.ts'

/** How long a token or a preview link lasts. */
const LASTS_MS = 7 * 86_400_000
/** Refused a second longer, since tokens end at a full second. */
const REFUSED_MS = LASTS_MS + 1000

/** Times in milliseconds since 1970. `all` counts for every id. */
const storedForm = z.object({ all: z.number(), ids: z.array(z.tuple([z.string(), z.number()])) })

interface RevocationsOptions {
  file: string
  /** Milliseconds since 1970. */
  now(): number
  log: Log
}

/** The revocations in a file. One that cannot be read refuses everything issued so far. */
export class Revocations {
  readonly #options: RevocationsOptions
  readonly #allUntil: number
  #until: ReadonlyMap<string, number>
  readonly #writes = new Line()

  constructor(options: RevocationsOptions) {
    this.#options = options
    const { all, ids } = readStored(options)
    this.#allUntil = all
    this.#until = new Map(ids)
  }

  /** Whether something of this id that lasts until `end` is refused. */
  has(id: string, end: number): boolean {
    return end <= this.#refusedUntil(id)
  }

  /** The end of something issued now: always later than what of its id is refused. */
  endOf(id: string): number {
    return Math.max(this.#options.now() + LASTS_MS, this.#refusedUntil(id) + 1)
  }

  /**
   * Refuses everything of these ids that was issued so far, once that is on disk.
   * @throws RepositoryError when it cannot be stored: then nothing has changed
   */
  async add(...ids: string[]): Promise<void> {
    await this.#writes.run(async () => {
      const now = this.#options.now()
      const until = new Map([...this.#until].filter(([, end]) => end >= now))
      for (const id of ids) until.set(id, Math.max(now + REFUSED_MS, this.endOf(id)))
      await this.#write(until)
      this.#until = until
    })
  }

  #refusedUntil(id: string): number {
    return Math.max(this.#allUntil, this.#until.get(id) ?? 0)
  }

  async #write(until: ReadonlyMap<string, number>): Promise<void> {
    const { file, log } = this.#options
    const stored: z.infer<typeof storedForm> = { all: this.#allUntil, ids: [...until] }
    try {
      await writeStateFile(file, `${JSON.stringify(stored)}\n`)
    } catch (error) {
      log.warn({ err: error }, 'A revocation could not be stored')
      const code = isStorageFull(error) ? 'storage_full' : 'read_only'
      throw new RepositoryError(code, 'This could not be stored. Please try again.', error)
    }
  }
}

function readStored({ file, now, log }: RevocationsOptions): z.infer<typeof storedForm> {
  try {
    const text = readStateFile(file)
    return text === null ? { all: 0, ids: [] } : storedForm.parse(JSON.parse(text))
  } catch (error) {
    log.warn({ err: error, file }, 'The revocations cannot be read; everything so far is refused')
    return { all: now() + REFUSED_MS, ids: [] }
  }
}
