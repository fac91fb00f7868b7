/** After each day with commits an authority stamps the newest one. Nothing waits for it. */
import { randomBytes } from 'node:crypto'
import type { ProofState } from '#domain/answers/admin-answers.ts'
import { addDays, type Day } from '#domain/days/day.ts'
import { dayAt } from '#domain/days/zone.ts'
import type { ContentStore } from '../content/content-store.ts'
import { imprintOf, readTimeStamp, timeStampQuery } from '../content/formats/time-stamp.ts'
import type { CommitId } from '../git/repository.ts'
import type { Log } from '../log.ts'
import { repeat } from '../workers/repeat.ts'
import { fetchBytes } from './fetch-bytes.ts'

const CHECK_EVERY_MS = 1_000
const AFTER_DAY_MS = 10 * 60_000
const FIRST_RETRY_MS = 10 * 60_000
const RETRY_MS = 60 * 60_000
const ANSWER_BYTES_MAX = 64 * 1024

interface StampsOptions {
  /** The setting TIMESTAMP_URL. */
  url: string
  store: ContentStore
  /** Milliseconds since 1970. */
  now(): number
  log: Log
}

export class Stamps {
  readonly #options: StampsOptions
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  /** Version of the content and day for which no stamp is due. */
  #upToDate = ''
  #error: string | null = null
  /** Earliest time of the next try, in milliseconds since 1970. */
  #nextTryAt = 0

  constructor(options: StampsOptions) {
    this.#options = options
    this.#running = repeat(() => this.#check(), CHECK_EVERY_MS, this.#closing.signal)
  }

  state(): ProofState {
    const { proof } = this.#options.store.snapshot()
    const state = this.#error === null ? 'ok' : 'failing'
    return { state, last_day: proof?.last_day ?? null, error: this.#error }
  }

  /** Gives up a request under way; the next start repeats it. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  /** Stamps the newest commit if commits of finished days have no stamp. */
  async #check(): Promise<void> {
    const { store, now, log } = this.#options
    const { version, site, facts } = store.snapshot()
    // Until the history is read no stamp is known to hold.
    if (facts === null) return
    const day = addDays(dayAt(now() - AFTER_DAY_MS, site.time_zone), -1)
    const moment = `${version} ${day}`
    if (moment === this.#upToDate || now() < this.#nextTryAt) return
    try {
      const head = await store.repository.head()
      if (head === null || !(await this.#isDue(head, day))) this.#upToDate = moment
      else await this.#stamp(head, day)
      this.#error = null
    } catch (error) {
      if (this.#closing.signal.aborted) return
      this.#nextTryAt = now() + (this.#error === null ? FIRST_RETRY_MS : RETRY_MS)
      this.#error = error instanceof Error ? error.message : String(error)
      log.warn({ err: error }, 'The newest commit could not be stamped')
    }
  }

  /** Whether there is a commit of a day up to this one that is in no stamp and is none itself. */
  async #isDue(head: CommitId, day: Day): Promise<boolean> {
    const { store } = this.#options
    const { proof, site } = store.snapshot()
    if (proof !== null && proof.last_day >= day) return false
    const range = { since: proof?.commit ?? null, to: head }
    const { commits } = await store.repository.parts().history.newCommits([''], range)
    return commits.some(
      ({ committedAt, changes }) =>
        dayAt(committedAt, site.time_zone) <= day &&
        changes.some(({ path }) => !path.startsWith('proof/')),
    )
  }

  /** @throws Error with a sentence for the status, without a usable answer */
  async #stamp(head: CommitId, day: Day): Promise<void> {
    const { store, url } = this.#options
    const commit = await store.repository.parts().history.rawCommit(head)
    const imprint = imprintOf(commit)
    const nonce = `01${randomBytes(7).toString('hex')}`
    const bytes = await fetchBytes(url, ANSWER_BYTES_MAX, {
      method: 'POST',
      // It would become a GET, to an address that nobody has set.
      redirect: 'error',
      headers: { 'content-type': 'application/timestamp-query' },
      body: timeStampQuery(imprint, nonce),
      signal: this.#closing.signal,
    })
    const stamp = readTimeStamp(bytes)
    if (stamp?.imprint !== imprint || stamp.nonce !== nonce) {
      const what = stamp === null ? 'granted no time stamp' : 'stamped something else'
      throw new Error(`${new URL(url).host} ${what}.`)
    }
    const changes = [{ path: `proof/${day.slice(0, 4)}/${head}.tsr`, bytes }]
    await store.write(async () => ({ changes, subject: `Prove ${head.slice(0, 7)}`, value: null }))
  }
}
