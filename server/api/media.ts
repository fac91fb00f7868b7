/** Uploads of images. The body is the image, not JSON. */
import type { FastifyError, FastifyInstance } from 'fastify'
import * as z from 'zod'
import { addedImageSchema } from '#domain/answers/admin-answers.ts'
import { text } from '#domain/answers/parts.ts'
import { IMAGE_BYTES_MAX, IMAGE_TYPES } from '#domain/image.ts'
import { AppError, BadRequestError, NotFoundError } from '../errors.ts'
import { defineCall } from './call.ts'
import { handleApiError } from './error-handler.ts'

export const uploadImage = defineCall({
  summary: 'Upload an image; the first saved post that uses it commits it',
  query: z.object({
    name: text.optional().describe("The file's name, for the address"),
  }),
  body: z.unknown().meta({ format: 'binary' }),
  bodyTypes: IMAGE_TYPES,
  registerBody: registerImageBody,
  data: addedImageSchema,
  statusCode: 201,
  async handle({ query, request: { body } }, { images, context }) {
    if (body === undefined) throw otherType()
    if (!Buffer.isBuffer(body) || body.length === 0) {
      throw new BadRequestError('The image is empty.', 'unreadable_image')
    }
    const year = context().today.slice(0, 4)
    return { data: await images.add({ bytes: body, name: query.name ?? '', year }) }
  },
})

/** For the preview of a text with uncommitted images. */
export const readPendingImage = defineCall({
  summary: 'An uploaded image that is not committed yet',
  params: z.object({ year: text, name: text }),
  data: z.object({ url: text.describe('The image itself, as a data: address') }),
  async handle({ params: { year, name } }, { images }) {
    const bytes = await images.read(`media/${year}/${name}`)
    if (bytes === null) throw new NotFoundError('There is no such image.')
    return { data: { url: `data:image/webp;base64,${bytes.toString('base64')}` } }
  },
})

/** Parses image bodies, on a separate app. */
function registerImageBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [...IMAGE_TYPES],
    { parseAs: 'buffer', bodyLimit: IMAGE_BYTES_MAX },
    (_request, body, done) => done(null, body),
  )
  // Refused before the body is read.
  app.addContentTypeParser('*', (_request, _body, done) => done(otherType()))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    const tooLarge = new AppError(413, 'too_large', 'The image is larger than 10 MiB.')
    return handleApiError(isLarge ? tooLarge : error, request, reply)
  })
}

function otherType(): AppError {
  const sentence = 'Only PNG, JPEG, WebP, GIF and AVIF images can be added.'
  return new AppError(415, 'unsupported_media_type', sentence)
}
