/** What is counted while the server runs, and its text as Prometheus reads it. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How the site stands at the moment of a question. */
export interface SiteFacts {
  posts: number
  projects: number
  problems: number
  cachedBytes: number
  /** Whether saves are taken. */
  isWritable: boolean
  /** Null without a remote. */
  sync: { state: string; ahead: number; behind: number } | null
}

interface CountedRequest {
  kind: string
  statusCode: number
  /** Whether the answer came from memory, before any routing. */
  isCached: boolean
  seconds: number
}

type Labels = Readonly<Record<string, string>>
type Sample = readonly [value: number, labels?: Labels, suffix?: string]

const SECONDS_BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5]
const SYNC_STATES = ['starting', 'ok', 'waiting', 'failing']
const LOOP_RESOLUTION_MS = 20
const NANOSECONDS = 1e9

export class Metrics {
  /** By labels as text; kinds and statuses are few, and no visitor can make more. */
  readonly #requests = new Map<string, { labels: Labels; count: number }>()
  readonly #buckets = SECONDS_BUCKETS.map(() => 0)
  readonly #loopDelay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  #requestCount = 0
  #requestSeconds = 0
  #commits = 0

  constructor() {
    this.#loopDelay.enable()
  }

  countRequest({ kind, statusCode, isCached, seconds }: CountedRequest): void {
    const key = `${kind} ${statusCode} ${isCached}`
    const counted = this.#requests.get(key)
    if (counted) counted.count += 1
    else {
      const labels = { kind, status: String(statusCode), cached: String(isCached) }
      this.#requests.set(key, { labels, count: 1 })
    }
    this.#requestCount += 1
    this.#requestSeconds += seconds
    for (const [index, limit] of SECONDS_BUCKETS.entries()) {
      if (seconds <= limit) this.#buckets[index] = (this.#buckets[index] ?? 0) + 1
    }
  }

  countCommit(): void {
    this.#commits += 1
  }

  /** The text format 0.0.4. The event loop's delay is that since the last question. */
  text(facts: SiteFacts): string {
    const text = [...this.#traffic(), ...contentLines(facts), ...this.#processLines()].join('\n')
    this.#loopDelay.reset()
    return `${text}\n`
  }

  close(): void {
    this.#loopDelay.disable()
  }

  #traffic(): string[] {
    const requests = [...this.#requests.values()]
    const saves = requests.filter(({ labels }) => labels.kind === 'write')
    const buckets = SECONDS_BUCKETS.map(
      (limit, index): Sample => [this.#buckets[index] ?? 0, { le: String(limit) }, '_bucket'],
    )
    return [
      ...metric(
        'gap_http_requests_total',
        'counter',
        'Requests answered, by kind and status.',
        requests.map(({ labels, count }) => [count, labels]),
      ),
      ...metric(
        'gap_http_request_seconds',
        'histogram',
        'From the request to the end of its answer.',
        [
          ...buckets,
          [this.#requestCount, { le: '+Inf' }, '_bucket'],
          [this.#requestSeconds, {}, '_sum'],
          [this.#requestCount, {}, '_count'],
        ],
      ),
      ...metric(
        'gap_saves_total',
        'counter',
        'Writes of the admin, by status.',
        saves.map(({ labels, count }) => [count, { status: labels.status ?? '' }]),
      ),
      ...metric('gap_commits_total', 'counter', 'Commits made by saves.', [[this.#commits]]),
    ]
  }

  #processLines(): string[] {
    const { rss, heapUsed } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const delay = (nanoseconds: number) =>
      Number.isNaN(nanoseconds) ? 0 : nanoseconds / NANOSECONDS
    return [
      ...metric('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [[rss]]),
      ...metric('nodejs_heap_size_used_bytes', 'gauge', 'Of it, used by JavaScript.', [[heapUsed]]),
      ...metric('process_cpu_seconds_total', 'counter', 'CPU time of the process.', [
        [(user + system) / 1e6],
      ]),
      ...metric('process_start_time_seconds', 'gauge', 'When the process began, since 1970.', [
        [Math.round(performance.timeOrigin / 1000)],
      ]),
      ...metric(
        'nodejs_eventloop_delay_seconds',
        'gauge',
        'Delay of the event loop since the last scrape.',
        [
          [delay(this.#loopDelay.percentile(50)), { quantile: '0.5' }],
          [delay(this.#loopDelay.percentile(99)), { quantile: '0.99' }],
          [delay(this.#loopDelay.max), { quantile: '1' }],
        ],
      ),
    ]
  }
}

function contentLines({ sync, ...facts }: SiteFacts): string[] {
  return [
    ...metric('gap_posts', 'gauge', 'Posts, drafts among them.', [[facts.posts]]),
    ...metric('gap_projects', 'gauge', 'Deadline projects.', [[facts.projects]]),
    ...metric('gap_problems', 'gauge', 'Content files with a problem.', [[facts.problems]]),
    ...metric('gap_cached_answer_bytes', 'gauge', 'Answers in memory.', [[facts.cachedBytes]]),
    ...metric('gap_writable', 'gauge', 'Whether saves are taken.', [[Number(facts.isWritable)]]),
    ...(sync === null
      ? []
      : [
          ...metric(
            'gap_sync_state',
            'gauge',
            'How this server stands to the remote: 1 for what is so.',
            SYNC_STATES.map((state) => [Number(state === sync.state), { state }]),
          ),
          ...metric('gap_sync_ahead_commits', 'gauge', 'Commits not shared yet.', [[sync.ahead]]),
          ...metric('gap_sync_behind_commits', 'gauge', 'Commits of the remote not taken yet.', [
            [sync.behind],
          ]),
        ]),
  ]
}

function metric(name: string, type: string, help: string, samples: readonly Sample[]): string[] {
  const lines = samples.map(([value, labels = {}, suffix = '']) => {
    // Every label is a word of ours, so there is nothing in it to escape.
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
  })
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines]
}
