import { describe, expect, it } from 'vitest'
import { createApiClient } from './api-client.ts'

/** A client whose calls are answered by `answer`; `asked` keeps what was sent. */
function clientWith(answer: () => Promise<Response>, token: string | null = null) {
  const asked: Request[] = []
  const api = createApiClient({
    fetch: async (input, init) => {
      asked.push(new Request(`http://gap.example${input}`, init))
      return answer()
    },
    token: () => token,
  })
  return { api, asked }
}

const reply = (status: number, body: string) => async () => new Response(body, { status })

describe('a call', () => {
  it('sends the token only while there is one', async () => {
    const signedIn = clientWith(reply(200, '{"data":1}'), 'abc')
    await signedIn.api.get('/posts/tags')
    expect(signedIn.asked[0]?.headers.get('authorization')).toBe('Bearer abc')
    const visitor = clientWith(reply(200, '{"data":1}'))
    expect(await visitor.api.get('/posts/tags')).toEqual({ data: 1 })
    expect(visitor.asked[0]?.headers.has('authorization')).toBe(false)
    expect(visitor.asked[0]?.url).toBe('http://gap.example/api/posts/tags')
  })

  it('sends JSON', async () => {
    const { api, asked } = clientWith(reply(200, '{"data":1}'))
    await api.send('POST', '/auth/login', { password: 'x' })
    expect(asked[0]?.headers.get('content-type')).toBe('application/json')
    expect(await asked[0]?.json()).toEqual({ password: 'x' })
  })

  it.each<[string, () => Promise<Response>, number, string]>([
    ["the server's sentence", reply(401, '{"error":"Invalid password"}'), 401, 'Invalid password'],
    ['the fallback for an answer that is not ours', reply(502, '<html>'), 502, 'An error occurred'],
    ['the fallback for a success that is not ours', reply(200, 'ok'), 200, 'An error occurred'],
    [
      'a network failure',
      () => Promise.reject(new TypeError('fetch failed')),
      0,
      'Network error occurred',
    ],
  ])('fails with %s', async (_, answer, statusCode, message) => {
    await expect(clientWith(answer).api.get('/x')).rejects.toMatchObject({ statusCode, message })
  })
})
