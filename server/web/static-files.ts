/** Static files with `@fastify/static`, which handles ranges, 304 and content types. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { storedImageSize } from '#domain/image.ts'
import { NO_STORE } from '../answers/cached-answer.ts'
import { findImage, isImagePath, MEDIA_FOLDER } from '../content/files/media-files.ts'
import { NotFoundError } from '../errors.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_AN_HOUR = 'public, max-age=3600'
/** Policy of an image opened as a document: nothing is allowed. */
const IMAGE_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox"

type PageAssets = Record<'script' | 'sheet', string>

/** Manifest written by scripts/build.mjs. Addresses start with `/assets/`. */
export interface AssetManifest {
  /** Assets of visitors' pages; `panel` has those of the admin's. */
  site: PageAssets
  panel: PageAssets
  /** Classic script that sets the theme and loads the entry module after the first paint. */
  beforePaint: string
  /** Only the first one is preloaded. */
  fonts: string[]
}

/** Reads the manifest. @param folder dist/client @throws Error if the client is not built */
export function readManifest(folder: string): AssetManifest {
  const path = join(folder, 'manifest.json')
  if (!existsSync(path)) throw new Error('The client is not built: run `npm run build`.')
  // Written by our build.
  return JSON.parse(readFileSync(path, 'utf8')) as AssetManifest
}

/** Serves dist/client at /assets/, precompressed by the build and named by content hash. */
export function registerAssets(app: FastifyInstance, clientDir: string): void {
  app.register(
    async (assets) => {
      assets.setNotFoundHandler(() => {
        throw new NotFoundError('There is no such file.')
      })
      await assets.register(fastifyStatic, {
        root: join(clientDir, 'assets'),
        preCompressed: true,
        index: false,
        dotfiles: 'ignore',
        cacheControl: false,
        setHeaders: (reply) => reply.header('cache-control', FOR_EVER),
        // The compressed variants have no own addresses.
        allowedPath: (path) => !/\.(?:br|gz)$|\/\//.test(path),
      })
    },
    { prefix: '/assets' },
  )
}

/** Serves `media/` of the content folder; a path that is no image gets the 404 page. */
export function registerMedia(app: FastifyInstance, contentDir: string): void {
  app.register(async (media) => {
    await media.register(fastifyStatic, { serve: false, cacheControl: false, dotfiles: 'deny' })
    media.get<{ Params: { '*': string } }>(`/${MEDIA_FOLDER}/*`, async (request, reply) => {
      const path = request.params['*']
      if (!isImagePath(path)) {
        // An imported post may have an alias below /media/.
        reply.callNotFound()
        return reply
      }
      const place = await findImage(contentDir, path)
      if (place === null) {
        // The next save may add the image.
        reply.headers(NO_STORE)
        throw new NotFoundError('There is no such image.')
      }
      // The name of a stored image contains the hash of its bytes.
      const isImmutable = storedImageSize(`/${MEDIA_FOLDER}/${path}`) !== null
      reply.headers({
        'content-security-policy': IMAGE_POLICY,
        'cache-control': isImmutable ? FOR_EVER : FOR_AN_HOUR,
      })
      return reply.sendFile(path, place.slice(0, -path.length))
    })
  })
}
