/** Fills an empty content folder with the starter content, its dates moved to the present. */
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { addDays, type Day, daysBetween } from '#domain/days/day.ts'
import { dateAt } from '#domain/days/post-date.ts'
import { dayAt, instantOf } from '#domain/days/zone.ts'
import { RepositoryError } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'

/** About the program's version: a copy would become outdated. */
const STARTER_README = 'README.md'
/** Names that do not count as content: of git, ours and of file managers. */
const NO_CONTENT = new Set([
  '.git',
  '.gitignore',
  '.gitattributes',
  '.gitkeep',
  '.gap-repository',
  '.DS_Store',
  'lost+found',
])

/** Day of the newest post in the starter's files. */
export const STARTER_DAY: Day = '2026-11-20'
const DATED_FILE = /^(?:posts|projects)\/.*\.(?:md|yaml)$/
const POST_DATE = /^date: (\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})\S*$/m
const DUE_DATE = /^due_date: (\d{4}-\d{2}-\d{2})$/m

/** Whether a content folder is missing or has no content. */
export function isEmptyContent(contentDir: string): boolean {
  return !existsSync(contentDir) || readdirSync(contentDir).every((name) => NO_CONTENT.has(name))
}

interface Dates {
  /** Milliseconds since 1970. */
  now: number
  timeZone: string
}

/**
 * Copies the starter's files except those of the program. Their dates move, so that the newest post
 * is yesterday's: the site then has a streak and future deadlines.
 * @returns their paths
 */
export function copyStarter(starterDir: string, folder: string, dates: Dates): string[] {
  const paths: string[] = []
  const filter = (path: string) => {
    const name = relative(starterDir, path)
    const isCopied = name !== STARTER_README && basename(path) !== '.git'
    if (isCopied && statSync(path).isFile()) paths.push(name)
    return isCopied
  }
  cpSync(starterDir, folder, { recursive: true, force: false, filter })
  for (const path of paths) if (DATED_FILE.test(path)) dateFile(join(folder, path), dates)
  return paths
}

function dateFile(path: string, { now, timeZone }: Dates): void {
  const shift = daysBetween(STARTER_DAY, dayAt(now, timeZone)) - 1
  const text = readFileSync(path, 'utf8')
    .replace(POST_DATE, (_, day: Day, clock: string) => {
      // The same local time in the owner's zone.
      const instant = instantOf(Date.parse(`${addDays(day, shift)}T${clock}Z`), timeZone)
      return `date: ${dateAt(instant, timeZone).iso}`
    })
    .replace(DUE_DATE, (_, day: Day) => `due_date: ${addDays(day, shift)}`)
  writeFileSync(path, text)
}

/** Paths of the posts and projects in a folder that differ from the starter's in their dates at most. */
export function starterFilesIn(folder: string, starterDir: string): string[] {
  if (!existsSync(starterDir)) return []
  const paths = readdirSync(starterDir, { recursive: true, encoding: 'utf8' })
  return paths.filter((path) => {
    if (!DATED_FILE.test(path)) return false
    const file = join(folder, path)
    return existsSync(file) && undatedText(file) === undatedText(join(starterDir, path))
  })
}

function undatedText(path: string): string {
  return readFileSync(path, 'utf8').replace(POST_DATE, 'date:').replace(DUE_DATE, 'due_date:')
}

/**
 * Commits the copied files, unless the first commit of a new repository has them. A failure is only
 * logged: the site has its pages.
 */
export async function commitStarterContent(
  { repository, log }: { repository: Repository; log: Log },
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return
  try {
    await repository.parts().saves.write(async (tree) => {
      const files = await Promise.all(
        paths.map(async (path) => ({ path, file: await tree.read(path) })),
      )
      const changes = files.flatMap(({ path, file }) => (file ? [{ path, bytes: file.bytes }] : []))
      return { changes, subject: 'Start content', value: null }
    })
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error
    log.warn({ err: error }, 'The starter content was not committed')
  }
}
