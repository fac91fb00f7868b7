/**
 * Keeps the branch and the remote's the same: pulls at start, on a timer and when asked, pushes
 * after each commit, whoever made it. Everything happens beside the answers, one exchange at a time;
 * what fails is tried again with growing pauses, and the status says why.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { RepositoryError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { RefusedTreeError } from '../objects/verify-path.ts'
import type {
  CommitId,
  Integrated,
  MergeRules,
  RemoteBranch,
  Repository,
  SyncState,
} from '../repository.ts'
import { RemoteFailure, withoutSecrets } from './remote-failure.ts'

/** Fetches, merges and pushes of one exchange while others push too. */
const ROUNDS_MAX = 30
const ROUND_PAUSE_MS_MAX = 1_000
const RETRY_MS_MIN = 1_000
const RETRY_SECONDS_MAX = 60
/** What an exchange gets to finish when the server ends. */
const CLOSE_MS_MAX = 2_000

export interface Sync {
  state(): SyncState
  /** Pulls now, in the background. */
  pull(): void
  close(): Promise<void>
}

/** Something in our own repository keeps an exchange waiting. */
class LocalObstacle extends Error {
  readonly files: readonly string[]

  constructor(message: string, files: readonly string[] = []) {
    super(message)
    this.name = 'LocalObstacle'
    this.files = files
  }
}

export interface SyncOptions {
  repository: Pick<Repository, 'integrate' | 'onChange'>
  branch: RemoteBranch
  /** How often to pull, and the longest pause between tries; 0: no timer, pauses up to 60 s. */
  pullSeconds: number
  rules: MergeRules
  /** Called with the paths, from the top of the work tree, that a pull has changed. */
  onPulled(paths: readonly string[]): Promise<void>
  now(): number
  log: Log
}

const freshState = (remote: string): SyncState => ({
  remote,
  state: 'starting',
  ahead: 0,
  behind: 0,
  last_pull: null,
  last_push: null,
  error: null,
  files: [],
})

/** For a repository that cannot take part. @param reason a sentence for a person */
export function createIdleSync(remote: string, reason: () => string): Sync {
  const state = { ...freshState(withoutSecrets(remote)), state: 'waiting' as const }
  return {
    state: () => ({
      ...state,
      error: `Nothing is shared with the remote before the next start. ${reason()}`.trim(),
    }),
    pull() {},
    async close() {},
  }
}

