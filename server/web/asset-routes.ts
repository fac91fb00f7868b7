/** The browser's files: named by their content, so they may be kept for ever. */
import type { FastifyInstance } from 'fastify'
import { type CachedAnswer, formOf, sendAnswer } from '../answers/cached-answer.ts'
import { NotFoundError } from '../errors.ts'
import type { AssetFile, Assets } from './assets.ts'
import type { HeaderMap } from './security-headers.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

/** Serves every file of `assets` under /assets/; another name is not found. */
export function registerAssets(
  app: FastifyInstance,
  { assets, securityHeaders }: { assets: Assets; securityHeaders: HeaderMap },
): void {
  const answers = new Map<string, CachedAnswer>()
  for (const [name, file] of assets.files) {
    answers.set(name, readyFile(name, file, securityHeaders))
  }
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const answer = answers.get(request.params['*'])
    if (!answer) throw new NotFoundError('There is no such file.')
    sendAnswer(request, reply, answer)
  })
}

/** Made of the forms that the build compressed, better than there would be time for here. */
function readyFile(name: string, file: AssetFile, securityHeaders: HeaderMap): CachedAnswer {
  const { identity, gzip, br, contentType } = file
  const etag = `"${name}"`
  const common = { 'cache-control': FOR_EVER, etag, vary: 'Accept-Encoding', ...securityHeaders }
  const notModified = Object.entries(common).flat()
  const head = [...notModified, 'content-type', contentType]
  return {
    statusCode: 200,
    etag,
    forms: {
      identity: formOf(head, identity),
      ...(gzip && { gzip: formOf([...head, 'content-encoding', 'gzip'], gzip) }),
      ...(br && { br: formOf([...head, 'content-encoding', 'br'], br) }),
    },
    notModified,
    isStored: true,
  }
}
