/** Deadlines with a number, over HTTP: check-ins, the line, the record, and what the API refuses. */
import { expect, it } from 'vitest'
import { type Author, ago, authorAt, SITE } from '../../scripts/test/dated-author.ts'
import { makeFolder } from './git-fixture.ts'
import { historyRead, leadsTo, ofFile, serve } from './live-server.ts'
import { parseXml } from './strict-xml.ts'

const cups = (goal: number, due: string) =>
  `title: Cups\ndue_date: ${due}\ngoal: ${goal} # drawn\nunit: cups\neach: 1\n`
const post = (day: string, more: string) =>
  `---\ntitle: Of ${day}\ntype: short\ndate: ${day}\n${more}---\n\nWords.\n`

/** One a day at first, then 2/3 from 10, then 1/2 from 14. */
function makeHistory({ git, commit }: Author): void {
  git('init', '-q', '-b', 'main')
  commit(20, { 'site.yaml': SITE, 'projects/drawings.yaml': cups(30, ago(-10)) })
  commit(15, { 'posts/first.md': post(ago(15), 'project: drawings\namount: 2.5\n') })
  git('mv', 'content/projects/drawings.yaml', 'content/projects/cups.yaml')
  commit(12, {})
  commit(10, { 'projects/cups.yaml': cups(30, ago(-20)) })
  commit(5, { 'posts/second.md': post(ago(5), 'project: cups\n') })
  commit(4, { 'projects/cups.yaml': cups(26, ago(-20)) }, 'Lower\n\nToo many')
  const hidden = `project: cups\namount: 100\n`
  commit(3, {
    'posts/draft.md': post(ago(3), `${hidden}draft: true\n`),
    'posts/later.md': post(ago(-3), hidden),
  })
}

const site = ofFile(async () => {
  const author = authorAt(makeFolder())
  makeHistory(author)
  const server = await serve({ ...author, folder: author.contentDir })
  await historyRead(server)
  return server
})

it.each([
  ['', { done: 3.5, expected: 16, behind: 12.5, posts: 2 }],
  [`?at=${ago(20)}`, { done: 0, expected: 0, behind: 0, posts: 0 }],
  [`?at=${ago(15)}`, { done: 2.5, expected: 5, behind: 2.5, posts: 1 }],
  [`?at=${ago(10)}`, { done: 2.5, expected: 10, behind: 7.5, posts: 1 }],
  [`?at=${ago(5)}`, { done: 3.5, expected: 13.333333, behind: 9.833333, posts: 2 }],
])('a goal by hand has its progress on the day of %j', async (at, progress) => {
  for (const id of ['cups', 'drawings']) {
    const { data } = await site().ask('GET', `/deadline-projects/${id}${at}`)
    expect(data).toMatchObject({ id: 'cups', unit: 'cups', start: 0, each: 1, progress })
  }
  const { data } = await site().ask('GET', `/deadline-projects${at}`)
  expect(data[0].progress).toEqual(progress)
})

it.each([
  [`cups?at=${ago(21)}`, 404, 'Project not found'],
  ['nothing', 404, 'Project not found'],
  ['nothing/posts', 404, 'Project not found'],
  [`cups?at=${ago(-1)}`, 400, '"at" must not be in the future.'],
])('a goal by hand is not found as %s', async (path, status, error) => {
  const answer = await site().ask('GET', `/deadline-projects/${path}`)
  expect([answer.status, answer.json.error]).toEqual([status, error])
})

it('a goal by hand has its line, what was done and its record', async () => {
  const { meta } = await site().ask('GET', '/deadline-projects/cups')
  const at = (daysAgo: number, value: number) => ({ day: ago(daysAgo), value })
  expect(meta.line).toEqual({
    expected: [at(20, 0), at(10, 10), at(4, 14), at(-20, 26)],
    done: [at(20, 0), at(15, 2.5), at(5, 3.5), at(0, 3.5)],
  })
  const changed = { kind: 'goal_changed', day: ago(4), from: '30 cups', to: '26 cups' }
  expect(meta.record).toMatchObject([
    { ...changed, reason: 'Too many', id: 'cups' },
    { kind: 'moved' },
    { kind: 'promised' },
  ])
  const { data } = await site().ask('GET', '/record?kind=goal_changed')
  expect(data).toEqual([meta.record[0]])
  expect((await site().get('/record.xml')).text).toContain(
    '<title>Goal changed: Cups, from 30 cups to 26 cups</title>',
  )
})

it('a goal by hand has its public posts as summaries, part by part', async () => {
  const first = await site().ask('GET', '/deadline-projects/drawings/posts?limit=1')
  expect([first.data.length, first.meta.total]).toEqual([1, 2])
  const counted = { id: 'cups', title: 'Cups', unit: 'cups' }
  expect(first.data[0]).toMatchObject({ amount: null, check_in: { ...counted, amount: 1 } })
  expect(first.data[0]).not.toHaveProperty('content')
  const rest = `/deadline-projects/cups/posts?cursor=${first.meta.next_cursor}`
  const { data, meta } = await site().ask('GET', rest)
  expect([data.length, meta.next_cursor]).toEqual([1, null])
  const former = { project: 'drawings', amount: 2.5, check_in: { ...counted, amount: 2.5 } }
  expect(data[0]).toMatchObject(former)
})

