/** Files as they lie on the disk, by `@fastify/static`: ranges, 304 and types are its work. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { storedImageSize } from '#domain/image.ts'
import { findImage, isImagePath, MEDIA_FOLDER } from '../content/files/media-files.ts'
import { NotFoundError } from '../errors.ts'
import type { HeaderMap } from './security-headers.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_AN_HOUR = 'public, max-age=3600'
/** Opened by itself an image is a document: it may do nothing at all. */
const IMAGE_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox"

/** A module that starts a page, and its style sheet. */
type PageAssets = Record<'script' | 'sheet', string>

/** What is read of the file that scripts/build.mjs writes. Addresses start with `/assets/`. */
export interface AssetManifest {
  /** What visitors' pages load, and what the admin's do. */
  site: PageAssets
  panel: PageAssets
  /** The classic script that sets the theme, and loads the others once something is painted. */
  beforePaint: string
  /** The first alone is worth waiting for. */
  fonts: string[]
}

/** @param folder dist/client @throws Error when the client has not been built */
export function readManifest(folder: string): AssetManifest {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) throw new Error('The client is not built: run `npm run build`.')
  // Written by our own build, so its shape is known.
  return JSON.parse(readFileSync(path, 'utf8')) as AssetManifest
}

/**
 * Serves the browser's files under /assets/, in the forms that the build compressed. They are named by
 * their content. @param clientDir dist/client
 */
export function registerAssets(app: FastifyInstance, clientDir: string): void {
  app.register(
    async (assets) => {
      // An address that leads out of the folder is answered like any other unknown one.
      const refuse = () => {
        throw new NotFoundError('There is no such file.')
      }
      assets.setNotFoundHandler(refuse)
      assets.setErrorHandler(refuse)
      await assets.register(fastifyStatic, {
        root: join(clientDir, 'assets'),
        preCompressed: true,
        index: false,
        dotfiles: 'ignore',
        cacheControl: false,
        setHeaders: (reply) => reply.header('cache-control', FOR_EVER),
        // The compressed forms have no addresses.
        allowedPath: (path, _root, request) =>
          !/\.(?:br|gz)$/.test(request.url) && !path.includes('//'),
      })
    },
    { prefix: '/assets' },
  )
}

interface MediaDeps {
  contentDir: string
  securityHeaders: HeaderMap
}

/** Serves `media/` of the content folder at /media/; what is no image's name is an unknown page. */
export function registerMedia(app: FastifyInstance, deps: MediaDeps): void {
  const { contentDir, securityHeaders } = deps
  app.register(async (media) => {
    await media.register(fastifyStatic, { serve: false, cacheControl: false, dotfiles: 'deny' })
    media.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
      refuseImage(reply, error.statusCode ?? 500, securityHeaders),
    )
    media.get<{ Params: { '*': string } }>(`/${MEDIA_FOLDER}/*`, async (request, reply) => {
      const path = request.params['*']
      if (!isImagePath(path)) {
        // Another site may have had pages there, which are aliases of posts.
        reply.callNotFound()
        return reply
      }
      const place = await findImage(contentDir, path)
      if (place === null) return refuseImage(reply, 404, securityHeaders)
      // The name of a stored image holds the digest of its bytes.
      const isStored = storedImageSize(`/${MEDIA_FOLDER}/${path}`) !== null
      reply.headers({
        'content-security-policy': IMAGE_POLICY,
        'cache-control': isStored ? FOR_EVER : FOR_AN_HOUR,
      })
      return reply.sendFile(path, place.slice(0, -path.length))
    })
  })
}

/** No image, or a range that it does not have. Not to be kept: it may come with the next save. */
function refuseImage(reply: FastifyReply, statusCode: number, headers: HeaderMap): FastifyReply {
  return reply
    .headers({ ...headers, 'cache-control': 'no-store' })
    .code(statusCode)
    .type('text/plain; charset=utf-8')
    .send(statusCode < 500 ? 'There is no such image.\n' : 'The image could not be sent.\n')
}
