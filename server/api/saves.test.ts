/** Saves over the real repository: two from one revision, projects, and the history that they make. */
import { expect, it } from 'vitest'
import { AT_HALF_PAST_NINE, apiOfFile, postFile, startServer } from '../test/live-server.ts'
import { times } from '../test/times.ts'

const TEXT = Array.from({ length: 12 }, (_, line) => `Line ${line}.`).join('\n\n')
const PAIRS = Array.from({ length: times(8, 100) }, (_, n) => `p${n}`)
const ids = ['merged', 'refused', 'shown', 'paged', 'undone', ...PAIRS]
const server = apiOfFile({
  ...Object.fromEntries(ids.map((id) => [`posts/${id}.md`, postFile(id, '', `${id}\n\n${TEXT}`)])),
  'projects/fields.yaml': 'title: P\ndue_date: 2026-12-01\n',
})

it('a save that is sent again after a lost answer is one commit', async () => {
  let { now } = AT_HALF_PAST_NINE
  const files = { 'posts/twice.md': postFile('twice') }
  const { call } = await startServer(files, {}, { now: () => now() })
  const { revision } = (await call('GET', '/posts/twice')).data
  const save = () => call('PUT', '/posts/twice', { content: 'Sent twice.', revision })
  const first = await save()
  now = () => AT_HALF_PAST_NINE.now() + 5000
  const { meta, data } = await save()
  expect([meta.commit, data.revision]).toEqual([null, first.data.revision])
})

it('two saves from one revision are refused with both texts where they change the same place', async () => {
  const { call, git } = server()
  const { headers, data } = await call('GET', '/posts/refused')
  const changed = (to: string) => ({ content: data.content.replace('Line 3.', to) })
  await call('PUT', '/posts/refused', { ...changed('Mine.'), revision: data.revision })
  const head = git('rev-parse', 'HEAD')
  const known = { 'if-match': `${headers.etag}, W/"other.one"` }
  const refused = await call('PUT', '/posts/refused', changed('Yours.'), known)
  expect(refused).toMatchObject({
    ...{ status: 409, code: 'conflict' },
    json: { base: { id: 'refused', content: data.content, revision: data.revision } },
    current: { content: changed('Mine.').content, html: expect.stringContaining('Mine.') },
  })
  const unknown = { content: 'New text.', revision: 'f'.repeat(40) }
  expect(await call('PUT', '/posts/refused', unknown)).toMatchObject({
    ...{ status: 409, code: 'conflict', json: { base: null }, current: { id: 'refused' } },
  })
  expect(git('rev-parse', 'HEAD')).toBe(head)
})

it('two saves from one revision have one silent winner, and nothing of either is lost, many times', async () => {
  const saves = PAIRS.map(async (id) => {
    const { revision } = (await server().call('GET', `/posts/${id}`)).data
    const save = (content: string) => server().call('PUT', `/posts/${id}`, { content, revision })
    const answers = await Promise.all([save('One.'), save('Two.')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers[0].status === 200 ? 'One.' : 'Two.'
    expect(server().git('show', `HEAD:posts/${id}.md`)).toContain(winner)
    const loser = answers.find(({ status }) => status === 409)
    expect(loser?.current).toMatchObject({ content: winner })
  })
  await Promise.all(saves)
}, 120_000)

it('two saves from one revision of a project are merged by field or refused, and a move has its reason', async () => {
  const { revision } = (await server().call('GET', '/deadline-projects')).data[0]
  const save = (change: object) =>
    server().call('PATCH', '/deadline-projects/fields', { ...change, revision })
  const moved = await save({ due_date: '2026-12-31', reason: 'The tests took longer.' })
  expect(moved.meta.merged).toBeUndefined()
  const link = 'https://example.org/'
  const merged = await save({ link })
  const data = { due_date: '2026-12-31', link }
  expect(merged).toMatchObject({ meta: { merged: true }, data })
  const refused = await save({ due_date: '2027-06-01' })
  expect(refused).toMatchObject({ status: 409, current: data })
  const move = { from: '2026-12-01', to: '2026-12-31', reason: 'The tests took longer.' }
  const moves = async () => (await server().call('GET', '/deadline-projects')).data[0].moves
  await expect.poll(moves).toMatchObject([{ ...move, commit: moved.meta.commit }])
})

const commitsOf = (entries: { commit: string }[]) => entries.map(({ commit }) => commit)

it('the history lists commits of a post, newest first, and shows the post as each had it', async () => {
  const { call } = server()
  const { meta } = await call('PUT', '/posts/shown', { title: 'B' })
  await call('PUT', '/posts/shown', { title: 'C' })
  const { data } = await call('GET', '/history?post=shown')
  expect(data).toHaveLength(3)
  expect(Object.keys(data[0])).toEqual(['commit', 'author', 'date', 'subject', 'files'])
  expect(data[1]).toMatchObject({ commit: meta.commit, files: ['posts/shown.md'] })
  const old = await call('GET', `/history/${meta.commit}?post=shown`)
  expect(old.data).toMatchObject({ id: 'shown', title: 'B' })
  const none = '0'.repeat(40)
  for (const path of [`${none}?post=shown`, `${meta.commit}?post=z`]) {
    expect((await call('GET', `/history/${path}`)).code).toBe('not_found')
  }
  expect((await call('POST', `/history/${none}/revert`)).status).toBe(404)
})

it('the history is listed in pages', async () => {
  for (const title of ['B', 'C', 'D']) await server().call('PUT', '/posts/paged', { title })
  const all = await server().call('GET', '/history?post=paged')
  expect([all.data.length, all.meta.next_cursor]).toEqual([4, null])
  for (const of of ['post=paged&', '']) {
    const seen = []
    let cursor = ''
    do {
      const { data, meta } = await server().call('GET', `/history?${of}limit=3${cursor}`)
      seen.push(...data)
      cursor = meta.next_cursor === null ? '' : `&cursor=${meta.next_cursor}`
    } while (cursor !== '')
    expect(commitsOf(seen).slice(0, 3)).toEqual(commitsOf(all.data).slice(0, 3))
    expect(seen.at(-1)).toMatchObject({ commit: commitsOf(all.data).at(-1) })
  }
  for (const bad of ['limit=0', 'limit=101', 'cursor=x', 'cursor=-1']) {
    expect((await server().call('GET', `/history?${bad}`)).status).toBe(400)
  }
})

it('the history takes back a change that later ones leave alone, and refuses what no longer applies', async () => {
  const { call } = server()
  const { content } = (await call('GET', '/posts/undone')).data
  const first = await call('PUT', '/posts/undone', { content: content.replace('e 0', 'e zero') })
  const both = first.data.content.replace('e 11', 'e eleven')
  await call('PUT', '/posts/undone', { content: both })
  expect((await call('POST', `/history/${first.meta.commit}/revert`)).status).toBe(200)
  const { data } = await call('GET', '/posts/undone')
  expect(data.content).toBe(both.replace('e zero', 'e 0'))
  const { meta } = await call('PUT', '/posts/undone', { content: 'One.' })
  await call('PUT', '/posts/undone', { content: 'Two.' })
  const { status, code } = await call('POST', `/history/${meta.commit}/revert`)
  expect([status, code]).toEqual([409, 'conflict'])
})
