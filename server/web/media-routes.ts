/**
 * Images of the content folder, by `@fastify/static`: ranges, 304 and types are its work. It stands
 * on an app of its own that is made for the first image, since loading it takes a tenth of a start.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import { storedImageSize } from '#domain/image.ts'
import { findImage, isImagePath, MEDIA_FOLDER } from '../content/files/media-files.ts'
import type { HeaderMap } from './security-headers.ts'

const ROUTE = `/${MEDIA_FOLDER}/*`
/** The name of a stored image holds the digest of its bytes. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_AN_HOUR = 'public, max-age=3600'
/** Opened by itself an image is a document: it may do nothing at all. */
export const IMAGE_POLICY = [
  "default-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ')

interface MediaDeps {
  contentDir: string
  securityHeaders: HeaderMap
}

/** Serves `media/` of the content folder at /media/; what is no image's name is an unknown page. */
export function registerMedia(app: FastifyInstance, deps: MediaDeps): void {
  let files: Promise<FastifyInstance> | undefined
  app.get<{ Params: { '*': string } }>(ROUTE, async (request, reply) => {
    const path = request.params['*']
    if (!isImagePath(path)) {
      // Another site may have had pages there, which are aliases of posts.
      reply.callNotFound()
      return reply
    }
    // Not to be kept: the image may come with the next save.
    if ((await findImage(deps.contentDir, path)) === null) {
      return refuseImage(reply, 404, deps.securityHeaders)
    }
    files ??= createFileApp(deps)
    const { routing } = await files
    reply.hijack()
    routing(request.raw, reply.raw)
    return reply
  })
  app.addHook('onClose', async () => (await files)?.close())
}

async function createFileApp({ contentDir, securityHeaders }: MediaDeps) {
  const { default: fastifyStatic } = await import('@fastify/static')
  const app = Fastify({ logger: false })
  await app.register(fastifyStatic, { serve: false, cacheControl: false, dotfiles: 'deny' })
  app.get<{ Params: { '*': string } }>(ROUTE, sendImage)
  app.setNotFoundHandler((_request, reply) => refuseImage(reply, 404, securityHeaders))
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
    refuseImage(reply, error.statusCode ?? 500, securityHeaders),
  )
  await app.ready()
  return app

  async function sendImage(
    request: FastifyRequest<{ Params: { '*': string } }>,
    reply: FastifyReply,
  ) {
    const path = request.params['*']
    const place = await findImage(contentDir, path)
    if (place === null) return refuseImage(reply, 404, securityHeaders)
    const isStored = storedImageSize(`/${MEDIA_FOLDER}/${path}`) !== null
    reply.headers({
      ...securityHeaders,
      'content-security-policy': IMAGE_POLICY,
      'cache-control': isStored ? FOR_EVER : FOR_AN_HOUR,
    })
    return reply.sendFile(path, place.slice(0, -path.length))
  }
}

/** No image, one that went away between two looks at it, or a range that it does not have. */
export function refuseImage(
  reply: FastifyReply,
  statusCode: number,
  headers: HeaderMap,
): FastifyReply {
  return reply
    .headers({ ...headers, 'cache-control': 'no-store' })
    .code(statusCode)
    .type('text/plain; charset=utf-8')
    .send(statusCode < 500 ? 'There is no such image.\n' : 'The image could not be sent.\n')
}
