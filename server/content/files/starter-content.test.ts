import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { daysBetween } from '#domain/days/day.ts'
import { dayAt } from '#domain/days/zone.ts'
import { isCounted } from '#domain/post.ts'
import { makeFolder } from '../../test/git-fixture.ts'
import { loadContent } from '../index/content-index.ts'
import { createContentFiles } from './content-files.ts'
import { copyStarter } from './starter-content.ts'

const starterDir = resolve(import.meta.dirname, '../../../content')

it.each([
  ['years later', '2031-03-01T08:00:00Z', 'Europe/Berlin'],
  ['in the first minutes of a day, far east', '2027-01-01T10:01:00Z', 'Pacific/Kiritimati'],
  ['in the last minutes of a day, far west', '2028-03-01T09:59:00Z', 'Pacific/Honolulu'],
])('begun %s it has a post a day and deadlines ahead', async (_, iso, timeZone) => {
  const now = Date.parse(iso)
  const today = dayAt(now, timeZone)
  const folder = join(makeFolder(), 'content')
  copyStarter(starterDir, folder, { now, timeZone })
  const files = createContentFiles(folder)
  const keeper = await loadContent({ files, timeZone, fallbackZone: 'UTC' })
  const [post, project] = [keeper.recordsOf('post'), keeper.recordsOf('project')]
  const ago = new Set(post.filter(isCounted).map(({ day }) => daysBetween(day, today)))
  expect([...ago].sort((a, b) => a - b).slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const due = project.map(({ due_date }) => daysBetween(today, due_date))
  // A record that begins with broken promises of nobody's would be a poor start.
  expect(due.sort((a, b) => a - b)).toEqual([0, 1, 6, 22, 99])
})
