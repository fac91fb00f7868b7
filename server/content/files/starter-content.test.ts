import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { daysBetween } from '#domain/days/day.ts'
import { type StreakRules, streakOf } from '#domain/days/streak.ts'
import { dayAt } from '#domain/days/zone.ts'
import type { Repository } from '../../git/repository.ts'
import { silentLog } from '../../log.ts'
import { faultsOf, fixtureIn, makeFolder, makeRepository } from '../../test/git-fixture.ts'
import { countsByDay } from '../index/day-counts.ts'
import { loadContentNow } from '../index/load-content.ts'
import { createContentFiles } from './content-files.ts'
import { commitStarterContent, fillStarterContent, isInProgram } from './starter-content.ts'
import { STARTER_DAY } from './starter-dates.ts'
import { STARTER_ABOUT, STARTER_FILES, starterDigest } from './starter-files.ts'

const commit = (repository: Repository, contentDir: string, paths: string[]) =>
  commitStarterContent({ repository, contentDir, log: silentLog }, paths)

const BEGINS = { now: Date.parse('2031-03-01T08:00:00Z'), timeZone: 'Europe/Berlin' }
const starterDir = resolve(import.meta.dirname, '../../../content')

it('fills a missing folder and makes a repository of it with one commit', async () => {
  const folder = join(makeFolder(), 'new', 'content')
  const paths = fillStarterContent(folder, starterDir, BEGINS)
  expect(paths).toContain('site.yaml')
  const fixture = fixtureIn(folder)
  await commit(await fixture.open(), folder, paths)
  expect(fixture.git('rev-list', '--count', 'HEAD').trim()).toBe('1')
  expect(faultsOf(fixture)).toBe('')
})

it('commits just the filled files in a repository that was there before', async () => {
  const outer = makeRepository({ 'README.md': 'Mine.\n', 'draft.txt': 'one\n' })
  outer.put('draft.txt', 'two\n')
  const folder = join(outer.folder, 'site')
  const paths = fillStarterContent(folder, starterDir, BEGINS)
  await commit(await fixtureIn(outer.folder, folder).open(), folder, paths)
  const committed = outer.git('show', '--format=%s', '--name-only', 'HEAD').trim().split('\n')
  expect(committed[0]).toBe('Start content')
  expect(committed.slice(2)).toHaveLength(paths.length)
  expect(committed.slice(2).every((path) => path.startsWith('site/'))).toBe(true)
  expect(outer.git('status', '--porcelain').trim()).toBe('M draft.txt')
})

it('leaves a folder alone that holds anything', () => {
  const folder = makeFolder()
  fixtureIn(folder).put('notes.txt', 'mine')
  expect(fillStarterContent(folder, starterDir, BEGINS)).toEqual([])
  expect(existsSync(join(folder, 'site.yaml'))).toBe(false)
})

it.each([
  ['years later', '2031-03-01T08:00:00Z', 'Europe/Berlin'],
  ['in the first minutes of a day, far east', '2027-01-01T10:01:00Z', 'Pacific/Kiritimati'],
  ['in the last minutes of a day, far west', '2028-03-01T09:59:00Z', 'Pacific/Honolulu'],
  ['on the day that it was written for', '2026-11-20T11:00:00Z', 'UTC'],
])(
  'begun %s it has a streak, nothing of today or later, and deadlines ahead',
  (_, iso, timeZone) => {
    const now = Date.parse(iso)
    const today = dayAt(now, timeZone)
    const folder = join(makeFolder(), 'content')
    fillStarterContent(folder, starterDir, { now, timeZone })
    const keeper = loadContentNow({
      files: createContentFiles(folder),
      timeZone,
      fallbackZone: 'UTC',
    })
    expect(keeper.problems()).toEqual([])
    const posts = keeper.records('post')
    const rules: StreakRules = { streak: 'all', rest_days: [], time_zone: timeZone }
    const counts = countsByDay(posts, { facts: null, site: rules })
    const streak = streakOf(counts, today, { rules, isLogged: false })
    expect(streak.current_streak).toBeGreaterThanOrEqual(7)
    expect(posts.filter(({ instant, day }) => instant > now || day >= today)).toEqual([])
    const due = keeper.records('project').map(({ due_date }) => daysBetween(today, due_date))
    // A record that begins with broken promises of nobody's would be a poor start.
    expect(due.sort((a, b) => a - b)).toEqual([0, 1, 6, 22, 99])
  },
)

it('each starter file is known by its digest, and the newest post is of the day that dates count from', () => {
  const texts = new Map(
    readdirSync(starterDir, { recursive: true, encoding: 'utf8' })
      .filter((path) => /^(posts|projects)\/.*\.|^site\.yaml$/.test(path))
      .sort()
      .map((path) => [path, readFileSync(join(starterDir, path), 'utf8')] as const),
  )
  const digests = [...texts].map(([path, text]) => [path, starterDigest(text)])
  expect(Object.fromEntries(digests)).toEqual(STARTER_FILES)
  const days = [...texts.values()].map((text) => /^date: (\S{10})/m.exec(text)?.[1] ?? '')
  expect(days.sort().at(-1)).toBe(STARTER_DAY)
  expect(readFileSync(join(starterDir, 'about.md'), 'utf8')).toContain(`---\n\n${STARTER_ABOUT}\n`)
})

it('what somebody has written in the folder of the starter is copied with its date', () => {
  const starter = fixtureIn(makeFolder())
  const own = '---\ntitle: Mine\ndate: 2026-11-25T08:00:00+01:00\n---\n\nText\n'
  cpSync(starterDir, starter.folder, { recursive: true })
  starter.put('posts/2026/mine.md', own)
  starter.put('posts/2026/pro-git.md', own)
  const folder = join(makeFolder(), 'content')
  fillStarterContent(folder, starter.folder, BEGINS)
  const copy = fixtureIn(folder)
  expect([copy.text('posts/2026/mine.md'), copy.text('posts/2026/pro-git.md')]).toEqual([own, own])
  expect(copy.text('posts/2026/ten-years.md')).toContain('date: 2031-')
})

it('the README beside the starter is no content, and no site gets a copy', async () => {
  const { files, problems } = createContentFiles(starterDir).list()
  expect(existsSync(join(starterDir, 'README.md'))).toBe(true)
  expect(files.map(({ path }) => path)).not.toContain('README.md')
  expect([problems, createContentFiles(starterDir).read('README.md')]).toEqual([[], null])
  const folder = join(makeFolder(), 'content')
  const paths = fillStarterContent(folder, starterDir, BEGINS)
  expect(paths).not.toContain('README.md')
  expect(existsSync(join(folder, 'README.md'))).toBe(false)
})

it('a save lands among the program’s commits only where the starter itself is served, in a clone', () => {
  const program = makeFolder()
  const starter = join(program, 'content')
  cpSync(starterDir, starter, { recursive: true })
  const other = makeFolder()
  expect(isInProgram(starter, starter)).toBe(false)
  mkdirSync(join(program, '.git'))
  expect([starter, other, join(program, 'none')].map((path) => isInProgram(path, starter))).toEqual(
    [true, false, false],
  )
  mkdirSync(join(starter, '.git'))
  expect(isInProgram(starter, starter)).toBe(false)
})
