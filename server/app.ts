/**
 * Assembly: every part of the server is built here by name and handed to what needs it. Read it
 * top to bottom to know what there is. Nothing optional happens before the server listens.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { AnswerCache } from './answers/answer-cache.ts'
import { handleApiError } from './api/error-handler.ts'
import { registerApi } from './api/register-api.ts'
import { createAuth } from './auth/create-auth.ts'
import type { Settings } from './config.ts'
import type { ContentStore } from './content/content-store.ts'
import { ContentWatcher } from './content/files/content-watcher.ts'
import { createMergeRules } from './content/formats/merge-files.ts'
import type { Environment } from './git/objects/git-process.ts'
import { createIdleSync, RunningSync, type Sync } from './git/remote/sync.ts'
import type { Repository } from './git/repository.ts'
import { createHttpServer, listenAt, localAddress } from './http-server.ts'
import { openContent } from './open-content.ts'
import { createGenerations, type Generation } from './queries/generation.ts'
import { queryContext } from './queries/query-context.ts'
import { registerFeeds } from './web/feeds/feed-routes.ts'
import { Pictures } from './web/feeds/pictures/draw-pictures.ts'
import { registerPages } from './web/page-routes.ts'
import { registerSecurityHeaders, securityHeaders } from './web/security-headers.ts'
import { readManifest, registerAssets, registerMedia } from './web/static-files.ts'

/** Bytes of finished answers that are kept, pages and API together. */
const ANSWERS_BYTES_MAX = 40 * 1024 * 1024

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
 * @throws StartError; Error when the client is not built.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { settings, now } = options
  const answers = new AnswerCache({ maxBytes: ANSWERS_BYTES_MAX })
  const generation = createGenerations({ snapshot: () => store.snapshot(), now })
  const headers = securityHeaders(settings.siteUrl ?? '')
  const fastify = createHttpServer({ ...options, headers })
  const { log } = fastify

  const content = await openContent({ ...options, log })
  const { store, repository, renderer } = content
  const sync = syncWithRemote({ settings, repository, store, now, log })
  const { onGeneratedPassword } = options
  const auth = await createAuth(fastify, { ...settings, now, log, onGeneratedPassword })
  const pictures = new Pictures(log)

  const siteUrl = () => settings.siteUrl ?? localAddress(fastify, settings)
  const contextOf = (generation: Generation) =>
    queryContext(store, { ...generation, now: now(), previews: auth.previewLinks })
  const shared = { generation, answers, siteUrl, securityHeaders: headers, log }
  answers.register(fastify, generation)
  registerSecurityHeaders(fastify, headers)
  // Files and feeds fail as the API does; a fault of ours never shows its words.
  fastify.setErrorHandler(handleApiError)
  await registerApi(fastify, {
    ...shared,
    ...content,
    contextOf,
    auth,
    webhookSecret: settings.webhookSecret,
    ...(sync && { sync: () => sync.state(), pull: () => sync.pull() }),
  })
  registerSite(fastify, options, { ...shared, contextOf, pictures })

  let watcher: ContentWatcher | undefined
  return {
    log,
    store,
    repository,
    remote: sync?.state().remote ?? null,
    async listen() {
      const address = await listenAt(fastify, settings)
      watcher = new ContentWatcher({ contentDir: settings.contentDir, store, repository, log })
      return address
    },
    async close() {
      await fastify.close()
      watcher?.close()
      await sync?.close()
      await store.close()
      await Promise.all([renderer.close(), repository.close()])
    },
  }
}

type SiteDeps = Parameters<typeof registerFeeds>[1] & { log: FastifyBaseLogger }

/** What browsers and feed readers ask for: images, assets, feeds, pages. */
function registerSite(
  fastify: FastifyInstance,
  { settings: { contentDir }, clientDir }: Pick<AppOptions, 'settings' | 'clientDir'>,
  { pictures, ...shared }: SiteDeps,
): void {
  const { securityHeaders } = shared
  const manifest = readManifest(clientDir)
  registerMedia(fastify, { contentDir, securityHeaders })
  registerAssets(fastify, clientDir)
  registerFeeds(fastify, { ...shared, pictures })
  registerPages(fastify, { ...shared, manifest })
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
  return new RunningSync({
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
