/** What is told: the owner's reminder of a day, and the entries of the record about projects. */
import { PAGE_PATHS, projectPath } from '#domain/addresses.ts'
import { type Day, dayNumber, daysBetween, weekday } from '#domain/days/day.ts'
import { FreeDays } from '#domain/days/free-days.ts'
import { formatDays, isCompleted, type Project } from '#domain/project.ts'
import { recordEntries } from '#domain/record/record-entries.ts'
import { entryWords } from '#domain/record/record-sentence.ts'
import { linePosition } from '#domain/texts/amounts.ts'
import { plural } from '#domain/texts/plural.ts'
import { lineOf } from '../content/formats/fields.ts'
import type { ProjectRecord, Snapshot } from '../content/records.ts'
import { projectAnswer } from '../queries/project-answer.ts'
import { breaksOf, pastsOf } from '../queries/site-record.ts'
import { streakAnswer } from '../queries/statistics-answer.ts'

export interface NoticeText {
  text: string
  /** Of the page that it leads to. */
  path: string
}

const WRITE_PATH = '/admin/blog?new'
const SUNDAY = 0
const WEEK_DAYS = 7

/** The lines of the owner's reminder. @param deadlines days before a deadline on which to remind */
export function reminderLines(
  snapshot: Snapshot,
  { today, deadlines }: { today: Day; deadlines: readonly number[] },
): NoticeText[] {
  const { current_streak, posted_today, weekly } = streakAnswer(snapshot, today)
  const freeDays = new FreeDays(snapshot.site.rest_days, breaksOf(snapshot))
  const end = dayNumber(today) + 1
  const lines: NoticeText[] = []
  if (current_streak > 0 && !posted_today && freeDays.requiredDays(end - 1, end) > 0) {
    const text = `Streak of ${formatDays(current_streak)}: no post yet today.`
    lines.push({ text, path: WRITE_PATH })
  }
  // A week wholly in a break is passed over.
  const isWeekOver = weekday(today) === SUNDAY && !freeDays.isBreak(end - WEEK_DAYS, end)
  if (weekly && isWeekOver && weekly.this_week < weekly.target) {
    const text = `${weekly.this_week} of ${plural(weekly.target, 'post')} this week.`
    lines.push({ text, path: WRITE_PATH })
  }
  for (const project of snapshot.projects.filter(isPursued)) {
    const days = daysBetween(today, project.due_date)
    if (!deadlines.includes(days)) continue
    const until = ['today', 'tomorrow'][days] ?? `in ${formatDays(days)}`
    const text = `${project.title} is due ${until}.${lagWords(projectAnswer(project, snapshot, today))}`
    lines.push({ text: lineOf(text), path: projectPath(project.id) })
  }
  return lines
}

function isPursued(project: ProjectRecord): boolean {
  return !isCompleted(project) && project.status !== 'On Hold' && project.status !== 'Failed'
}

/** ' 3 cups behind the line.', where it is. */
function lagWords({ goal, start, unit, progress }: Project): string {
  if (goal === null || progress === null) return ''
  const { text, isBehind } = linePosition({ goal, start, unit, progress })
  return isBehind ? ` ${text}.` : ''
}

/** An entry of the record about a project, as its followers are told. */
export interface ProjectNotice extends NoticeText {
  /** The same after a rename of the file, and after an undo and a redo. */
  key: string
  /** Of the project at that time. */
  title: string
  /** Null for a due date that passed. */
  commit: string | null
  /** Milliseconds since 1970. */
  at: number
}

/** Every entry about a project, oldest first. @throws HistoryPendingError */
export function projectNotices(snapshot: Snapshot, today: Day): ProjectNotice[] {
  const pasts = pastsOf(snapshot)
  const zone = snapshot.site.time_zone
  const entries = recordEntries({ posts: [], pasts: [...pasts.values()], today, zone })
  return entries.toReversed().map(({ at, entry }) => {
    const { kind, day, commit, from, to, reason } = entry
    const [id, title] = [entry.id ?? '', lineOf(entry.title ?? '')]
    const { first, outcome, isDeleted } = pasts.get(id) ?? {}
    const due = kind === 'missed' ? day : outcome?.step.project.due_date
    const words = [`${title}: ${entryWords(entry).join('')}`, ...(reason ? [reason] : [])]
    return {
      key: [kind, first?.commit, first?.project.title, from, to ?? due].join(' '),
      text: lineOf(words.join('. ')),
      path: isDeleted ? PAGE_PATHS.record : projectPath(id),
      title,
      commit,
      at,
    }
  })
}
