/** Login and logout. */
import * as z from 'zod'
import { instant, text } from '#domain/answers/parts.ts'
import { defineCall } from './call.ts'

/** Longer than any password, and little memory for a thousand concurrent logins. */
const LOGIN_BYTES_MAX = 64 * 1024

export const login = defineCall({
  summary: 'Log in with the password',
  body: z.object({ password: z.string({ error: 'Enter the password.' }) }),
  bodyLimit: LOGIN_BYTES_MAX,
  data: z.object({ token: text, expires_at: instant }),
  async handle({ body, request }, { auth }) {
    return { data: await auth.login(body.password, request.ip) }
  },
})

export const logout = defineCall({
  summary: 'Log out: revoke this token',
  data: z.null(),
  async handle({ request }, { auth }) {
    await auth.logout(request)
    return { data: null }
  },
})
