/**
 * The review of a week: what was written, the streak, and what became of the deadlines. Pure: a
 * week is told from the posts, the projects and the history of their files.
 */
import { addDays, type Day, daysBetween } from '#domain/days/day.ts'
import { isRestDay, type StreakRules, streakOf } from '#domain/days/streak.ts'
import { dayAt } from '#domain/days/zone.ts'
import { isCompleted } from '#domain/project.ts'
import type { HistoryFacts } from '#domain/record/history-facts.ts'
import type { ProjectChange } from '../../history/project-changes.ts'
import { countsByDay } from '../../index/day-counts.ts'
import type { PostRecord, ProjectRecord } from '../../records.ts'
import { isPublic } from '../../records.ts'

/** Deadlines to come that are named. */
const NEXT_MAX = 3

interface ReviewedDeadline {
  title: string
  due: Day
}

export interface WeekReview {
  monday: Day
  sunday: Day
  /** Public posts of the week, oldest first. */
  posts: readonly PostRecord[]
  words: number
  /** Days of the streak when the week ended, or today while it lasts. */
  streak: number
  longestStreak: number
  /** Days of the week without an essay or short; today is none yet, rest days are none. */
  emptyDays: readonly Day[]
  met: readonly ReviewedDeadline[]
  /** Completed in the week, after the deadline; `days` late. */
  late: readonly (ReviewedDeadline & { days: number })[]
  missed: readonly ReviewedDeadline[]
  moved: readonly { title: string; from: Day; to: Day; reason: string }[]
  next: readonly ReviewedDeadline[]
}

export interface ReviewedSite {
  posts: readonly PostRecord[]
  projects: readonly ProjectRecord[]
  /** Oldest first. */
  changes: readonly ProjectChange[]
  /** Null where the history is not read. */
  facts: HistoryFacts | null
  /** Milliseconds since 1970. */
  now: number
  site: StreakRules
}

/** The review of the week that begins on `monday`, as far as it has gone. */
export function reviewWeek(monday: Day, site: ReviewedSite): WeekReview {
  const { now, facts } = site
  const { time_zone: timeZone } = site.site
  const today = dayAt(now, timeZone)
  const sunday = addDays(monday, 6)
  const last = today < sunday ? today : sunday
  const isInWeek = (day: Day) => day >= monday && day <= sunday
  const posts = site.posts
    .filter((post) => isPublic(post, now) && isInWeek(post.day))
    .sort((a, b) => a.instant - b.instant || (a.id < b.id ? -1 : 1))
  const past = site.posts.filter((post) => isPublic(post, now) && post.day <= last)
  const counts = countsByDay(past, site)
  const streak = streakOf(counts, last, { rules: site.site, isLogged: facts !== null })
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  return {
    monday,
    sunday,
    posts,
    words: posts.reduce((sum, post) => sum + post.word_count, 0),
    streak: streak.current_streak,
    longestStreak: streak.longest_streak,
    emptyDays: days.filter(
      (day) => day <= last && day !== today && !counts.has(day) && !isRestDay(day, site.site),
    ),
    ...deadlines(site, { isInWeek, sunday, today }),
    moved: site.changes.flatMap(({ at, before, after, reason }) => {
      if (before === null || after === null || before.due_date === after.due_date) return []
      if (!isInWeek(dayAt(Date.parse(at), timeZone))) return []
      return [{ title: after.title, from: before.due_date, to: after.due_date, reason }]
    }),
  }
}

interface Span {
  isInWeek(day: Day): boolean
  sunday: Day
  today: Day
}

function deadlines(
  { projects, changes, site }: ReviewedSite,
  { isInWeek, sunday, today }: Span,
): Pick<WeekReview, 'met' | 'late' | 'missed' | 'next'> {
  const completions = completionsIn(changes, site.time_zone)
  const sorted = projects
    .map((project) => ({
      title: project.title,
      due: project.due_date,
      isDone: isCompleted(project),
      // One that no commit completed is taken as done in time.
      done: isCompleted(project)
        ? (completions.get(project.id) ?? { on: project.due_date, due: project.due_date })
        : null,
    }))
    .sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : a.title < b.title ? -1 : 1))
  const shown = ({ title, due }: ReviewedDeadline): ReviewedDeadline => ({ title, due })
  const ended = sorted.flatMap(({ title, done }) =>
    done !== null && isInWeek(done.on)
      ? [{ title, due: done.due, days: daysBetween(done.due, done.on) }]
      : [],
  )
  const isOpenAtEnd = (done: Completion | null) => done === null || done.on > sunday
  const from = today <= sunday ? today : addDays(sunday, 1)
  return {
    met: ended.filter(({ days }) => days <= 0).map(shown),
    late: ended.filter(({ days }) => days > 0),
    missed: sorted
      .filter(({ due, done }) => isInWeek(due) && due < today && isOpenAtEnd(done))
      .map(shown),
    next: sorted
      .filter(({ due, isDone }) => !isDone && due >= from)
      .slice(0, NEXT_MAX)
      .map(shown),
  }
}

/** When a project was completed, and the due date that it had then. */
interface Completion {
  on: Day
  due: Day
}

/** How each project was last completed, by its id. */
function completionsIn(changes: readonly ProjectChange[], timeZone: string) {
  const completions = new Map<string, Completion>()
  for (const { id, at, before, after } of changes) {
    const was = before !== null && isCompleted(before)
    if (after === null || !isCompleted(after) || was) continue
    completions.set(id, { on: dayAt(Date.parse(at), timeZone), due: after.due_date })
  }
  return completions
}
