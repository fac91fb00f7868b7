/** One day for one post, wherever it is told, on the days on which clocks change. */
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { addDays } from '#domain/days/day.ts'
import { makeFolder, makeRepository } from './git-fixture.ts'
import { type LiveServer, serve } from './live-server.ts'

/** Where clocks change, on the days on which they go forward and back. */
const ZONES = [
  ['Pacific/Kiritimati', '2026-03-29'],
  ['America/New_York', '2026-11-01'],
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

interface Told {
  streak: { today: string; current_streak: number; this_week: number }
  heatmap: { date: string; ids: string[] }[]
  badge: string
  countdown: string | undefined
  shown: string[]
}

async function told(server: LiveServer): Promise<Told> {
  const { data: streak } = await server.ask<Told['streak']>('GET', '/posts/streak')
  const { data: heatmap } = await server.ask<Told['heatmap']>('GET', '/posts/heatmap')
  const projects = await server.page('/projects')
  return {
    streak,
    heatmap,
    badge: await server.page('/streak.svg'),
    countdown: /class="countdown[^"]*">([^<]*)</.exec(projects)?.[1],
    shown: [...(await server.page('/stats')).matchAll(/\d{4}-\d{2}-\d{2}/g)].map(([day]) => day),
  }
}

it.each(ZONES)('in %s every answer has the same days around %s', async (zone, day) => {
  const moment = { now: instantOf(day, '00:00:01', zone).epochMilliseconds }
  const server = await serve(makeRepository(filesOf(day, zone)), {
    stateDir: join(makeFolder(), 'state'),
    now: () => moment.now,
  })
  try {
    // The first second of the day, its last one, and the first of the next.
    const next = addDays(day, 1)
    for (const [today, time, countdown, streak] of [
      [day, '00:00:01', 'Due today', 2],
      [day, '23:59:59', 'Due today', 2],
      [next, '00:00:01', '1 day overdue', 2],
    ] as const) {
      moment.now = instantOf(today, time, zone).epochMilliseconds
      // The timer of what is scheduled goes by the machine's clock.
      await server.app.store.rescan()
      const answers = await told(server)
      expect(answers.streak).toMatchObject({ today, current_streak: streak })
      expect(answers.badge).toContain(`>${streak}</text>`)
      expect(answers.countdown).toBe(countdown)
      expect(answers.heatmap.map(({ date }) => date).sort()).toEqual([addDays(day, -1), day])
      expect(answers.shown).not.toContain(addDays(today, 1))
    }
    const { heatmap } = await told(server)
    expect(heatmap.find(({ date }) => date === day)?.ids.toSorted()).toEqual(OF_THE_DAY)

    const long = new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
      dateStyle: 'long',
      timeZone: 'UTC',
    })
    const feed = await server.page('/feed.xml')
    for (const id of OF_THE_DAY) {
      const { data } = await server.ask<{ day: string; created_at: string }>('GET', `/posts/${id}`)
      expect([id, data.day, data.created_at.slice(0, 10)]).toEqual([id, day, day])
      expect(await server.page(`/post/${id}`)).toContain(long)
      expect(feed).toContain(`<published>${data.created_at}</published>`)
    }
    const calendar = await server.page('/deadlines.ics')
    expect(calendar).toContain(`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`)
  } finally {
    await server.app.close()
  }
})

it('a post that is public before its own day begins here is in every number', async () => {
  const zone = 'America/New_York'
  const moment = { now: instantOf('2026-11-20', '12:00', zone).epochMilliseconds }
  const files = {
    'site.yaml': `time_zone: ${zone}\n`,
    'posts/today.md': post('2026-11-20T09:00'),
    // It is November 21 in Auckland, and 11:30 in New York.
    'posts/ahead.md': post('2026-11-21T05:30:00+13:00'),
    'posts/later.md': post('2026-11-21T09:00'),
  }
  const state = { stateDir: join(makeFolder(), 'state'), now: () => moment.now }
  const server = await serve(makeRepository(files), state)
  try {
    const figures = async () => {
      const { data, meta } = await server.ask<unknown[]>('GET', '/posts/public/essay')
      const { data: streak } = await server.ask<Record<string, unknown>>('GET', '/posts/streak')
      const days = await server.ask<{ date: string; count: number }[]>('GET', '/posts/heatmap')
      return {
        listed: [data.length, meta.total],
        heatmap: days.data.map(({ date, count }) => `${date} ${count}`),
        ...streak,
      }
    }
    expect(await figures()).toMatchObject({
      listed: [2, 2],
      heatmap: ['2026-11-20 1', '2026-11-21 1'],
      ...{ total_posts: 2, current_streak: 2, failure_days: 0, today: '2026-11-20' },
    })
    moment.now = instantOf('2026-11-21', '00:00:01', zone).epochMilliseconds
    expect(await figures()).toMatchObject({
      listed: [2, 2],
      heatmap: ['2026-11-20 1', '2026-11-21 1'],
      ...{ total_posts: 2, current_streak: 2, failure_days: 0, posted_today: true },
    })
  } finally {
    await server.app.close()
  }
})
