/** For tests: a history with every case of the record, in days before today. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, type Day } from '#domain/days/day.ts'
import { dayAt, startOfDay } from '#domain/days/zone.ts'
import type { ProjectStatus } from '#domain/project.ts'
import { fixtureIn } from '../../server/test/git-fixture.ts'

const HOUR = 3_600_000
const AHEAD = 12 - new Date().getUTCHours()
/** It is noon in it, so no midnight comes while a test runs. */
const ZONE = `Etc/GMT${AHEAD < 0 ? '+' : '-'}${Math.abs(AHEAD)}`
const TODAY = dayAt(Date.now(), ZONE)

/** The day so many days ago. */
export const ago = (days: number): Day => addDays(TODAY, -days)

const post = (day: Day, more = '', text = `Words of ${day}, and some more of them.`) =>
  `---\ntitle: A post of ${day}\ndate: ${day}\n${more}---\n\n${text}\n`
const project = (title: string, due: Day, status: ProjectStatus = 'In Progress') =>
  `title: ${title}\ndue_date: ${due}\nstatus: ${status}\n`

/** Texts by path in the content folder; null deletes the file. */
type Files = Record<string, string | null>

/** An author whose content is a folder of a larger repository. */
export function authorAt(folder: string) {
  const site = fixtureIn(folder)
  const contentDir = join(folder, 'content')
  return {
    ...site,
    contentDir,
    /** Makes one commit, at ten o'clock of that day. */
    commit(daysAgo: number, files: Files, message = 'Write') {
      for (const [path, text] of Object.entries(files)) {
        if (text === null) rmSync(join(contentDir, path))
        else site.put(`content/${path}`, text)
      }
      site.git('add', '-A')
      const time = new Date(startOfDay(ago(daysAgo), ZONE) + 10 * HOUR).toISOString()
      site.commitAt(time, '-q', '-m', message)
    },
  }
}

export type Author = ReturnType<typeof authorAt>

/** Commits the whole history. */
export function makeHistory({ git, put, commit }: Author): void {
  git('init', '-q', '-b', 'main')
  put('README.md', 'Beside the content\n')
  commit(40, {
    'site.yaml': `time_zone: ${ZONE}\nrepository: https://git.example/ann/words.git\n`,
    'posts/before.md': post(ago(50)),
    'posts/long-before.md': post(ago(500)),
    'projects/twice.yaml': project('Twice', ago(20)),
    'projects/early.yaml': project('Early', ago(10)),
    'projects/late.yaml': project('Late', ago(15)),
    'projects/overdue.yaml': project('Overdue', ago(5)),
    'projects/open.yaml': project('Open', ago(-5)),
    'projects/dropped.yaml': project('Dropped', ago(-9)),
    'projects/came-done.yaml': project('Came done', ago(30), 'Done'),
    'projects/old.yaml': project('Renamed', ago(3)),
    'projects/removed.yaml': project('Removed', ago(-3)),
    'projects/broken.yaml': project('Broken', ago(-3)),
  })
  commit(30, { 'posts/imported.md': post(ago(35)) }, 'Import\n\nImported-from: Jekyll')
  commit(29, { 'posts/again.md': post(ago(29)) })
  commit(28, { 'posts/again.md': null, 'projects/removed.yaml': 'title: [\n' })
  commit(26, { 'posts/again.md': post(ago(29)), 'projects/removed.yaml': null })
  commit(25, { 'posts/draft.md': post(ago(20), 'draft: true\n') })
  commit(24, { 'posts/on-time.md': post(ago(24)) })
  commit(23, { 'projects/twice.yaml': project('Twice', ago(12)) }, 'Move\n\nIll for a week')
  commit(22, { 'posts/next-morning.md': post(ago(23)) })
  commit(21, { 'posts/first-name.md': post(ago(21)), 'posts/dateless.md': 'No date.\n' })
  commit(19, { 'posts/scheduled.md': post(ago(2)), 'posts/far.md': post(ago(-60)) })
  commit(18, {
    'posts/five-late.md': post(ago(23)),
    'posts/plan.md': post(ago(3), 'draft: true\n'),
  })
  commit(14, { 'projects/twice.yaml': project('Twice', ago(3)) })
  commit(13, { 'projects/early.yaml': project('Early', ago(10), 'Completed') })
  commit(13, { 'posts/draft.md': post(ago(20)) }, 'Publish')
  commit(12, { 'projects/late.yaml': project('Late', ago(15), 'Done') })
  git('mv', 'content/posts/first-name.md', 'content/posts/renamed.md')
  git('mv', 'content/projects/old.yaml', 'content/projects/new-name.yaml')
  commit(10, {})
  commit(9, { 'projects/dropped.yaml': project('Dropped', ago(-9), 'Failed') })
  commit(8, { 'projects/broken.yaml': 'title: [\n' })
  commit(4, { 'projects/twice.yaml': project('Twice', ago(3), 'Done') })
  commit(3, { 'projects/new-name.yaml': project('Renamed', ago(3), 'Completed') })
  commit(1, { 'posts/last.md': post(ago(1)) })
}
