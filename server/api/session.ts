/** Login and logout. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { BadRequestError, TooManyRequestsError } from '../errors.ts'
import type { Call } from './call.ts'
import { registerJsonBody } from './http/json-body.ts'
import { replyData } from './http/reply.ts'
import { instant, text } from './schemas.ts'

/** More than a password and what JSON needs around it. */
const LARGE_BYTES = 16 * 1024
/** Anybody may send a login, so that few large ones are held in memory at once. */
const LARGE_MAX = 16
const LARGE_WAIT_SECONDS = 3

export const login: Call = {
  tag: 'Login',
  summary: 'A token for the password',
  body: z.object({ password: text }),
  data: z.object({ token: text, expires_at: instant }),
  isUncached: true,
  registerBody: registerLoginBody,
  async handle(request, reply, { auth }) {
    return replyData(reply, await auth.login(passwordOf(request.body), request.ip))
  },
}

export const logout: Call = {
  tag: 'Login',
  summary: 'Refuse this token from now on',
  data: z.null(),
  async handle(request, reply, { auth }) {
    await auth.logout(request)
    return replyData(reply, null)
  },
}

/** Takes JSON, on an app of its own. */
function registerLoginBody(app: FastifyInstance): void {
  registerJsonBody(app)
  let large = 0
  app.addHook('onRequest', async ({ headers }, { raw }) => {
    // A body that comes in chunks does not say how large it is.
    const bytes = Number(headers['content-length'] ?? (headers['transfer-encoding'] ? Infinity : 0))
    if (bytes <= LARGE_BYTES) return
    if (large >= LARGE_MAX) {
      throw new TooManyRequestsError('Too many logins at once. Try again.', LARGE_WAIT_SECONDS)
    }
    large += 1
    raw.once('close', () => {
      large -= 1
    })
  })
}

function passwordOf(body: unknown): unknown {
  if (body === undefined || body === null) return undefined
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new BadRequestError('The body must be a JSON object.')
  }
  return 'password' in body ? body.password : undefined
}
