import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { daysBetween } from '#domain/days/day.ts'
import { type StreakRules, streakOf } from '#domain/days/streak.ts'
import { dayAt } from '#domain/days/zone.ts'
import { countsByDay } from '../../queries/statistics-answer.ts'
import { makeFolder } from '../../test/git-fixture.ts'
import { loadContent } from '../index/content-index.ts'
import { createContentFiles } from './content-files.ts'
import { copyStarter, STARTER_DAY } from './starter-content.ts'

const starterDir = resolve(import.meta.dirname, '../../../content')

it.each([
  ['years later', '2031-03-01T08:00:00Z', 'Europe/Berlin'],
  ['in the first minutes of a day, far east', '2027-01-01T10:01:00Z', 'Pacific/Kiritimati'],
  ['in the last minutes of a day, far west', '2028-03-01T09:59:00Z', 'Pacific/Honolulu'],
  ['on the day that it was written for', '2026-11-20T11:00:00Z', 'UTC'],
])(
  'begun %s it has a streak, nothing of today or later, and deadlines ahead',
  async (_, iso, timeZone) => {
    const now = Date.parse(iso)
    const today = dayAt(now, timeZone)
    const folder = join(makeFolder(), 'content')
    copyStarter(starterDir, folder, { now, timeZone })
    const files = createContentFiles(folder)
    const keeper = await loadContent({ files, timeZone, fallbackZone: 'UTC' })
    expect(keeper.problems()).toEqual([])
    const posts = keeper.records().post
    const rules: StreakRules = { streak: 'all', rest_days: [], time_zone: timeZone }
    const counts = countsByDay(posts, { facts: null, site: rules })
    const streak = streakOf(counts, today, { rules, isLogged: false })
    expect(streak.current_streak).toBeGreaterThanOrEqual(7)
    expect(posts.filter(({ instant, day }) => instant > now || day >= today)).toEqual([])
    const due = keeper.records().project.map(({ due_date }) => daysBetween(today, due_date))
    // A record that begins with broken promises of nobody's would be a poor start.
    expect(due.sort((a, b) => a - b)).toEqual([0, 1, 6, 22, 99])
  },
)

it('dates of the starter count from the day of its newest post', () => {
  const folder = join(starterDir, 'posts/2026')
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const days = texts.map((text) => /^date: (\S{10})/m.exec(text)?.[1] ?? '')
  expect(days.sort().at(-1)).toBe(STARTER_DAY)
})
