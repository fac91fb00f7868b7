/** The browser's files: named by their content, so they may be kept for ever. */
import type { FastifyInstance } from 'fastify'
import { type CachedAnswer, sendAnswer } from '../answers/cached-answer.ts'
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
  const etag = `"${name}"`
  const common = ['cache-control', FOR_EVER, 'etag', etag, 'vary', 'Accept-Encoding']
  const own = [...common, ...Object.entries(securityHeaders).flat()]
  const form = (body: Buffer | null, ...encoding: string[]) =>
    body && {
      headers: [...own, 'content-type', file.contentType, ...encoding, ...lengthOf(body)],
      body,
    }
  return {
    statusCode: 200,
    etag,
    length: file.identity.length,
    identity: form(file.identity),
    gzip: form(file.gzip, 'content-encoding', 'gzip'),
    br: form(file.br, 'content-encoding', 'br'),
    notModified: own,
    plainHeaders: [...own, 'content-type', file.contentType, ...lengthOf(file.identity)],
  }
}

const lengthOf = (body: Buffer) => ['content-length', String(body.length)]
