/** Uses a running site as its admin and a visitor would; throws at the first thing that is not so. */

/** A red pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** Logs in, saves a post with an image, and reads both, the social card too. */
export async function visitSite({ address, password }) {
  const ask = async (path, { status = 200, ...request } = {}) => {
    const answer = await fetch(address + path, request)
    if (answer.status === status) return answer
    throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
  const send = async (path, body, more = {}) => {
    const headers = { 'content-type': 'application/json', ...more.headers }
    const bytes = typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : body
    const answer = await ask(path, { method: 'POST', body: bytes, ...more, headers })
    return (await answer.json()).data
  }
  await ask('/readyz')
  const { token } = await send('/api/auth/login', { password })
  const authorization = `Bearer ${token}`
  const image = await send('/api/media?name=dot.png', Buffer.from(PIXEL, 'base64'), {
    status: 201,
    headers: { authorization, 'content-type': 'image/png' },
  })
  const post = { type: 'essay', title: 'From the image', content: `![A dot](${image.path})` }
  const { id } = await send('/api/posts', post, { status: 201, headers: { authorization } })
  const page = await (await ask(`/post/${id}`)).text()
  if (!page.includes('From the image')) throw new Error('The post is not on its page.')
  await ask(image.path)
  const card = await ask(`/og/${id}.png`)
  if (card.headers.get('content-type') !== 'image/png') throw new Error('There is no social card.')
}
