/**
 * Reminds the owner once a day, and tells followers what enters the record. Nothing waits for it: it
 * looks several times a second at what the site shows.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { PAGE_PATHS } from '#domain/addresses.ts'
import type { NoticesState } from '#domain/answers/admin-answers.ts'
import { wallClockMs } from '#domain/days/zone.ts'
import { DEFAULT_REMIND } from '#domain/site.ts'
import { foldersOf } from '../content/files/content-paths.ts'
import type { Snapshot } from '../content/records.ts'
import type { CommitId, Repository } from '../git/repository.ts'
import type { Log } from '../log.ts'
import type { Generation } from '../queries/generation.ts'
import { factsOf } from '../queries/site-record.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'
import {
  type NoticeText,
  type ProjectNotice,
  projectNotices,
  reminderLines,
} from './notice-texts.ts'
import { sendNotice } from './send-notice.ts'

const CHECK_EVERY_MS = 250
/** A reminder is not sent later than this. */
const LATE_MS_MAX = 2 * 3_600_000
/** Entries that are told at once, and of a pull at all. */
const ENTRIES_MAX = 20
/** Time for a request under way when the server shuts down. */
const CLOSE_MS_MAX = 2_000

/** What was told, in the state file. */
const toldSchema = z.object({
  /** Last day of a reminder. */
  reminded: z.string(),
  /** Keys of entries that were told, or never will be; null before the first run with followers. */
  keys: z.array(z.string()).nullable(),
  /** Commits of the projects: one that is gone shows that the history was rewritten. */
  commits: z.array(z.string()),
})

interface NoticesOptions {
  /** Where to send to; null for nowhere. */
  urls: Record<keyof NoticesState, string | null>
  stateFile: string
  repository: Pick<Repository, 'head' | 'parts'>
  generation(): Generation
  /** The site's own address without a trailing slash. */
  siteUrl(): string
  /** Milliseconds since 1970. */
  now(): number
  log: Log
}

export class Notices {
  readonly #options: NoticesOptions
  readonly #told: z.infer<typeof toldSchema>
  /** HEAD at the start. */
  readonly #startCommit: Promise<CommitId | null>
  readonly #closing = new AbortController()
  readonly #running: Promise<unknown>
  #saved = Promise.resolve()
  /** Day and time of the last reminder, also of one with nothing to say. */
  #remindedFor = ''
  /** Id of the generation whose record was read last. */
  #readGeneration = 0
  readonly state: NoticesState

