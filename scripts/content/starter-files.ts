/**
 * The starter's files: which are still as they came, and with the dates of a site that begins now.
 * A content folder may be the clone's own, so digests alone tell an owner's words from these;
 * `starter-files.test.ts` says what to write here when the starter changes.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, type Day, daysBetween } from '#domain/days/day.ts'
import { dateAt } from '#domain/days/post-date.ts'
import { dayAt, instantOf } from '#domain/days/zone.ts'

/** The day of the newest starter post, as it is written in its file. */
export const STARTER_DAY: Day = '2026-11-20'

const POST_DATE = /^date: (\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})\S*$/m
const DUE_DATE = /^due_date: (\d{4}-\d{2}-\d{2})$/m

/** How the about page of the starter begins: its first paragraph. */
export const STARTER_ABOUT = `The Growth & Accountability Project is a record of one person trying to get better at a few things. It holds what was
written, what was promised and by when, and which days passed without either.`

export const STARTER_FILES: Readonly<Record<string, string>> = {
  'posts/2026/a-plain-loaf-from-memory.md': 'fe601bdee97d',
  'posts/2026/a-post-is-a-file.md': '9316753ec981',
  'posts/2026/ask-for-the-counter-argument.md': '054a48f85ca0',
  'posts/2026/count-who-came-back.md': 'e99b0eb90fcc',
  'posts/2026/deadlines-that-may-move.md': '233ae05ebba3',
  'posts/2026/draw-the-same-cup.md': '662fea624059',
  'posts/2026/evidence-beats-announcements.md': 'd47b0d3c39ab',
  'posts/2026/failure-days.md': '21467005feae',
  'posts/2026/how-this-site-works.md': '000639b25b71',
  'posts/2026/name-the-reader.md': 'e846f80ab62e',
  'posts/2026/pro-git.md': '40128d209488',
  'posts/2026/putting-it-on-a-server.md': 'ec1f5e418e9c',
  'posts/2026/soup-is-a-deadline.md': 'ddf72d0cf677',
  'posts/2026/ten-years.md': '69d196cee674',
  'posts/2026/the-date-is-the-schedule.md': 'c1ac91a7dd72',
  'posts/2026/the-smallest-post-that-counts.md': '7eab3abb7e3e',
  'posts/2026/three-evenings-a-week.md': 'a92eda0cfb24',
  'posts/2026/undo-is-a-commit.md': '8e42d673fbf5',
  'posts/2026/walk-before-the-first-paragraph.md': '4a223e7598fc',
  'posts/2026/what-a-streak-counts.md': '7d91476765bd',
  'posts/2026/when-you-have-read-enough.md': '5c629a873b99',
  'posts/2026/writing-with-git.md': '598b3612e7ef',
  'projects/a-plain-loaf.yaml': '028a274b06bd',
  'projects/read-pro-git.yaml': '419830868859',
  'projects/ten-kilometres.yaml': 'cf2ac69ffc34',
  'projects/ten-posts-in-a-month.yaml': 'c4f2645ef004',
  'projects/thirty-cups.yaml': 'a26a9b313dbd',
  'site.yaml': '94726565b7ce',
}

/** Whether a file is one of the starter's, as it came. */
export function isStarterFile(path: string, text: string): boolean {
  return STARTER_FILES[path] === starterDigest(text)
}

/** Twelve hex digits that name a text without its date. */
export function starterDigest(text: string): string {
  const undated = text.replace(POST_DATE, 'date:').replace(DUE_DATE, 'due_date:')
  return createHash('sha256').update(undated).digest('hex').slice(0, 12)
}

/**
 * Moves the dates of the starter's files in a copy: the newest post is yesterday's, so that the
 * site has a streak and deadlines ahead. Edited files stay as they are.
 * @param begins `now` in milliseconds since 1970; `timeZone` is the one in which the site counts days
 */
export function dateStarter(folder: string, begins: { now: number; timeZone: string }): void {
  for (const path of Object.keys(STARTER_FILES)) {
    const place = join(folder, path)
    const text = readFileSync(place, 'utf8')
    if (isStarterFile(path, text)) writeFileSync(place, datedBack(text, begins))
  }
}

function datedBack(text: string, { now, timeZone }: { now: number; timeZone: string }): string {
  const shift = daysBetween(STARTER_DAY, dayAt(now, timeZone)) - 1
  return text
    .replace(POST_DATE, (_, day: Day, clock: string) => {
      // The same hour on the owner's clock, wherever that is.
      const instant = instantOf(Date.parse(`${addDays(day, shift)}T${clock}Z`), timeZone)
      return `date: ${dateAt(instant, timeZone).iso}`
    })
    .replace(DUE_DATE, (_, day: Day) => `due_date: ${addDays(day, shift)}`)
}
