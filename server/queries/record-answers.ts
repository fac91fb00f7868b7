/** The record, the ledger of deadlines and the board of a day. */
import type { LedgerAnswer, ProjectsAnswer, RecordAnswer } from '#domain/answers/public-answers.ts'
import { type Day, isDay } from '#domain/days/day.ts'
import { dayAt } from '#domain/days/zone.ts'
import { ledgerOf } from '#domain/record/ledger.ts'
import { projectsAt } from '#domain/record/projects-at.ts'
import type { Snapshot } from '../content/records.ts'
import { BadRequestError } from '../errors.ts'
import { projectAnswer, projectAnswerAt } from './project-answer.ts'
import type { Asked } from './query-context.ts'
import { formatPlace, parseRecordQuery, startAfter } from './record-query.ts'
import { factsOf, historiesOf, pastsOf, recordOf } from './site-record.ts'

/** Null until the history was read once: a page of other figures need not wait for it. */
export async function answerLedger({ context }: Asked): Promise<LedgerAnswer> {
  const { snapshot } = context
  if (snapshot.facts === null) return { data: null }
  return { data: ledgerOf([...pastsOf(snapshot).values()], context.today) }
}

/** @throws HistoryPendingError, BadRequestError */
export async function answerRecord({ options, context }: Asked): Promise<RecordAnswer> {
  const { limit, cursor, kinds } = parseRecordQuery(options)
  const all = recordOf(context.snapshot, context.today)
  const matching = kinds.length === 0 ? all : all.filter(({ entry }) => kinds.includes(entry.kind))
  const start = cursor === null ? 0 : startAfter(matching, cursor)
  const entries = matching.slice(start, start + limit)
  const last = entries.at(-1)
  const hasMore = start + limit < matching.length
  return {
    data: entries.map(({ entry }) => entry),
    meta: {
      next_cursor: last && hasMore ? formatPlace(last.place) : null,
      total: matching.length,
    },
  }
}

/**
 * The projects as they are, or with `at` as they stood at the end of that day.
 * @throws HistoryPendingError
 */
export async function answerProjects({ options, context }: Asked): Promise<ProjectsAnswer> {
  const { snapshot } = context
  const day = dayOption(options, context.today)
  if (day === null) {
    return { data: snapshot.projects.map((project) => projectAnswer(project, snapshot)) }
  }
  const begins = recordBegins(snapshot)
  if (begins !== null && day < begins) return { data: [], meta: { record_begins: begins } }
  const zone = snapshot.site.time_zone
  const board = projectsAt(historiesOf(snapshot), { day, zone })
  return { data: board.map((past) => projectAnswerAt(past, { day, snapshot })) }
}

function recordBegins(snapshot: Snapshot): Day | null {
  const { beginsAt } = factsOf(snapshot)
  return beginsAt === null ? null : dayAt(beginsAt, snapshot.site.time_zone)
}

/** @throws BadRequestError unless it is a day that has begun */
function dayOption(options: URLSearchParams, today: Day): Day | null {
  const text = options.get('at')
  if (text === null) return null
  if (!isDay(text)) throw new BadRequestError('"at" must be a date like 2026-11-20.')
  if (text > today) throw new BadRequestError('"at" must not be in the future.')
  return text
}
