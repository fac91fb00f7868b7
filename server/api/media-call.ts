/** Adding an image. Its body is the image itself, not JSON. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IMAGE_BYTES_MAX, IMAGE_TYPES } from '#domain/image.ts'
import { AppError, BadRequestError, NotFoundError } from '../errors.ts'
import type { PendingImages } from '../media/pending-images.ts'
import type { Moment } from '../queries/generation.ts'
import { handleApiError } from './http/error-handler.ts'
import { pathPart, replyData } from './http/reply.ts'

export interface MediaEdges {
  images: Pick<PendingImages, 'add' | 'read'>
  moment(): Moment
}

/** Takes bodies that are images, on an app of their own. */
export function registerImageBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [...IMAGE_TYPES],
    { parseAs: 'buffer', bodyLimit: IMAGE_BYTES_MAX },
    (_request, body, done) => done(null, body),
  )
  // Refused before it is read.
  app.addContentTypeParser('*', (_request, _body, done) => done(otherType()))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    return handleApiError(isLarge ? tooLarge() : error, request, reply)
  })
}

/** The handlers. */
export function createMediaCalls({ images, moment }: MediaEdges) {
  async function addImage(request: FastifyRequest, reply: FastifyReply) {
    const { body } = request
    if (body === undefined) throw otherType()
    if (!Buffer.isBuffer(body) || body.length === 0) {
      throw new BadRequestError('The image is empty.', 'unreadable_image')
    }
    const { name } = request.query as { name?: unknown } // what the address says, unchecked
    const image = await images.add({
      bytes: body,
      name: typeof name === 'string' ? name : '',
      year: moment().today.slice(0, 4),
    })
    return replyData(reply, image, { statusCode: 201 })
  }

  /** For the preview of a text that was kept while its images were not published. */
  async function readWaitingImage(request: FastifyRequest, reply: FastifyReply) {
    const path = `media/${pathPart(request, 'year')}/${pathPart(request, 'name')}`
    const bytes = await images.read(path)
    if (bytes === null) throw new NotFoundError('There is no such image.')
    return replyData(reply, { url: `data:image/webp;base64,${bytes.toString('base64')}` })
  }

  return { addImage, readWaitingImage }
}

function otherType(): AppError {
  const sentence = 'Only PNG, JPEG, WebP, GIF and AVIF images can be added.'
  return new AppError(415, 'unsupported_media_type', sentence)
}

function tooLarge(): AppError {
  return new AppError(413, 'too_large', 'The image is larger than 10 MiB.')
}
