/** `/deadlines.ics`: due dates as all-day events of a calendar. */
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { projectPath } from '#domain/addresses.ts'
import { isCompleted } from '#domain/project.ts'
import { xmlText } from '#domain/texts/escaped.ts'
import type { QueryContext } from '../../queries/query-context.ts'
import { pastsOf } from '../../queries/site-record.ts'

const DAY_SECONDS = 86_400
/** Days before a deadline on which calendars remind of it. */
const REMINDER_DAYS = [7, 1]

/**
 * Open projects as iCalendar text (RFC 5545), deterministic so that 304 works.
 * @throws HistoryPendingError: sequence and stamp must never go back
 */
export function deadlinesIcs({
  snapshot,
  siteUrl,
}: Pick<QueryContext, 'snapshot' | 'siteUrl'>): string {
  const { projects, site } = snapshot
  const pasts = pastsOf(snapshot)
  const calendar = ical({
    name: line(`${site.brand} deadlines`),
    prodId: { company: 'G.A.P.', product: 'deadlines', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    url: `${siteUrl}/projects`,
  })
  for (const project of projects) {
    if (isCompleted(project)) continue
    const past = pasts.get(project.id)
    const moves = past?.moves.length ?? 0
    const summary = line(`Due: ${project.title}`)
    const start = new Date(`${project.due_date}T00:00:00Z`)
    calendar.createEvent({
      id: `${project.id}@${new URL(siteUrl).host}`,
      // Of two versions of an event, calendars use the one with the higher number.
      sequence: moves,
      // Not the time of the request, which would change the text every time.
      stamp: new Date(past?.last.at ?? 0),
      start,
      end: new Date(start.getTime() + 86_400_000),
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT,
      summary,
      description: description(project.status, moves),
      url: project.link === '' ? siteUrl + projectPath(project.id) : plainUrl(project.link),
      alarms: REMINDER_DAYS.map((days) => ({
        type: ICalAlarmType.display,
        trigger: days * DAY_SECONDS,
        description: summary,
      })),
      categories: project.tags.flatMap((name) => (line(name) ? [{ name: line(name) }] : [])),
    })
  }
  return `${calendar}\r\n`
}

/** The address without characters that are invalid in iCalendar, or that the library escapes. */
function plainUrl(link: string): string {
  return new URL(link).href.replace(/[;,]/g, encodeURIComponent).replaceAll('\\', '%5C')
}

function description(status: string, moves: number): string {
  if (moves === 0) return `Status: ${status}`
  return `Status: ${status}\nMoved ${moves === 1 ? 'once' : `${moves} times`}`
}

function line(text: string): string {
  return xmlText(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
