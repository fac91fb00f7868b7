/** For tests: an author who commits on days before today. */
import { join } from 'node:path'
import { addDays, type Day } from '#domain/days/day.ts'
import { dayAt, startOfDay } from '#domain/days/zone.ts'
import { fixtureIn } from '../../server/test/git-fixture.ts'

const HOUR = 3_600_000
const AHEAD = 12 - new Date().getUTCHours()
/** It is noon in it, so no midnight comes while a test runs. */
const ZONE = `Etc/GMT${AHEAD < 0 ? '+' : '-'}${Math.abs(AHEAD)}`
const TODAY = dayAt(Date.now(), ZONE)
export const SITE = `time_zone: ${ZONE}\n`

/** The day so many days ago. */
export const ago = (days: number): Day => addDays(TODAY, -days)

/** Null deletes the file. */
type Files = Record<string, string | null>

/** An author whose content is a folder of a larger repository. */
export function authorAt(folder: string) {
  const site = fixtureIn(folder)
  const contentDir = join(folder, 'content')
  return {
    ...site,
    contentDir,
    commit(daysAgo: number, files: Files, message = 'Write') {
      const placed = Object.entries(files).map(([path, text]) => [`content/${path}`, text])
      const time = new Date(startOfDay(ago(daysAgo), ZONE) + 10 * HOUR).toISOString()
      site.commitFiles(Object.fromEntries(placed), message, time)
    },
  }
}

export type Author = ReturnType<typeof authorAt>