it('a goal by hand has a page, a feed, a card and reminders; a former id leads there', async () => {
  const { get } = site()
  expect(await leadsTo(site(), '/projects/drawings')).toBe('/projects/cups')
  expect(await leadsTo(site(), '/projects/nothing')).toBe('404')
  const { text } = await get('/projects/cups')
  expect(text).toContain('href="https://gap.example/projects/cups/feed.xml"')
  expect(text).toContain('"https://gap.example/og/projects/cups.png"')
  expect(text).toContain('"@type":"WebSite"')
  const feed = (await get('/projects/cups/feed.xml')).text
  parseXml(feed)
  expect(feed.match(/<entry>/g)).toHaveLength(2)
  expect((await get('/og/projects/cups.png')).headers['content-type']).toBe('image/png')
  expect((await get('/sitemap.xml')).text).toContain('<loc>https://gap.example/projects/cups</loc>')
  const { text: calendar } = await get('/deadlines.ics')
  expect(calendar.match(/TRIGGER:\S+|ACTION:\S+/g)).toEqual([
    ...['ACTION:DISPLAY', 'TRIGGER:-P7D', 'ACTION:DISPLAY', 'TRIGGER:-P1D'],
  ])
})

const NEW = { title: 'Weight', due_date: ago(-30), goal: 80, start: 90, unit: 'kg' }
const texts = { stake: '50 € if missed', description: 'Why.\n\nHow.' }

it('a goal by the API is written, changed with its reason and taken away', async () => {
  const { call, head, git, text } = site()
  const made = await call('POST', '/deadline-projects', { ...NEW, ...texts, each: -0.5 })
  expect(made).toMatchObject({
    status: 201,
    data: { ...NEW, ...texts, id: 'weight', each: -0.5 },
  })
  expect(made.data.progress).toEqual({ done: 90, expected: 90, behind: 0, posts: 0 })
  const path = '/deadline-projects/weight'
  const lowered = { goal: 82.12345678, each: null, reason: 'Slower' }
  expect((await call('PATCH', path, lowered)).data).toMatchObject({ goal: 82.123457, each: 0 })
  expect(git('log', '-1', '--format=%b').trim()).toBe('Slower')
  expect(text('content/projects/weight.yaml')).not.toContain('each')
  const before = head()
  expect((await call('PATCH', path, { goal: 82.123457, start: 90 })).meta.commit).toBe(null)
  expect(head()).toBe(before)
  const none = { goal: '', start: null, unit: '', stake: null, description: '' }
  const { data } = await call('PATCH', path, none)
  expect(data).toMatchObject({ goal: null, start: 0, unit: null, stake: null, description: null })
  expect(data.progress).toBe(null)
  expect(text('content/projects/weight.yaml')).toBe(
    `title: Weight\ndue_date: ${ago(-30)}\nstatus: Not Started\n`,
  )
})

it.each([
  ['goal', { goal: '30' }],
  ['goal', { goal: 1e9 + 1 }],
  ['start', { start: true }],
  ['each', { each: '1,5' }],
  ['unit', { unit: 'u'.repeat(21) }],
  ['stake', { stake: 's'.repeat(201) }],
  ['description', { description: 'd'.repeat(2001) }],
  ['goal', { goal: 5, start: 5 }],
  ['start', { start: 26 }],
])('a goal by the API is refused for its %s (%#)', async (name, fields) => {
  const { status, json } = await site().call('PATCH', '/deadline-projects/cups', fields)
  expect([status, json.code, Object.keys(json.fields)]).toEqual([400, 'validation', [name]])
  expect(json.error).toMatch(/^The .* (?:must|has more than)/)
})

it('a goal by the API has check-ins by a post with an amount', async () => {
  const { call } = site()
  const input = { title: 'Check-in', content: 'Two more.', project: 'drawings', amount: 2 }
  const { data, status } = await call('POST', '/posts', input)
  expect([status, data.amount, data.check_in.id]).toEqual([201, 2, 'cups'])
  const done = async () => (await call('GET', '/deadline-projects/cups')).data.progress.done
  expect(await done()).toBe(5.5)
  expect((await call('PUT', `/posts/${data.id}`, { amount: '' })).data.amount).toBe(null)
  expect(await done()).toBe(4.5)
  const unknown = await call('PUT', `/posts/${data.id}`, { project: 'nothing' })
  expect([unknown.status, Object.keys(unknown.json.fields)]).toEqual([400, ['project']])
  const text = await call('PUT', `/posts/${data.id}`, { amount: '2' })
  expect([text.status, Object.keys(text.json.fields)]).toEqual([400, ['amount']])
  await call('DELETE', `/posts/${data.id}`)
  expect(await done()).toBe(3.5)
})
