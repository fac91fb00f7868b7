/** The admin changes a post's address: one commit, and the old address leads on. */
import { expect, it } from 'vitest'
import { leadsTo as leads, postFile, serverOfFile } from './live-server.ts'

const TEXT = 'A text that is long enough to be known again.\n'.repeat(4)
const FILE = postFile('A', '', TEXT)
const DRAFT = postFile('Plan', 'draft: true\n', TEXT)
const OTHERS = ['one', 'kept', 'stale', 'left', 'right', 'Loud']

const server = serverOfFile({
  'posts/2026/a.md': FILE,
  ...Object.fromEntries(OTHERS.map((id) => [`posts/${id}.md`, postFile(id, '', id + TEXT)])),
  'posts/2024-03-04-a.md': `# A\n\n${TEXT}`,
  'posts/plan.md': DRAFT,
  'posts/b.md': postFile('B', 'aliases: [was-b]\n'),
  'posts/broken.md': '---\ntitle: [\n---\nText\n',
})
const leadsTo = (path: string) => leads(server(), path)
const renaming = (id: string, to: string, revision?: string) =>
  server().call('POST', `/posts/${encodeURIComponent(id)}/rename`, { id: to, revision })

it('an address is changed in one commit that git takes for a rename, and undone', async () => {
  const { status, data, meta } = await renaming('a', 'Über Brot')
  expect([status, data.id, data.title]).toEqual([200, 'ueber-brot', 'A'])
  // At once, before any history is read.
  expect(await leadsTo('/post/a')).toBe('/post/ueber-brot')
  expect(await leadsTo('/api/posts/a')).toBe('/api/posts/ueber-brot')
  expect(server().git('log', '-1', '--format=%s%n%b').trim()).toBe(
    'Rename essay: A\nIts address was /post/a and is /post/ueber-brot.',
  )
  const moved = server().git('show', '--format=', '-M', '--name-status', 'HEAD').trim()
  expect(moved).toMatch(/^R\d+\tposts\/2026\/a\.md\tposts\/2026\/ueber-brot\.md$/)
  const text = server().text('posts/2026/ueber-brot.md')
  expect(text).toContain('aliases: [a]\n')
  expect(text.replace('aliases: [a]\n', '')).toBe(FILE)
  expect(server().git('status', '--porcelain')).toBe('')

  const undone = await server().call('POST', `/history/${meta.commit}/revert`)
  expect(undone.status).toBe(200)
  expect(server().text('posts/2026/a.md')).toBe(FILE)
  expect(await leadsTo('/post/a')).toBe('200')
})

it('a second change of address, and one back, leave each old one leading on', async () => {
  await renaming('one', 'two')
  await renaming('two', 'three')
  for (const old of ['one', 'two']) expect(await leadsTo(`/post/${old}`)).toBe('/post/three')
  expect((await renaming('three', 'one')).data.id).toBe('one')
  for (const old of ['two', 'three']) expect(await leadsTo(`/post/${old}`)).toBe('/post/one')
  expect(server().text('posts/one.md')).toContain('aliases: [two, three]\n')
  const same = await renaming('one', 'One')
  expect([same.status, same.meta.commit]).toEqual([200, null])
})

it('an address that is taken, reserved, empty or too long is refused in words', async () => {
  const head = server().head()
  const taken = ['b', 'was-b', 'broken']
  const rows = [
    ...taken.map((id) => [id, `Another post has the address '${id}', or had it before.`]),
    ['tags', "'tags' is a word that the site itself uses."],
    ['   ', 'Enter an address.'],
    ['!?', 'The address has no letter and no digit in it.'],
    ['x'.repeat(81), 'The address is longer than 80 characters or 200 bytes.'],
  ]
  for (const [id = '', sentence] of rows) {
    const { status, error, code } = await renaming('kept', id)
    expect([id, status, error, code]).toEqual([id, 400, sentence, 'validation'])
  }
  expect((await renaming('nothing', 'x')).status).toBe(404)
  expect((await server().ask('POST', '/posts/kept/rename', { id: 'x' })).status).toBe(401)
  expect(server().head()).toBe(head)
})

it('a change of address from an older version is refused, an edit under the old address is not', async () => {
  const { data } = await server().call('GET', '/posts/stale')
  await server().call('PUT', '/posts/stale', { title: 'Another' })
  const stale = await renaming('stale', 'fresh', data.revision)
  expect([stale.status, stale.code]).toEqual([409, 'conflict'])
  expect(await leadsTo('/post/stale')).toBe('200')
  await renaming('stale', 'fresh')
  const edited = { content: `${data.content}\n\nMore.`, revision: data.revision }
  const saved = await server().call('PUT', '/posts/stale', edited)
  expect([saved.status, saved.data.id]).toEqual([200, 'fresh'])
  expect(server().text('posts/fresh.md')).toMatch(/title: Another[\s\S]*More\./)
})

it('letters of every script stay, and a post keeps the day that its name gave it', async () => {
  const { data } = await renaming('2024-03-04-a', 'שלום-עולם')
  expect([data.id, data.day]).toEqual(['שלום-עולם', '2024-03-04'])
  expect(server().text('posts/שלום-עולם.md')).toContain('aliases: [2024-03-04-a]\n')
})

it('of two posts that want one address at the same time one gets it', async () => {
  const both = await Promise.all(['left', 'right'].map((id) => renaming(id, 'middle')))
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

it('a draft gets no alias, and another case is another address', async () => {
  await renaming('plan', 'idea')
  expect(server().text('posts/idea.md')).toBe(DRAFT)
  expect((await renaming('Loud', 'loud')).data.id).toBe('loud')
  expect(server().git('ls-files', 'posts/?oud.md')).toBe('posts/loud.md\n')
  const { data } = await server().call('GET', '/status')
  expect(data.problems).toMatchObject([{ file: 'posts/broken.md' }])
})
