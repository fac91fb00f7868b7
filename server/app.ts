/**
 * Assembly: every part of the server is built here by name and handed to what needs it. Read it
 * top to bottom to know what there is. Nothing optional happens before the server listens.
 */
import { join } from 'node:path'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
  LogController,
} from 'fastify'
import { AnswerCache } from './answers/answer-cache.ts'
import { registerApi } from './api/api-routes.ts'
import { handleApiError } from './api/http/error-handler.ts'
import { type Auth, createAuth } from './auth/create-auth.ts'
import type { Settings } from './config.ts'
import { type ContentStoreOptions, createContentStore } from './content/create-content-store.ts'
import { createContentFiles } from './content/files/content-files.ts'
import { ContentWatcher } from './content/files/content-watcher.ts'
import {
  commitStarterContent,
  fillStarterContent,
  isEmptyContent,
} from './content/files/starter-content.ts'
import { createMergeRules } from './content/formats/edits/merge-content-files.ts'
import { loadContent } from './content/index/load-content.ts'
import type { ContentStore } from './content/store.ts'
import type { Environment } from './git/objects/git-process.ts'
import { createRepository } from './git/open/create-repository.ts'
import { startFromRemote } from './git/remote/start-from-remote.ts'
import { createIdleSync, createSync, type Sync } from './git/remote/sync.ts'
import type { Repository } from './git/repository.ts'
import { loggedAddress } from './log.ts'
import { createMarkdownRenderer } from './markdown/create-markdown-renderer.ts'
import type { Patience } from './markdown/markdown-renderer.ts'
import { createImageEncoder } from './media/encode-image.ts'
import { createPendingImages, type PendingImages } from './media/pending-images.ts'
import { Metrics } from './metrics/metrics.ts'
import { registerMetrics } from './metrics/metrics-route.ts'
import { observeRequests } from './metrics/observe-requests.ts'
import { prepareFolders } from './prepare-folders.ts'
import { createGenerations, type Generation } from './queries/generation.ts'
import type { Previews } from './queries/preview.ts'
import { type QueryContext, queryContext } from './queries/query-context.ts'
import { registerAssets } from './web/asset-routes.ts'
import { readAssets } from './web/assets.ts'
import { cachedFirst } from './web/cached-first.ts'
import { createDrain } from './web/drain-connections.ts'
import { registerFeeds } from './web/feeds/feed-routes.ts'
import { createSocialCards } from './web/feeds/pictures/create-social-cards.ts'
import { registerMedia } from './web/media-routes.ts'
import { normalUrl } from './web/normal-url.ts'
import { registerPages } from './web/page-routes.ts'
import { registerPreviewImages } from './web/preview-images.ts'
import {
  type HeaderMap,
  registerSecurityHeaders,
  securityHeaders,
  unroutedOptions,
} from './web/security-headers.ts'

/** Bytes of finished answers that are kept, pages and API together. */
const ANSWERS_BYTES_MAX = 40 * 1024 * 1024
const BODY_BYTES_MAX = 1024 * 1024
/** A client that is slower than this with its headers or its body is cut off. */
const REQUEST_MS_MAX = 30_000
/** So is a client that reads nothing of its answer for this long. */
const STANDSTILL_MS_MAX = 30_000
const IDLE_MS_MAX = 65_000

interface AppOptions {
  settings: Settings
  /** Environment for git: PATH, HOME and the like. */
  env: Environment
  /** What an empty content folder is filled with. */
  starterDir: string
  /** The built client, dist/client. */
  clientDir: string
  /** Milliseconds since 1970. */
  now(): number
  /** Takes the lines of the log, which are JSON; the standard output if absent. */
  logTo?: { write(line: string): void }
  /** Shows the admin the password made at the first start. */
  onGeneratedPassword(password: string): void
}

export interface App {
  log: FastifyBaseLogger
  store: ContentStore
  repository: Repository
  /** The remote as it may be shown, without credentials; null when there is none. */
  remote: string | null
  /** Starts to serve and, after that, to watch. Gives the address that a person opens. */
  listen(): Promise<string>
  /** Finishes what was accepted and lets go of everything. */
  close(): Promise<void>
}

