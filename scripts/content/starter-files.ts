/** The starter's files: finds unedited ones and moves their dates to the present. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, type Day, daysBetween } from '#domain/days/day.ts'
import { dateAt } from '#domain/days/post-date.ts'
import { dayAt, instantOf } from '#domain/days/zone.ts'

/** Day of the newest post in the starter's files. */
export const STARTER_DAY: Day = '2026-11-20'

const POST_DATE = /^date: (\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})\S*$/m
const DUE_DATE = /^due_date: (\d{4}-\d{2}-\d{2})$/m

/** Posts and projects in a folder that the starter has with the same text, dates aside. */
export function starterFilesIn(folder: string, starterDir: string): string[] {
  if (!existsSync(starterDir)) return []
  const paths = readdirSync(starterDir, { recursive: true, encoding: 'utf8' })
  return paths.filter((path) => {
    if (!/^(?:posts|projects)\/.*\.(?:md|yaml)$/.test(path)) return false
    const place = join(folder, path)
    return existsSync(place) && undatedText(place) === undatedText(join(starterDir, path))
  })
}

function undatedText(path: string): string {
  return readFileSync(path, 'utf8').replace(POST_DATE, 'date:').replace(DUE_DATE, 'due_date:')
}

/**
 * Moves the dates of the unedited starter files in a copy, so that the newest post is yesterday's:
 * the site then has a streak and future deadlines.
 * @param options `now` in milliseconds since 1970; the zone in which the site counts days
 */
export function dateStarter(
  folder: string,
  { starterDir, now, timeZone }: { starterDir: string; now: number; timeZone: string },
): void {
  const shift = daysBetween(STARTER_DAY, dayAt(now, timeZone)) - 1
  for (const path of starterFilesIn(folder, starterDir)) {
    const dated = readFileSync(join(folder, path), 'utf8')
      .replace(POST_DATE, (_, day: Day, clock: string) => {
        // The same local time in the owner's zone.
        const instant = instantOf(Date.parse(`${addDays(day, shift)}T${clock}Z`), timeZone)
        return `date: ${dateAt(instant, timeZone).iso}`
      })
      .replace(DUE_DATE, (_, day: Day) => `due_date: ${addDays(day, shift)}`)
    writeFileSync(join(folder, path), dated)
  }
}
