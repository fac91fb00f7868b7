/** `/deadlines.ics`: due dates as all-day events, for the calendars of readers. */
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { isCompleted } from '#domain/project.ts'
import type { Generation } from '../../queries/generation.ts'
import { xmlText } from '../xml.ts'

/**
 * Projects that are not completed as an iCalendar text (RFC 5545). `siteUrl` has no slash at the
 * end. The same projects give the same text, so that it can be answered with 304.
 */
export function deadlinesIcs({ snapshot }: Pick<Generation, 'snapshot'>, siteUrl: string): string {
  const { projects, moves, site } = snapshot
  const calendar = ical({
    name: line(`${site.brand} deadlines`),
    prodId: { company: 'G.A.P.', product: 'deadlines', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    url: `${siteUrl}/projects`,
  })
  for (const project of projects) {
    if (isCompleted(project)) continue
    const projectMoves = moves.get(project.id) ?? []
    const start = new Date(`${project.due_date}T00:00:00Z`)
    const lastMove = projectMoves.at(-1)
    calendar.createEvent({
      id: `${project.id}@${new URL(siteUrl).host}`,
      // A calendar takes the event with the higher number for the newer one.
      sequence: projectMoves.length,
      // Not the moment of asking, which would make every answer another one.
      stamp: lastMove ? new Date(lastMove.at) : start,
      start,
      end: new Date(start.getTime() + 86_400_000),
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT,
      summary: line(`Due: ${project.title}`),
      description: description(project.status, projectMoves.length),
      // Its own spelling of an address may hold characters that a line cannot.
      url: project.link === '' ? `${siteUrl}/projects` : new URL(project.link).href,
      categories: project.tags.flatMap((name) => (line(name) ? [{ name: line(name) }] : [])),
    })
  }
  // Each line ends with a break, the last one too.
  return `${calendar}\r\n`
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
