/** Reminds the owner once a day, and tells followers what enters the record. Nothing waits for it. */
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { PAGE_PATHS } from '#domain/addresses.ts'
import type { NoticesState } from '#domain/answers/admin-answers.ts'
import { wallClockMs } from '#domain/days/zone.ts'
import { DEFAULT_REMIND } from '#domain/site.ts'
import { foldersOf } from '../content/files/content-paths.ts'
import { isImport } from '../content/history/file-histories.ts'
import type { CommitId, Repository } from '../git/repository.ts'
import type { Log } from '../log.ts'
import type { QueryContext } from '../queries/query-context.ts'
import { factsOf } from '../queries/site-record.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'
import { repeat } from '../workers/repeat.ts'
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
  /** The commit up to which all was told; null before the first run with followers. */
  commit: z.string().nullable(),
})
type Told = z.infer<typeof toldSchema>

type Context = Pick<QueryContext, 'id' | 'snapshot' | 'today' | 'now' | 'siteUrl'>

interface NoticesOptions {
  /** Where to send to; null for nowhere. */
  urls: Record<keyof NoticesState, string | null>
  stateFile: string
  repository: Pick<Repository, 'head' | 'parts'>
  context(): Context
  log: Log
}

export class Notices {
  readonly #options: NoticesOptions
  readonly #told: Told
  /** HEAD at the start. */
  readonly #startCommit: Promise<CommitId | null>
  readonly #closing = new AbortController()
  readonly #running: Promise<void> | null
  /** Day and time of the last reminder, also of one with nothing to say. */
  #remindedFor = ''
  /** Id of the generation whose record was read last. */
  #readGeneration = 0
  readonly state: NoticesState

  constructor(options: NoticesOptions) {
    const { urls, stateFile, repository } = options
    this.#options = options
    this.#told = readTold(stateFile) ?? { reminded: '', keys: null, commit: null }
    this.#startCommit = repository.head().catch(() => null)
    const stateOf = (url: string | null) =>
      ({ state: url === null ? 'off' : 'ok', last: null, error: null }) as const
    this.state = { owner: stateOf(urls.owner), public: stateOf(urls.public) }
    const isOn = (urls.owner ?? urls.public) !== null
    this.#running = isOn ? repeat(() => this.#check(), CHECK_EVERY_MS, this.#closing.signal) : null
  }

  /** Waits at most 2 s for the request under way; what is left is told at the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.race([this.#running, sleep(CLOSE_MS_MAX, undefined, { ref: false })])
  }

  async #check(): Promise<void> {
    const { urls, log } = this.#options
    const context = this.#options.context()
    if (context.snapshot.facts === null) return
    try {
      if (urls.owner !== null) await this.#remind(context)
      if (urls.public !== null) await this.#tell(context)
    } catch (err) {
      log.error({ err }, 'A notice could not be made')
    }
  }

  /** At its time on the clock, also where a change of the clock leaves that out or doubles it. */
  async #remind({ snapshot, today, now }: Context): Promise<void> {
    const { brand, time_zone, remind = DEFAULT_REMIND } = snapshot.site
    if (remind === null || this.#told.reminded === today) return
    const dueAt = `${today} ${remind.at}`
    const late = wallClockMs(now, time_zone) - Date.parse(`${today}T${remind.at}Z`)
    if (late < 0 || late > LATE_MS_MAX || dueAt === this.#remindedFor) return
    this.#remindedFor = dueAt
    const [first, ...others] = reminderLines(snapshot, { today, deadlines: remind.deadlines })
    if (!first) return
    this.#told.reminded = today
    const text = [first, ...others].map((line) => line.text).join('\n')
    await this.#send('owner', brand, { text, path: first.path })
  }

  async #tell(context: Context): Promise<void> {
    if (context.id === this.#readGeneration) return
    this.#readGeneration = context.id
    const { signal } = this.#closing
    const { brand } = context.snapshot.site
    const news = await this.#takeNews(context)
    for (const { key, title, text, path } of news.splice(0, ENTRIES_MAX)) {
      if (signal.aborted) return
      this.#told.keys?.push(key)
      await this.#send('public', `${brand} · ${title}`, { text, path })
    }
    if (signal.aborted) return
    this.#told.keys?.push(...news.map(({ key }) => key))
    this.#told.commit = factsOf(context.snapshot).readTo
    if (news.length === 0) return this.#save()
    const text = `And ${news.length} more.`
    await this.#send('public', brand, { text, path: PAGE_PATHS.record })
  }

  /** The entries to tell, oldest first. The other new ones count as told. */
  async #takeNews({ snapshot, today }: Context): Promise<ProjectNotice[]> {
    const { readTo: to } = factsOf(snapshot)
    if (to === null) return []
    const { keys } = this.#told
    const known = new Set(keys)
    const fresh = projectNotices(snapshot, today).filter(({ key }) => !known.has(key))
    // At the first run with followers what was there before is no news.
    this.#told.commit ??= await this.#startCommit
    const range = { since: this.#told.commit, to }
    const { history } = this.#options.repository.parts()
    const { beganAt, commits } = await history.newCommits(foldersOf('project'), range)
    const newest = fresh.findLast(({ commit }) => commit !== null)?.commit ?? null
    const isMany = fresh.length > ENTRIES_MAX && newest !== null
    // The history was rewritten, or it is a large pull.
    const isSilent = beganAt !== null || (isMany && (await history.isOnRemote(newest)))
    const made = new Set(commits.filter((one) => !isImport(one)).map(({ commit }) => commit))
    const importedAt = Math.max(...commits.filter(isImport).map((one) => one.committedAt))
    const isNews = ({ commit, at }: ProjectNotice) =>
      commit === null ? keys !== null && at > importedAt : made.has(commit)
    const news = isSilent ? [] : fresh.filter(isNews)
    const untold = new Set(news.map(({ key }) => key))
    const all = [...known, ...fresh.map(({ key }) => key)]
    this.#told.keys = all.filter((key) => !untold.has(key))
    return news
  }

  /** What was told is kept first: better a notice lost than one that comes twice. */
  async #send(to: keyof NoticesState, title: string, { text, path }: NoticeText): Promise<void> {
    const { urls, context, log } = this.#options
    await this.#save()
    const notice = { title, text, click: context().siteUrl + path }
    const error = await sendNotice(urls[to] ?? '', notice, this.#closing.signal)
    Object.assign(this.state[to], { state: error === null ? 'ok' : 'failing', error })
    if (error === null) this.state[to].last = new Date(context().now).toISOString()
    else log.warn({ to, title, error }, 'A notice did not arrive')
  }

  async #save(): Promise<void> {
    const { stateFile, log } = this.#options
    await writeStateFile(stateFile, JSON.stringify(this.#told)).catch((err: unknown) => {
      log.error({ err }, 'What was told could not be kept')
    })
  }
}

/** Null without a readable file: then nothing old is told. */
function readTold(path: string): Told | null {
  try {
    return toldSchema.parse(JSON.parse(readStateFile(path) ?? ''))
  } catch {
    return null
  }
}
