/** Login and logout. */
import * as z from 'zod'
import { BadRequestError } from '../errors.ts'
import type { Call } from './call.ts'
import { replyData } from './http/reply.ts'
import { instant, text } from './schemas.ts'

export const login: Call = {
  tag: 'Login',
  summary: 'A token for the password',
  body: z.object({ password: text }),
  data: z.object({ token: text, expires_at: instant }),
  isUncached: true,
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

function passwordOf(body: unknown): unknown {
  if (body === undefined || body === null) return undefined
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new BadRequestError('The body must be a JSON object.')
  }
  return 'password' in body ? body.password : undefined
}
