/** One day for one post, wherever it is told, on the days on which clocks change. */
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { addDays, formatLongDay } from '#domain/days/day.ts'
import { makeRepository } from './git-fixture.ts'
import { type LiveServer, serve } from './live-server.ts'

/** Where clocks change, on the days on which they go forward and back. */
const ZONES = [
  ['Pacific/Kiritimati', '2026-03-29'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  // Half an hour from the others, and no change.
  ['Asia/Kolkata', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
] as const

const post = (date: string) => `---\ntype: essay\ndate: ${date}\n---\n\nText.\n`
const instantOf = (day: string, time: string, zone: string) =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).toInstant()

/** Posts of one day in every spelling, with one of the day before, and a project due that day. */
function filesOf(day: string, zone: string): Record<string, string> {
  const noon = instantOf(day, '12:00', zone)
  return {
    'site.yaml': `time_zone: ${zone}\n`,
    'posts/bare.md': post(day),
    'posts/early.md': post(`${day}T00:00:30`),
    'posts/late.md': post(`${day}T23:59:30`),
    'posts/zulu.md': post(noon.toString()),
    'posts/offset.md': post(noon.toString({ timeZone: zone })),
    // By the wall clock of where it was written, whatever day it is here.
    'posts/abroad.md': post(`${day}T23:45:00+13:45`),
    'posts/before.md': post(`${addDays(day, -1)}T23:59:59`),
    'projects/due.yaml': `title: Due\ndue_date: ${day}\n`,
  }
}

const OF_THE_DAY = ['abroad', 'bare', 'early', 'late', 'offset', 'zulu']

async function told(server: LiveServer) {
  const projects = await server.page('/projects')
  return {
    streak: (await server.ask('GET', '/posts/streak')).data,
    heatmap: (await server.ask<{ date: string; ids: string[] }[]>('GET', '/posts/heatmap')).data,
    badge: await server.page('/streak.svg'),
    countdown: /class="countdown[^"]*">([^<]*)</.exec(projects)?.[1],
    shown: [...(await server.page('/stats')).matchAll(/\d{4}-\d{2}-\d{2}/g)].map(([day]) => day),
  }
}

it.each(ZONES)('in %s every answer has the same days around %s', async (zone, day) => {
  let now = instantOf(day, '00:00:01', zone).epochMilliseconds
  const server = await serve(makeRepository(filesOf(day, zone)), { now: () => now })
  // The first second of the day, its last one, and the first of the next.
  const next = addDays(day, 1)
  for (const [today, time, countdown] of [
    [day, '00:00:01', 'Due today'],
    [day, '23:59:59', 'Due today'],
    [next, '00:00:01', '1 day overdue'],
  ] as const) {
    now = instantOf(today, time, zone).epochMilliseconds
    // The timer of what is scheduled goes by the machine's clock.
    await server.store.rescan()
    const answers = await told(server)
    expect(answers).toMatchObject({ streak: { today, current_streak: 2 }, countdown })
    expect(answers.badge).toContain('>2</text>')
    expect(answers.heatmap.map(({ date }) => date).sort()).toEqual([addDays(day, -1), day])
    expect(answers.shown).not.toContain(addDays(today, 1))
  }
  const { heatmap } = await told(server)
  expect(heatmap.find(({ date }) => date === day)?.ids.toSorted()).toEqual(OF_THE_DAY)

  const long = formatLongDay(day)
  const feed = await server.page('/feed.xml')
  for (const id of OF_THE_DAY) {
    const { data } = await server.ask('GET', `/posts/${id}`)
    expect([id, data.day, data.created_at.slice(0, 10)]).toEqual([id, day, day])
    expect(await server.page(`/post/${id}`)).toContain(long)
    expect(feed).toContain(`<published>${data.created_at}</published>`)
  }
  const calendar = await server.page('/deadlines.ics')
  expect(calendar).toContain(`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`)
})

it('a post that is public before its own day begins here is in every number', async () => {
  const zone = 'America/New_York'
  let now = instantOf('2026-11-20', '12:00', zone).epochMilliseconds
  const files = {
    'site.yaml': `time_zone: ${zone}\n`,
    'posts/today.md': post('2026-11-20T09:00'),
    // It is November 21 in Auckland, and 11:30 in New York.
    'posts/ahead.md': post('2026-11-21T05:30:00+13:00'),
    'posts/later.md': post('2026-11-21T09:00'),
  }
  const { ask } = await serve(makeRepository(files), { now: () => now })
  for (const [today, time, posted] of [
    ['2026-11-20', '12:00', { failure_days: 0 }],
    ['2026-11-21', '00:00:01', { failure_days: 0, posted_today: true }],
  ] as const) {
    now = instantOf(today, time, zone).epochMilliseconds
    const { data, meta } = await ask('GET', '/posts/public/essay')
    expect([data.length, meta.total]).toEqual([2, 2])
    const days = (await ask<{ date: string; count: number }[]>('GET', '/posts/heatmap')).data
    const counts = days.map(({ date, count }) => `${date} ${count}`)
    expect(counts).toEqual(['2026-11-20 1', '2026-11-21 1'])
    const streak = { today, total_posts: 2, current_streak: 2, ...posted }
    expect((await ask('GET', '/posts/streak')).data).toMatchObject(streak)
  }
})
