/** Site, `check` and `verify` agree on breaks; no post is of the days from 12 to 7 days ago. */
import { expect, it } from 'vitest'
import { formatLongDay } from '#domain/days/day.ts'
import { makeFolder, until } from '../../server/test/git-fixture.ts'
import { historyRead, serve } from '../../server/test/live-server.ts'
import { ago, authorAt, SITE } from '../test/dated-author.ts'
import { content } from '../test/hook-fixture.ts'

const long = (daysAgo: number) => formatLongDay(ago(daysAgo))
const daysOf = ([from, to]: readonly [number, number]) =>
  Array.from({ length: from - to + 1 }, (_, at) => ago(from - at))
/** A site.yaml with a break from 12 days ago; without one for null. */
const siteOf = (to: number | null, from = 12, more = '') =>
  to === null
    ? SITE
    : `${SITE}${more}breaks:\n  - from: ${ago(from)}\n    to: ${ago(to)}\n    reason: Holidays\n`

/** A served author who commits a post a day, and site.yaml as it is from a day on. */
async function served(sites: Record<number, string>) {
  const author = authorAt(makeFolder())
  author.git('init', '-q', '-b', 'main')
  for (let day = 20; day >= 0; day -= 1) {
    const text = `---\ntype: short\ndate: ${ago(day)}\n---\n\nA text.\n`
    const post = day > 12 || day < 7 ? { [`posts/a-${day}.md`]: text } : {}
    const site = sites[day] ?? (day === 20 ? SITE : undefined)
    if (site || day > 12 || day < 7) {
      author.commit(day, { ...post, ...(site && { 'site.yaml': site }) })
    }
  }
  const server = await serve({ ...author, folder: author.contentDir })
  await historyRead(server)
  return { author, server }
}

const TOO_LATE = 'does not hold: no commit before that day has it.'
const LONGER = `holds only to ${long(10)}: no earlier commit has it longer.`

/** site.yaml as committed and as it is; streak, failure days, what holds, what is said of it. */
it.each<[string, Record<number, string>, string | null, number[], [12, number] | null, string?]>([
  ['in time', { 13: siteOf(7) }, null, [15, 0], [12, 7]],
  ['too late', { 12: siteOf(7) }, null, [7, 6], null, TOO_LATE],
  ['longer on the way', { 15: siteOf(10), 9: siteOf(7) }, null, [7, 3], [12, 10], LONGER],
  ['taken back', { 15: siteOf(7), 11: siteOf(null) }, null, [7, 6], null],
  ['in no commit', {}, siteOf(7), [7, 6], null, TOO_LATE],
])('a break %s', async (_, sites, uncommitted, figures, held, sentence) => {
  const { author, server } = await served(sites)
  if (uncommitted) author.put('content/site.yaml', uncommitted)
  if (uncommitted) await server.store.rescan()
  const answered = async (path: string) => (await server.ask('GET', path)).data

  const streak = await answered('/posts/streak')
  expect([streak.current_streak, streak.failure_days, streak.weekly]).toEqual([...figures, null])
  const days = held ? daysOf(held) : []
  const plain = { count: 0, ids: [], late: 0, break: true, reason: 'Holidays' }
  const heatmap: { break?: true }[] = await answered('/posts/heatmap')
  expect(heatmap.filter((day) => day.break)).toEqual(days.map((date) => ({ date, ...plain })))
  expect(heatmap).toHaveLength(15 + days.length)
  const page = await server.page('/stats?range=year')
  expect(page.split('on a break: Holidays')).toHaveLength(1 + days.length)
  const [commit] = author.git('log', '--reverse', '-SHolidays', '--format=%H').split('\n')
  const [from, to] = [days[0], days.at(-1)]
  const told = { kind: 'break', day: from, title: null, id: null, reason: 'Holidays' }
  const entry = { ...told, commit, from, to, days_late: null }
  expect(await answered('/record?kind=break')).toEqual(held ? [entry] : [])
  expect((await server.page('/record.xml')).includes('Break from')).toBe(held !== null)

  const reason = `The break from ${long(12)} ${sentence}`
  const { problems } = (await server.call('GET', '/status')).data
  expect(problems).toEqual(sentence ? [{ file: 'site.yaml', line: 3, reason }] : [])
  const { contentDir } = author
  const checked = await content(['check'], { CONTENT_DIR: contentDir, INIT_CWD: contentDir })
  const warning = sentence ? `site.yaml:3: warning: ${reason}\n` : ''
  expect([checked.status, checked.out]).toEqual([0, warning])
  const clone = authorAt(makeFolder())
  clone.git('clone', '-q', `file://${author.folder}`, '.')
  const args = ['verify', '--json', '--site', server.address]
  const verified = await content(args, { CONTENT_DIR: clone.contentDir })
  expect([verified.status, JSON.parse(verified.out)]).toMatchObject([0, { streak, heatmap }])
})

it('a break to come is announced by a save of the panel, and taken back by a commit', async () => {
  const { author, server } = await served({})
  const { data } = await server.call('GET', '/files?path=site.yaml')
  const save = { path: 'site.yaml', text: siteOf(-3, -1, 'weekly_target: 1\n') }
  const problems = async () => (await server.call('GET', '/status')).data.problems
  author.put('content/site.yaml', save.text)
  await server.store.rescan()
  const reason = expect.stringContaining('holds once it is committed before that day.')
  expect(await problems()).toMatchObject([{ line: 4, reason }])
  author.put('content/site.yaml', SITE)
  await server.store.rescan()
  const { meta } = await server.call('PUT', '/files', { ...save, revision: data.revision })
  const { ask } = server
  const record = await ask('GET', '/record?kind=break')
  expect(record.data).toMatchObject([{ day: ago(-1), to: ago(-3), commit: meta.commit }])
  expect((await ask('GET', '/posts/streak')).data).toMatchObject({ weekly: { target: 1 } })
  expect(await problems()).toEqual([])
  expect(await server.page('/record.xml')).not.toContain('Break from')
  author.commit(0, { 'site.yaml': SITE })
  await until(async () => (await ask('GET', '/record?kind=break')).data.length === 0)
})

it('a check tells where the commits cannot be read', async () => {
  const author = authorAt(makeFolder())
  author.put('content/site.yaml', siteOf(7))
  const { status, out } = await content(['check'], { CONTENT_DIR: author.contentDir })
  expect([status, out]).toEqual([0, expect.stringContaining('warning: There is no git repository')])
})
