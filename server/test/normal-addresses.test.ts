/** Names with accents: one post, however its file and the address that asks for it spell them. */
import { expect, it } from 'vitest'
import { postFile, serverOfFile, startServer } from './live-server.ts'

const [NFC, NFD] = (['NFC', 'NFD'] as const).map((form) => 'café-tür'.normalize(form))
const spelled = [NFC, NFD].map((name) => encodeURIComponent(name ?? ''))

it.each([NFC, NFD])('the post in the file %j answers to both spellings anywhere', async (name) => {
  const tag = 'Été'.normalize('NFD')
  const server = await startServer({
    [`posts/${name}.md`]: postFile('A', `tags: [${tag}]\nproject: ${NFD}\naliases: [old-${NFD}]\n`),
    [`projects/${name}.yaml`]: 'title: P\ndue_date: 2026-12-31\n',
  })
  const statusOf = async (path: string) => (await server.get(path)).status
  for (const id of spelled) {
    expect(await statusOf(`/post/${id}`)).toBe(200)
    expect(await statusOf(`/api/posts/${id}`)).toBe(200)
    expect(await statusOf(`/og/${id}.png`)).toBe(200)
    expect(await statusOf(`/post/old-${id}`)).toBe(301)
    const ids = async (path: string) =>
      (await server.call('GET', path)).data.map((post: { id: string }) => post.id)
    expect(await ids(`/posts/admin?id=${id}`)).toEqual([NFC])
    expect((await server.call('GET', `/history?post=${id}`)).status).toBe(200)
    expect((await server.call('GET', `/history?project=${id}`)).status).toBe(200)
    const form = id === spelled[0] ? 'NFC' : 'NFD'
    const asked = encodeURIComponent('Été'.normalize(form))
    expect(await ids(`/posts/public?tag=${asked}`)).toEqual([NFC])
    const saved = await server.call('PUT', `/posts/${id}`, { title: `B ${form}` })
    expect([saved.status, saved.data.id]).toEqual([200, NFC])
  }
  expect(server.git('ls-files', '-z', 'posts')).toBe(`posts/${name}.md\0`)
})

const NAME = `posts/${NFD}.md`
const files = serverOfFile({ [NAME]: postFile('A'), [`media/${NFD}.png`]: 'x' })

it.each([
  ['an image', `/media/${spelled[1]}.png`, 200],
  ['no image of another spelling', `/media/${spelled[0]}.png`, 404],
  ['a content file', `/api/files?path=${encodeURIComponent(NAME)}`, 200],
])('the name of a file is left as it is: %s', async (_, path, status) => {
  expect((await files().request('GET', path)).status).toBe(status)
})
