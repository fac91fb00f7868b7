/**
 * The starter's files: finds unedited ones and moves their dates to the present. Digests detect
 * edits, since the content folder may be the starter's own; `starter-files.test.ts` prints the
 * digests when the starter changes.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, type Day, daysBetween } from '#domain/days/day.ts'
import { dateAt } from '#domain/days/post-date.ts'
import { dayAt, instantOf } from '#domain/days/zone.ts'
import digests from './starter-digests.json' with { type: 'json' }

/** Day of the newest post in the starter's files. */
export const STARTER_DAY: Day = '2026-11-20'

const POST_DATE = /^date: (\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})\S*$/m
const DUE_DATE = /^due_date: (\d{4}-\d{2}-\d{2})$/m

/** Unedited posts and projects of the starter in a folder. */
export function starterFilesIn(folder: string): string[] {
  const isUnedited = ([path, digest]: [string, string]) =>
    existsSync(join(folder, path)) &&
    starterDigest(readFileSync(join(folder, path), 'utf8')) === digest
  return Object.entries(digests)
    .filter(isUnedited)
    .map(([path]) => path)
}

/** Digest of a text without its date: twelve hex digits. */
export function starterDigest(text: string): string {
  const undated = text.replace(POST_DATE, 'date:').replace(DUE_DATE, 'due_date:')
  return createHash('sha256').update(undated).digest('hex').slice(0, 12)
}

/**
 * Moves the dates of the unedited starter files in a copy, so that the newest post is yesterday's:
 * the site then has a streak and future deadlines.
 * @param options `now` in milliseconds since 1970; the zone in which the site counts days
 */
export function dateStarter(
  folder: string,
  { now, timeZone }: { now: number; timeZone: string },
): void {
  const shift = daysBetween(STARTER_DAY, dayAt(now, timeZone)) - 1
  for (const path of starterFilesIn(folder)) {
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
