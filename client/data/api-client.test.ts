import { afterEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../state/session.ts'
import { callApi } from './api-client.ts'

/** Calls are answered by `answer`; the list has what was sent. */
function answerWith(answer: () => Promise<Response>): Request[] {
  const asked: Request[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push(new Request(`http://gap.example${path}`, init))
    return answer()
  })
  return asked
}

const reply = (status: number, body: string) => async () => new Response(body, { status })

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ token: null })
})

describe('a call', () => {
  it('sends JSON, and the token only while there is one', async () => {
    const asked = answerWith(reply(200, '{"data":1}'))
    expect(await callApi('GET', '/posts/tags')).toEqual({ data: 1 })
    useSession.setState({ token: 'abc' })
    await callApi('POST', '/auth/login', { password: 'x' })
    const [read, login] = asked
    expect(read?.url).toBe('http://gap.example/api/posts/tags')
    expect(read?.headers.has('authorization')).toBe(false)
    expect(login?.headers.get('authorization')).toBe('Bearer abc')
    expect(login?.headers.get('content-type')).toBe('application/json')
    expect(await login?.json()).toEqual({ password: 'x' })
  })

  it.each<[string, () => Promise<Response>, number, string]>([
    ["the server's sentence", reply(401, '{"error":"Invalid password"}'), 401, 'Invalid password'],
    ['the fallback for an answer that is not ours', reply(502, '<html>'), 502, 'An error occurred'],
    ['the fallback for a success that is not ours', reply(200, 'ok'), 200, 'An error occurred'],
    ['a network failure', () => Promise.reject(new TypeError('x')), 0, 'Network error occurred'],
  ])('fails with %s', async (_, answer, statusCode, message) => {
    answerWith(answer)
    await expect(callApi('GET', '/x')).rejects.toMatchObject({ statusCode, message })
  })
})