  constructor(options: NoticesOptions) {
    const { urls, stateFile, repository } = options
    this.#options = options
    this.#told = readTold(stateFile) ?? { reminded: '', keys: null, commits: [] }
    this.#startCommit = repository.head().catch(() => null)
    const stateOf = (url: string | null) =>
      ({ state: url === null ? 'off' : 'ok', last: null, error: null }) as const
    this.state = { owner: stateOf(urls.owner), public: stateOf(urls.public) }
    this.#running = Promise.all([
      urls.owner && this.#repeat((generation) => this.#remind(generation)),
      urls.public && this.#repeat((generation) => this.#tell(generation)),
    ])
  }

  /** Waits at most 2 s for the request under way; what is left is told at the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.race([this.#running, sleep(CLOSE_MS_MAX, undefined, { ref: false })])
  }

  async #repeat(work: (generation: Generation) => Promise<void>): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await sleep(CHECK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
      const generation = this.#options.generation()
      if (signal.aborted || generation.snapshot.facts === null) continue
      await work(generation).catch((err: unknown) => {
        this.#options.log.error({ err }, 'A notice could not be made')
      })
    }
  }

  /** At its time on the clock, also where a change of the clock leaves that out or doubles it. */
  async #remind({ snapshot, today }: Generation): Promise<void> {
    const { brand, time_zone, remind = DEFAULT_REMIND } = snapshot.site
    if (remind === null || this.#told.reminded === today) return
    const dueAt = `${today} ${remind.at}`
    const late = wallClockMs(this.#options.now(), time_zone) - Date.parse(`${today}T${remind.at}Z`)
    if (late < 0 || late > LATE_MS_MAX || dueAt === this.#remindedFor) return
    this.#remindedFor = dueAt
    const [first, ...more] = reminderLines(snapshot, { today, deadlines: remind.deadlines })
    if (!first) return
    this.#told.reminded = today
    await this.#save()
    const text = [first, ...more].map((line) => line.text).join('\n')
    await this.#send('owner', brand, { text, path: first.path })
  }

  async #tell({ id, snapshot, today }: Generation): Promise<void> {
    if (id === this.#readGeneration) return
    this.#readGeneration = id
    const { brand } = snapshot.site
    const news = await this.#takeNews(projectNotices(snapshot, today), snapshot)
    const notices = news.slice(0, ENTRIES_MAX).map(({ key, title, text, path }) => {
      return { keys: [key], title: `${brand} · ${title}`, text, path }
    })
    const keys = news.slice(ENTRIES_MAX).map(({ key }) => key)
    if (keys.length > 0) {
      notices.push({
        keys,
        title: brand,
        text: `And ${keys.length} more.`,
        path: PAGE_PATHS.record,
      })
    }
    for (const { keys, title, ...notice } of notices) {
      if (this.#closing.signal.aborted) return
      this.#told.keys?.push(...keys)
      await this.#save()
      await this.#send('public', title, notice)
    }
  }

  /** The entries to tell, oldest first. The other new ones count as told. */
  async #takeNews(entries: readonly ProjectNotice[], snapshot: Snapshot): Promise<ProjectNotice[]> {
    const { keys, commits } = this.#told
    const versions = [...factsOf(snapshot).projects.values()].flat()
    const present = new Set(versions.map(({ commit }) => commit))
    const isRewritten = await this.#isRewritten(commits.filter((commit) => !present.has(commit)))
    const known = new Set(keys)
    const fresh = entries.filter(({ key }) => !known.has(key))
    const isSilent = isRewritten || (keys !== null && (await this.#isPulled(fresh)))
    // At the first run with followers what was there before is no news.
    const since = keys === null ? await this.#commitsSinceStart() : null
    const isNews = ({ commit, isImported }: ProjectNotice) =>
      !isSilent && !isImported && (since === null || since.includes(commit))
    const news = fresh.filter(isNews)
    const others = fresh.filter((entry) => !isNews(entry))
    this.#told.keys = [...known, ...others.map(({ key }) => key)]
    this.#told.commits = [...present]
    if (keys === null || isRewritten || present.size > commits.length) await this.#save()
    return news
  }

  /** Whether a pull brought more entries than are told at once. */
  async #isPulled(fresh: readonly ProjectNotice[]): Promise<boolean> {
    const newest = fresh.findLast(({ commit }) => commit !== null)?.commit ?? null
    if (fresh.length <= ENTRIES_MAX || newest === null) return false
    return this.#options.repository.parts().history.isOnRemote(newest)
  }

  /** Whether a commit is no longer in the history. That of a deletion goes when it is undone. */
  async #isRewritten(missing: readonly CommitId[]): Promise<boolean> {
    const { repository } = this.#options
    const to = await repository.head()
    for (const since of missing) {
      if (to === null) return true
      const { beganAt } = await repository
        .parts()
        .history.newCommits(foldersOf('project'), { since, to })
      if (beganAt !== null) return true
    }
    return false
  }

  async #commitsSinceStart(): Promise<(CommitId | null)[]> {
    const { repository } = this.#options
    const [since, to] = [await this.#startCommit, await repository.head()]
    if (since === null || to === null) return []
    const { history } = repository.parts()
    const { beganAt, commits } = await history.newCommits(foldersOf('project'), { since, to })
    return beganAt === null ? commits.map(({ commit }) => commit) : []
  }

  async #send(to: keyof NoticesState, title: string, { text, path }: NoticeText): Promise<void> {
    const { urls, siteUrl, now, log } = this.#options
    const notice = { title, text, click: `${siteUrl()}${path}` }
    const error = await sendNotice(urls[to] ?? '', notice, this.#closing.signal)
    Object.assign(this.state[to], { state: error === null ? 'ok' : 'failing', error })
    if (error === null) this.state[to].last = new Date(now()).toISOString()
    else log.warn({ to, title, error }, 'A notice did not arrive')
  }

  /** One write at a time. */
  async #save(): Promise<void> {
    const { stateFile, log } = this.#options
    this.#saved = this.#saved
      .then(() => writeStateFile(stateFile, JSON.stringify(this.#told)))
      .catch((err: unknown) => log.error({ err }, 'What was told could not be kept'))
    await this.#saved
  }
}

/** Null without a readable file: then nothing old is told. */
function readTold(path: string): z.infer<typeof toldSchema> | null {
  try {
    return toldSchema.parse(JSON.parse(readStateFile(path) ?? ''))
  } catch {
    return null
  }
}