/** Starts at once. */
export function createSync(options: SyncOptions): Sync {
  const { repository, branch, pullSeconds, rules, onPulled, now, log } = options
  const retryMsMax = (pullSeconds || RETRY_SECONDS_MAX) * 1_000
  const state = freshState(branch.name)
  const time = () => new Date(now()).toISOString()
  let isPullDue = true
  let isAsked = false
  let isClosed = false
  let failures = 0
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null

  async function pull(): Promise<void> {
    const theirs = await branch.fetch()
    if (theirs !== null) {
      if (await branch.isRewritten(theirs)) {
        throw new RemoteFailure(
          'The history of the remote was rewritten. Nothing is pulled or pushed until the branch here is reset to it or merged with it by hand.',
        )
      }
      await bringIn(theirs)
      await branch.agree(theirs)
    }
    isPullDue = false
    state.last_pull = time()
  }

  async function bringIn(theirs: CommitId): Promise<void> {
    const { outcome, files, conflicts } = await repository.integrate(theirs, rules)
    const obstacle = obstacleOf({ outcome, files })
    if (obstacle !== null) throw obstacle
    if (files.length > 0) {
      log.info({ commit: theirs, files: files.length, outcome }, 'pulled from the remote')
      await onPulled(files)
    }
    for (const conflict of conflicts) log.warn(conflict, 'both sides changed the same place')
  }

  /** Until both sides are the same. */
  async function exchange(): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX && !isClosed; round += 1) {
      if (isPullDue) await pull()
      const [tip, seen] = await Promise.all([branch.tip(), branch.seen()])
      if (tip === null || tip === seen) return
      if (await branch.push(tip)) {
        state.last_push = time()
        return
      }
      isPullDue = true
      await sleep(Math.random() * Math.min(20 * 2 ** round, ROUND_PAUSE_MS_MAX))
    }
    if (!isClosed) throw new RemoteFailure('Others push to the remote faster than this server.')
  }

  async function count(): Promise<void> {
    try {
      Object.assign(state, await branch.count())
    } catch (error) {
      log.warn({ err: error }, 'the commits that are not shared could not be counted')
    }
  }

  function noteSuccess(): void {
    if (state.error !== null) log.info({}, 'the remote and this server share again')
    failures = 0
    Object.assign(state, { state: 'ok', error: null, files: [] })
  }

  function noteFailure(error: unknown): void {
    failures += 1
    const isLocal = error instanceof LocalObstacle || error instanceof RepositoryError
    const isKnown = isLocal || error instanceof RemoteFailure || error instanceof RefusedTreeError
    const message = isKnown
      ? error.message
      : 'Sharing with the remote failed; the log of the server has the reason.'
    const hasCause = error instanceof RemoteFailure || error instanceof RefusedTreeError
    const reason = hasCause ? error.cause : isKnown ? undefined : error
    if (message !== state.error) log.warn({ reason }, message)
    state.state = isLocal ? 'waiting' : 'failing'
    state.error = message
    state.files = error instanceof LocalObstacle ? error.files : []
  }

  async function work(): Promise<void> {
    do {
      isAsked = false
      const failure: unknown = await exchange().then(
        () => null,
        (error: unknown) => error,
      )
      // The numbers first: who reads that all is well, or not, finds them right.
      await count()
      if (failure === null) noteSuccess()
      else if (!isClosed) noteFailure(failure)
    } while (isAsked && failures === 0 && !isClosed)
    running = null
    schedule()
  }

  function schedule(): void {
    if (isClosed) return
    const pause =
      Math.min(RETRY_MS_MIN * 2 ** (failures - 1), retryMsMax) * (0.8 + Math.random() * 0.2)
    if (failures === 0 && pullSeconds === 0) return
    timer = setTimeout(
      () => {
        if (failures === 0) isPullDue = true
        start()
      },
      failures === 0 ? pullSeconds * 1_000 : pause,
    )
    timer.unref()
  }

  function start(): void {
    isAsked = true
    if (running !== null || isClosed) return
    if (timer !== null) clearTimeout(timer)
    timer = null
    running = work()
  }

  /** HEAD moved. While the remote is out of reach each commit is counted, and tried in its turn. */
  function onChange(): void {
    if (failures === 0 || state.state === 'waiting') start()
    else if (running === null) void count()
  }

  const stopListening = repository.onChange(onChange)
  start()

  return {
    state: () => state,

    pull() {
      isPullDue = true
      start()
    },

    async close() {
      isClosed = true
      stopListening()
      if (timer !== null) clearTimeout(timer)
      if (running !== null)
        await Promise.race([running, sleep(CLOSE_MS_MAX, undefined, { ref: false })])
      branch.close()
      await running
    },
  }
}

function obstacleOf({ outcome, files }: Pick<Integrated, 'outcome' | 'files'>) {
  const some = files.length === 1 ? 'A file' : `${files.length} files`
  if (outcome === 'waiting') {
    return new LocalObstacle(
      `${some} that the remote changed ${files.length === 1 ? 'is' : 'are'} being edited on this server. Commit or discard that first.`,
      files,
    )
  }
  if (outcome === 'unsupported') {
    return new LocalObstacle(
      `${some} of the remote cannot be brought in by the server: a link, a submodule, over 64 MiB, or in the place of a folder. Please run git pull there.`,
      files,
    )
  }
  if (outcome === 'unrelated') {
    return new LocalObstacle(
      'The remote holds another history than this repository. Start from a clone of it.',
    )
  }
  return null
}