/**
 * Builds the server over the content folder of the settings.
 * @throws SettingsError, SecondServerError, BareRepositoryError; Error when the client is not built.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { settings, now } = options
  const answers = new AnswerCache({ maxBytes: ANSWERS_BYTES_MAX })
  const generation = createGenerations({ snapshot: () => store.snapshot(), now })
  const headers = securityHeaders(settings.siteUrl ?? '')
  const metrics = settings.metricsToken === null ? null : new Metrics()
  const logsReads = ['debug', 'trace'].includes(settings.logLevel)
  const observe = observeRequests({ log: () => log, logsReads, metrics })
  const fastify = createServer(options, {
    headers,
    serverFactory: cachedFirst({ generation, answers, observe }),
  })
  const { log } = fastify
  const connections = createDrain(fastify.server)

  const onCommit = (commit: string, files: readonly string[]) => {
    metrics?.countCommit()
    log.info({ commit, files }, 'Committed')
  }
  const content = await openContent({ ...options, onCommit }, log)
  const { store, repository, renderer, images } = content
  const sync = syncWithRemote({ settings, repository, store, now, log })
  const { onGeneratedPassword } = options
  const auth = await createAuth({ ...settings, now, log, onGeneratedPassword })
  const cards = createSocialCards({ log })

  const address = new SiteAddress(settings)
  const previews = previewsOf(auth, images)
  const contextOf = (patience: Patience) => (generation: Generation) =>
    queryContext(store, { ...generation, now: now(), previews }, patience)
  const shared = { generation, answers, siteUrl: () => address.url, securityHeaders: headers, log }
  registerSecurityHeaders(fastify, headers)
  // Files and feeds fail as the API does; a fault of ours never shows its words.
  fastify.setErrorHandler(handleApiError)
  await registerApi(fastify, {
    ...shared,
    ...content,
    contextOf: contextOf('list'),
    auth,
    webhookSecret: settings.webhookSecret,
    ...(sync && { sync: () => sync.state(), pull: () => sync.pull() }),
  })
  if (metrics !== null && settings.metricsToken !== null) {
    const facts = () => siteFacts({ store, repository, answers, sync })
    registerMetrics(fastify, { metrics, token: settings.metricsToken, facts })
  }
  registerSite(fastify, options, { ...shared, contextOf, cards, images })

  let watcher: ContentWatcher | undefined
  return {
    log,
    store,
    repository,
    remote: sync?.state().remote ?? null,
    async listen() {
      await listenAt(fastify, settings, address)
      watcher = new ContentWatcher({ contentDir: settings.contentDir, store, repository, log })
      store.warm()
      return address.local
    },
    async close() {
      await connections.drain(fastify.close())
      watcher?.close()
      await sync?.close()
      await store.close()
      await Promise.all([renderer.close(), cards.close(), repository.close()])
      answers.close()
      metrics?.close()
    },
  }
}

type SiteDeps = Omit<Parameters<typeof registerFeeds>[1], 'contextOf'> & {
  contextOf(patience: Patience): (generation: Generation) => QueryContext
  images: PendingImages
  log: FastifyBaseLogger
}

/** How the site stands, for the metrics. */
function siteFacts({
  store,
  repository,
  answers,
  sync,
}: Pick<App, 'store' | 'repository'> & { answers: AnswerCache; sync: Sync | null }) {
  const { allPosts, projects, problems } = store.snapshot()
  return {
    posts: allPosts.length,
    projects: projects.length,
    problems: problems.length,
    cachedBytes: answers.size,
    isWritable: repository.state().state === 'ok',
    sync: sync?.state() ?? null,
  }
}

/** What browsers and feed readers ask for: images, assets, feeds, pages. */
function registerSite(
  fastify: FastifyInstance,
  { settings: { contentDir }, clientDir }: Pick<AppOptions, 'settings' | 'clientDir'>,
  { contextOf, cards, images, ...shared }: SiteDeps,
): void {
  const { securityHeaders } = shared
  const assets = readAssets(clientDir)
  registerMedia(fastify, { contentDir, securityHeaders })
  registerPreviewImages(fastify, { ...shared, contextOf: contextOf('page'), images })
  registerAssets(fastify, { assets, securityHeaders })
  registerFeeds(fastify, { ...shared, contextOf: contextOf('list'), cards })
  registerPages(fastify, { ...shared, contextOf: contextOf('page'), manifest: assets.manifest })
}

function previewsOf({ previewLinks }: Auth, images: PendingImages): Previews {
  return {
    read: (token) => previewLinks.read(token),
    isRevoked: (postId, expiresAt) => previewLinks.isRevoked(postId, expiresAt),
    isWaiting: (path) => images.has(path),
  }
}

/** Fastify with its limits; `serverFactory` answers before it what is cached. */
function createServer(
  { settings, logTo }: AppOptions,
  { headers, serverFactory }: { headers: HeaderMap; serverFactory: FastifyServerFactory },
): FastifyInstance {
  return Fastify({
    ...unroutedOptions(headers),
    rewriteUrl: ({ url }) => normalUrl(url ?? '/'),
    serverFactory,
    // Its two lines for each request would cost more than the answer; see `observeRequests`.
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level: settings.logLevel,
      redact: ['req.headers.authorization'],
      serializers: { path: loggedAddress, url: loggedAddress, query: loggedAddress },
      ...(logTo && { stream: logTo }),
    },
    trustProxy: trustedProxies(settings.trustProxy),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    connectionTimeout: STANDSTILL_MS_MAX,
    keepAliveTimeout: IDLE_MS_MAX,
  })
}

