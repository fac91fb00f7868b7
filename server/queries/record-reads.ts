/** Public reads of the record, the ledger and the deadline projects. */
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import {
  ledgerSchema,
  projectMetaSchema,
  projectSchema,
  projectsMetaSchema,
  recordEntrySchema,
  recordMetaSchema,
} from '#domain/answers/public-answers.ts'
import { type Day, isDay } from '#domain/days/day.ts'
import { dayAt } from '#domain/days/zone.ts'
import { ledgerOf } from '#domain/record/ledger.ts'
import { progressLine } from '#domain/record/progress.ts'
import { type ProjectPast, projectsAt } from '#domain/record/project-past.ts'
import { newestFirst, projectEntries } from '#domain/record/record-entries.ts'
import { RECORD_KINDS, type RecordEntry } from '#domain/record/record-entry.ts'
import type { Snapshot } from '../content/records.ts'
import { BadRequestError, NotFoundError } from '../errors.ts'
import { defineListRead, LIMIT_MAX, limitOption, listOptions } from './list-query.ts'
import { goalFacts, pastNow, postsOf, projectAnswer, projectAnswerAt } from './project-answer.ts'
import type { QueryContext } from './query-context.ts'
import { cursorParam, defineRead, formatCursor, optionalParam } from './read.ts'
import { factsOf, pastsOf, recordOf } from './site-record.ts'

const UNKNOWN_KIND = `The kind must be one of ${RECORD_KINDS.join(', ')}.`

export const readLedger = defineRead({
  summary: 'Kept, missed and open deadlines; null until the history is read',
  data: ledgerSchema.nullable(),
  // Null rather than 503: the page has other figures too.
  answer({ context: { snapshot, today } }) {
    if (snapshot.facts === null) return { data: null }
    return { data: ledgerOf([...pastsOf(snapshot).values()], today) }
  },
})

export const readRecord = defineRead({
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
    const { proof } = context.snapshot
    const matching =
      kinds.length === 0 ? all : all.filter(({ entry }) => kinds.includes(entry.kind))
    // The entry of the cursor need not exist any more.
    const rest = cursor === null ? matching : matching.filter(({ place }) => place < cursor)
    const page = rest.slice(0, limit)
    const last = rest.length > limit ? page.at(-1) : undefined
    const data = page.map(({ entry }) => entry)
    const gone = goneProjects(data, context.snapshot)
    return {
      data,
      meta: {
        next_cursor: last ? formatCursor(last.place) : null,
        total: matching.length,
        ...(gone.length > 0 && { gone }),
        ...(proof && { proof }),
      },
    }
  },
})

/** Ids of the projects of entries that are deleted, or cannot be read any more. */
function goneProjects(entries: readonly RecordEntry[], { projects }: Snapshot): string[] {
  const ids = entries.flatMap(({ kind, id }) => (kind === 'posted' || id === null ? [] : [id]))
  const known = new Set(projects.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => !known.has(id))
}

const atOption = z.object({
  // Refused before the cache, in which an empty option counts as absent.
  at: optionalParam((value) => {
    if (isDay(value)) return value
    throw new BadRequestError('"at" must be a date like 2026-11-20.')
  }).describe('A day that has begun; 503 until the history is read'),
})

/** @throws BadRequestError for a day to come */
function checkBegun(day: Day, { today }: QueryContext): Day {
  if (day > today) throw new BadRequestError('"at" must not be in the future.')
  return day
}

export const listProjects = defineRead({
  summary: 'Deadline projects by due date, now or at the end of a day',
  query: atOption,
  data: z.array(projectSchema),
  meta: projectsMetaSchema,
  answer({ query, context }) {
    const { snapshot, today } = context
    if (query.at === null) {
      return { data: snapshot.projects.map((project) => projectAnswer(project, snapshot, today)) }
    }
    const day = checkBegun(query.at, context)
    const { beginsAt } = factsOf(snapshot)
    const begins = beginsAt === null ? null : dayAt(beginsAt, snapshot.site.time_zone)
    if (begins !== null && day < begins) return { data: [], meta: { record_begins: begins } }
    return { data: boardAt(day, snapshot).map((past) => projectAnswerAt(past, day, snapshot)) }
  },
})

/** The projects at the end of a day. @throws HistoryPendingError */
function boardAt(day: Day, snapshot: Snapshot): ProjectPast[] {
  return projectsAt(factsOf(snapshot).projects, { day, zone: snapshot.site.time_zone })
}

const NO_PROJECT = 'Project not found'

export const readProject = defineRead({
  summary: 'One deadline project, now or at the end of a day; former ids answer too',
  params: z.object({ id: text }),
  query: atOption,
  data: projectSchema,
  meta: projectMetaSchema,
  answer({ params, query, context }) {
    const { snapshot, today } = context
    const isNow = query.at === null
    const day = query.at === null ? today : checkBegun(query.at, context)
    const project = snapshot.projectNamed(params.id)
    const id = project?.id ?? params.id
    const past = isNow ? pastNow(id, snapshot) : boardAt(day, snapshot).find((one) => one.id === id)
    const then = past && projectAnswerAt(past, day, snapshot)
    const data = isNow ? project && projectAnswer(project, snapshot, today) : then
    if (!data) throw new NotFoundError(NO_PROJECT)
    const facts = goalFacts(data, { day, past, posts: postsOf(id, snapshot) })
    const line = data.goal === null ? null : progressLine(data.start, facts)
    const record = past ? projectEntries(past, { today: day, zone: snapshot.site.time_zone }) : []
    return { data, meta: { line, record: newestFirst(record).map(({ entry }) => entry) } }
  },
  revision: ({ params, query, context: { snapshot } }) =>
    (query.at === null && snapshot.projectNamed(params.id)?.revision) || '',
})

export const listProjectPosts = defineListRead({
  summary: 'Published posts that name a project, newest first, as summaries',
  params: z.object({ id: text }),
  query: listOptions,
  view: 'summary',
  select({ params, context: { snapshot } }) {
    const project = snapshot.projectNamed(params.id)
    if (!project) throw new NotFoundError(NO_PROJECT)
    return { posts: postsOf(project.id, snapshot) }
  },
})
