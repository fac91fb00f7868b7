/** Public reads of the record, the ledger and the deadline projects. */
import * as z from 'zod'
import {
  ledgerSchema,
  projectSchema,
  projectsMetaSchema,
  recordEntrySchema,
  recordMetaSchema,
} from '#domain/answers/public-answers.ts'
import { isDay } from '#domain/days/day.ts'
import { dayAt } from '#domain/days/zone.ts'
import { ledgerOf } from '#domain/record/ledger.ts'
import { projectsAt } from '#domain/record/project-past.ts'
import { RECORD_KINDS } from '#domain/record/record-entry.ts'
import { BadRequestError } from '../errors.ts'
import { LIMIT_MAX, limitOption } from './list-query.ts'
import { projectAnswer, projectAnswerAt } from './project-answer.ts'
import { cursorParam, defineRead, formatCursor, optionalParam } from './read.ts'
import { factsOf, pastsOf, recordOf } from './site-record.ts'

const UNKNOWN_KIND = `The kind must be one of ${RECORD_KINDS.join(', ')}.`

export const readLedger = defineRead({
  tag: 'Projects',
  summary: 'Kept, missed and open deadlines; null until the history is read',
  data: ledgerSchema.nullable(),
  // Null rather than 503: the page has other figures too.
  answer({ context: { snapshot, today } }) {
    if (snapshot.facts === null) return { data: null }
    return { data: ledgerOf([...pastsOf(snapshot).values()], today) }
  },
})

export const readRecord = defineRead({
  tag: 'Site',
  summary: 'The public record, newest first; 503 with `history_pending` until the history is read',
  query: z.object({
    limit: limitOption.transform((limit) => limit ?? LIMIT_MAX),
    cursor: cursorParam(/^\d{4}-\d\d-\d\d \S+Z \d+ \w+ ./),
    kind: z.array(z.enum(RECORD_KINDS, { error: UNKNOWN_KIND })).default([]),
  }),
  data: z.array(recordEntrySchema),
  meta: recordMetaSchema,
  answer({ query: { limit, cursor, kind: kinds }, context }) {
    const all = recordOf(context.snapshot, context.today)
    const matching =
      kinds.length === 0 ? all : all.filter(({ entry }) => kinds.includes(entry.kind))
    // The entry of the cursor need not exist any more.
    const rest = cursor === null ? matching : matching.filter(({ place }) => place < cursor)
    const page = rest.slice(0, limit)
    const last = rest.length > limit ? page.at(-1) : undefined
    return {
      data: page.map(({ entry }) => entry),
      meta: { next_cursor: last ? formatCursor(last.place) : null, total: matching.length },
    }
  },
})

export const listProjects = defineRead({
  tag: 'Projects',
  summary: 'Deadline projects by due date, now or at the end of a day',
  query: z.object({
    // Refused before the cache, in which an empty option counts as absent.
    at: optionalParam((value) => {
      if (isDay(value)) return value
      throw new BadRequestError('"at" must be a date like 2026-11-20.')
    }).describe('A day that has begun; 503 until the history is read'),
  }),
  data: z.array(projectSchema),
  meta: projectsMetaSchema,
  answer({ query, context: { snapshot, today } }) {
    if (query.at === null) {
      return { data: snapshot.projects.map((project) => projectAnswer(project, snapshot)) }
    }
    const day = query.at
    if (day > today) throw new BadRequestError('"at" must not be in the future.')
    const zone = snapshot.site.time_zone
    const { beginsAt, projects } = factsOf(snapshot)
    const begins = beginsAt === null ? null : dayAt(beginsAt, zone)
    if (begins !== null && day < begins) return { data: [], meta: { record_begins: begins } }
    const board = projectsAt(projects, { day, zone })
    return { data: board.map((past) => projectAnswerAt(past, { day, snapshot })) }
  },
})