/** Opens the repository and reads the content, which is filled first where there is none. */
async function openContent(
  { settings, env, starterDir, now, onCommit }: AppOptions & Pick<ContentStoreOptions, 'onCommit'>,
  log: FastifyBaseLogger,
) {
  const { contentDir, stateDir } = settings
  prepareFolders(settings)
  // With a remote, starter content must not become a history of its own beside that one's.
  const isToTake = settings.gitRemote !== null && isEmptyContent(contentDir)
  const fallbackZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const begins = { now: now(), timeZone: settings.timeZone ?? fallbackZone }
  const fill = () => fillStarterContent(contentDir, starterDir, begins)
  const starterPaths = isToTake ? [] : fill()
  const contentOptions = {
    files: createContentFiles(contentDir),
    timeZone: settings.timeZone,
    fallbackZone,
  }
  let isRepaired = false
  const onRepaired = () => {
    isRepaired = true
  }
  // Git is asked about the repository while the files are read; both take most of a start.
  const identity = identityOf(settings)
  const opening = createRepository({ contentDir, identity, env, log, onRepaired })
  const loading = isToTake ? undefined : loadContent(contentOptions)
  const [repository, loaded] = await Promise.all([opening, loading])
  const isTaken = isToTake && (await takeRemoteContent({ settings, repository, log }))
  const filledPaths = isToTake && !isTaken ? fill() : starterPaths
  await commitStarterContent({ repository, contentDir, log }, filledPaths)
  const renderer = createMarkdownRenderer({ stateDir, log })
  const encode = createImageEncoder({ log })
  const images = createPendingImages({ folder: join(stateDir, 'images'), encode, now })
  const historyFile = join(stateDir, 'history')
  const edges = { repository, renderer, images, historyFile, now, log, onCommit }
  const parts = { ...contentOptions, ...edges }
  const store = createContentStore({ ...parts, ...(loaded && { loaded }) })
  if (isRepaired) await store.rescan()
  return { store, repository, renderer, images }
}

/** Binds the port and warns of settings that a public site should not leave as they are. */
async function listenAt(
  fastify: FastifyInstance,
  settings: Settings,
  address: SiteAddress,
): Promise<void> {
  const { log } = fastify
  await fastify.listen({ host: settings.host, port: settings.port })
  const bound = fastify.server.address()
  if (typeof bound === 'object' && bound !== null) address.setPort(bound.port)
  if (settings.trustProxy === true) {
    log.warn(
      'TRUST_PROXY=true lets every visitor choose the address that failed logins count for: name the number of proxies, or their addresses',
    )
  }
  if (settings.siteUrl === null) {
    const { local } = address
    log.warn({ address: local }, 'SITE_URL is not set: links in feeds and cards use this address')
  }
}

/** Where the site is, for links in answers and for the person who started it. */
class SiteAddress {
  readonly #settings: Settings
  /**
   * Right from the start, unless the port is yet to be found: a page asked for before `listen`
   * returns is cached with the address it was made with.
   */
  #port: number

  constructor(settings: Settings) {
    this.#settings = settings
    this.#port = settings.port
  }

  setPort(port: number): void {
    this.#port = port
  }

  /** For a browser on this machine: a server on all interfaces is at localhost. */
  get local(): string {
    const { host } = this.#settings
    const isEverywhere = host === '0.0.0.0' || host === '::'
    const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
    return `http://${name}:${this.#port}`
  }

  /** Without a slash at its end. */
  get url(): string {
    return this.#settings.siteUrl ?? this.local
  }
}

async function takeRemoteContent(
  deps: Pick<App, 'log' | 'repository'> & Pick<AppOptions, 'settings'>,
): Promise<boolean> {
  const { settings, repository, log } = deps
  if (settings.gitRemote === null) return false
  const rules = createMergeRules(repository.contentPath)
  return startFromRemote({ repository, remote: settings.gitRemote, rules, log })
}

/** Pulls and pushes from now on, when there is a remote and a repository that can take part. */
function syncWithRemote(
  deps: Pick<App, 'log' | 'store' | 'repository'> & Pick<AppOptions, 'settings' | 'now'>,
): Sync | null {
  const { settings, repository, store, now, log } = deps
  if (settings.gitRemote === null) return null
  const branch = repository.connect(settings.gitRemote)
  if (branch === null) {
    return createIdleSync(settings.gitRemote, () => repository.state().message)
  }
  return createSync({
    repository,
    branch,
    pullSeconds: settings.gitPullSeconds,
    rules: createMergeRules(repository.contentPath),
    onPulled: (paths) =>
      store.refresh(paths.map(repository.contentPath).filter((path) => path !== null)),
    now,
    log,
  })
}

/** Fastify takes a number of proxies too, but its types do not say so: as a function it is clear. */
function trustedProxies(setting: Settings['trustProxy']) {
  return typeof setting === 'number' ? (_: string, hop: number) => hop < setting : setting
}

function identityOf({ gitAuthorName, gitAuthorEmail }: Settings) {
  return {
    ...(gitAuthorName !== null && { name: gitAuthorName }),
    ...(gitAuthorEmail !== null && { email: gitAuthorEmail }),
  }
}
