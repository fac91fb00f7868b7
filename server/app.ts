/**
 * Wiring: creates every part of the server and passes it to the parts that use it. Read it from
 * top to bottom. Optional work starts after the server listens.
 */
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { AnswerCache } from './answers/answer-cache.ts'
import { handleApiError } from './api/error-handler.ts'
import { registerApi } from './api/register-api.ts'
import type { PasswordOptions } from './auth/admin-password.ts'
import { createAuth } from './auth/create-auth.ts'
import type { ContentStore } from './content/content-store.ts'
import { ContentWatcher } from './content/files/content-watcher.ts'
import { slugOf } from './content/formats/post-id.ts'
import { createHttpServer, type HttpServerOptions, listenAt, localAddress } from './http-server.ts'
import { Notices } from './notices/notices.ts'
import { type OpenContentOptions, openContent } from './open-content.ts'
import { Stamps } from './proof/stamps.ts'
import { createGenerations } from './queries/generation.ts'
import { queryContext } from './queries/query-context.ts'
import { registerFeeds } from './web/feeds/feed-routes.ts'
import { pageAddress } from './web/page-address.ts'
import { registerPages } from './web/page-routes.ts'
import { refuseRequests } from './web/refused-requests.ts'
import { securityHeaders } from './web/security-headers.ts'
import { readManifest, registerAssets, registerMedia } from './web/static-files.ts'

/** Size of the cache of answers, pages and API together. */
const ANSWERS_BYTES_MAX = 40 * 1024 * 1024

interface AppOptions
  extends Omit<OpenContentOptions, 'log'>,
    Pick<HttpServerOptions, 'logTo'>,
    Pick<PasswordOptions, 'onGeneratedPassword'> {
  /** The built client, dist/client. */
  clientDir: string
}

export interface App {
  log: FastifyBaseLogger
  store: ContentStore
  /** Starts the server, then the watchers. Returns the address to open in a browser. */
  listen(): Promise<string>
  /** Finishes accepted requests and releases all resources. */
  close(): Promise<void>
}

/** Creates the server. @throws StartError; Error when the client is not built */
export async function createApp(options: AppOptions): Promise<App> {
  const { settings, clientDir, now } = options
  const answers = new AnswerCache({ maxBytes: ANSWERS_BYTES_MAX })
  const generation = createGenerations(() => store.snapshot(), now)
  const fastify = createHttpServer(options, securityHeaders(settings.siteUrl ?? ''))
  const { log } = fastify

  const content = await openContent({ ...options, log })
  const { store, renderer, sync } = content
  const { repository } = store
  const { timestampUrl: url } = settings
  const proof = url === null ? null : new Stamps({ url, store, now, log })
  const { onGeneratedPassword } = options
  const auth = await createAuth(fastify, { ...settings, now, log, onGeneratedPassword })

  const context = () =>
    queryContext(store, {
      ...generation(),
      now: now(),
      siteUrl: settings.siteUrl ?? localAddress(fastify, settings),
      previews: auth.previewLinks,
    })
  const shared = { answers, context, log }
  const notices = new Notices({
    ...shared,
    urls: { owner: settings.notifyUrl, public: settings.notifyPublicUrl },
    stateFile: join(settings.stateDir, 'notices.json'),
    repository,
  })
  answers.register(fastify, generation)
  const isPage = (url: string) => pageAddress(url, store.snapshot()).page.name !== 'not-found'
  refuseRequests(fastify, isPage)
  // Files and feeds fail like the API; the message of an internal error is never sent.
  fastify.setErrorHandler(handleApiError)
  await registerApi(fastify, {
    ...shared,
    ...content,
    auth,
    webhookSecret: settings.webhookSecret,
    notices,
    proof,
  })
  registerMedia(fastify, settings.contentDir)
  registerAssets(fastify, clientDir)
  registerFeeds(fastify, shared)
  registerPages(fastify, { ...shared, manifest: readManifest(clientDir) })

  let watcher: ContentWatcher | undefined
  return {
    log,
    store,
    async listen() {
      const address = await listenAt(fastify, settings)
      renderer.start()
      // Before a save needs it: Node never tries an import again that failed for want of open files.
      slugOf('').catch((err) => log.error({ err }))
      watcher = new ContentWatcher({ contentDir: settings.contentDir, store, repository, log })
      return address
    },
    async close() {
      await Promise.all([fastify.close(), notices.close(), proof?.close()])
      watcher?.close()
      await sync?.close()
      await store.close()
      await Promise.all([renderer.close(), repository.close()])
    },
  }
}
