/** What a push is answered with in the author's terminal: addresses, streak, deadlines. Pure. */
import { addDays, formatFullDay, startOfWeek } from '#domain/days/day.ts'
import { type StreakRules, streakOf } from '#domain/days/streak.ts'
import { dayAt } from '#domain/days/zone.ts'
import { countdown, isCompleted } from '#domain/project.ts'
import { classifyPath, isProblem } from '../../server/content/files/content-paths.ts'
import { countsByDay } from '../../server/content/index/day-counts.ts'
import { isPublic } from '../../server/content/records.ts'
import type { Change } from './tree-files.ts'
import type { TreeRecords } from './tree-records.ts'

/** Posts that are named; of more the number is told. */
const LINES_MAX = 20

interface AnsweredPush extends TreeRecords {
  changes: ReadonlyMap<string, Change>
  /** Milliseconds since 1970. */
  now: number
  site: StreakRules
  /** Without a slash at its end; null leaves addresses without it. */
  siteUrl: string | null
  /** False for a repository without a work tree: its servers have to pull first. */
  isServed: boolean
}

/** The answer, line by line. */
export function pushAnswer(push: AnsweredPush): string[] {
  return [...addressLines(push), streakLine(push), ...deadlineLines(push)]
}

function addressLines({ changes, posts, now, siteUrl, isServed }: AnsweredPush): string[] {
  const byPath = new Map(posts.map((post) => [post.path, post]))
  const ids = new Set(posts.map(({ id }) => id))
  const address = (id: string) => `${siteUrl ?? ''}/post/${encodeURIComponent(id)}`
  const lines = [...changes].sort(byText).flatMap(([path, change]) => {
    const file = classifyPath(path)
    if (file === null || isProblem(file) || file.kind !== 'post') return []
    const post = byPath.get(path)
    if (post === undefined) {
      return change === 'D' && !ids.has(file.id) ? [`  gone       ${address(file.id)}`] : []
    }
    if (post.draft) return [`  draft      ${post.id}, for the admin alone`]
    if (!isPublic(post, now)) return [`  scheduled  ${address(post.id)} for ${post.created_at}`]
    return [`  ${change === 'A' ? 'new        ' : 'changed    '}${address(post.id)}`]
  })
  if (lines.length === 0) return []
  const more = lines.length - LINES_MAX
  return [
    isServed ? 'Live now:' : 'Live once the site has pulled:',
    ...lines.slice(0, LINES_MAX),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function streakLine({ posts, now, site }: AnsweredPush): string {
  const shown = posts.filter((post) => isPublic(post, now))
  const counts = countsByDay(shown, { facts: null, site })
  const today = dayAt(now, site.time_zone)
  const streak = streakOf(counts, today, { rules: site, isLogged: false })
  const says = streak.posted_today ? 'posted today' : 'nothing posted today yet'
  // Which posts were late says the whole history, which a push does not wait for.
  if (site.streak === 'on-time') return `${says.charAt(0).toUpperCase()}${says.slice(1)}.`
  const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
  return `Streak: ${days(streak.current_streak)}, the longest ${days(streak.longest_streak)}; ${says}.`
}

function deadlineLines({ projects, now, site }: AnsweredPush): string[] {
  const today = dayAt(now, site.time_zone)
  const monday = startOfWeek(today, 1)
  const due = projects
    .filter((project) => project.due_date >= monday && project.due_date <= addDays(monday, 6))
    .sort((a, b) => (a.due_date < b.due_date ? -1 : a.due_date > b.due_date ? 1 : 0))
  if (due.length === 0) return ['No deadlines this week.']
  return [
    'Deadlines this week:',
    ...due.map((project) => {
      const state = isCompleted(project) ? 'done' : countdown(project.due_date, today).text
      return `  ${project.title}, ${formatFullDay(project.due_date)}: ${state}`
    }),
  ]
}

function byText([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0
}
