/** Images that wait for the post of a preview link: served below the link's address alone. */
import type { FastifyInstance } from 'fastify'
import type { Generation } from '../queries/generation.ts'
import { previewedPost } from '../queries/preview.ts'
import type { QueryContext } from '../queries/query-context.ts'
import { type HeaderMap, privatePageHeaders } from './security-headers.ts'
import { IMAGE_POLICY, refuseImage } from './static-files.ts'

interface PreviewImageDeps {
  generation(): Generation
  contextOf(generation: Generation): QueryContext
  /** The bytes of an image that waits at a path in the content folder. */
  images: { read(path: string): Promise<Buffer | null> }
  securityHeaders: HeaderMap
}

/** Serves them; one that is in a commit meanwhile is where every image is. */
export function registerPreviewImages(app: FastifyInstance, deps: PreviewImageDeps): void {
  const { generation, contextOf, images } = deps
  const headers = privatePageHeaders(deps.securityHeaders)
  app.get<{ Params: { token: string; year: string; name: string } }>(
    '/preview/:token/media/:year/:name',
    async ({ params: { token, year, name } }, reply) => {
      const found = await previewedPost(token, contextOf(generation()))
      const path = `media/${year}/${name}`
      // A link shows the images of its post alone.
      if (!found?.post.content.includes(`/${path}`)) return refuseImage(reply, 404, headers)
      const bytes = await images.read(path)
      if (bytes === null) return reply.headers(headers).redirect(`/${path}`, 302)
      return reply
        .headers({ ...headers, 'content-security-policy': IMAGE_POLICY })
        .type('image/webp')
        .send(bytes)
    },
  )
}
