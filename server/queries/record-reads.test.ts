import { expect, it } from 'vitest'
import type {
  Answer,
  ProjectsAnswer,
  RecordAnswer,
  RecordMeta,
} from '#domain/answers/public-answers.ts'
import { historyFacts, type ProjectCommit, projectsOf } from '../test/record-history.ts'
import {
  FIXTURE_NOW,
  fixtureContext,
  fixturePost,
  fixtureSnapshot,
  projectRecord,
} from '../test/test-records.ts'
import { answerQuery } from './queries.ts'
import type { QueryContext } from './query-context.ts'

const DAY = 86_400_000
const PROJECTS: Record<string, ProjectCommit[]> = {
  a: [
    ['11-01', '11-05', 'In Progress', 'Run 10 km'],
    ['11-04', '11-12', 'In Progress', 'Run 5 km'],
    ['11-10', '11-12', 'Done'],
  ],
  b: [
    ['11-02', '11-30'],
    ['11-18', '11-30', 'Failed'],
  ],
  c: [['11-03', '11-19']],
}

const GONE: ProjectCommit[] = [
  ['11-06', '11-30'],
  ['11-12', null],
]

/** A site with three public posts, of which the history has two, a draft and a scheduled one. */
function contextOf(commits = PROJECTS): QueryContext {
  const posts = [
    fixturePost({ id: 'early', instant: FIXTURE_NOW - 19 * DAY }),
    fixturePost({ id: 'late', instant: FIXTURE_NOW - 9 * DAY, project: 'a' }),
    fixturePost({ id: 'plan', instant: FIXTURE_NOW - 9 * DAY, draft: true }),
    fixturePost({ id: 'later', instant: FIXTURE_NOW + DAY }),
  ]
  const uncommitted = fixturePost({ id: 'new', instant: FIXTURE_NOW - DAY })
  const logged = posts.map((post) => {
    const at = post.instant + (post.id === 'late' ? 5 * DAY : 0)
    return [post.path, { commit: `commit of ${post.id}`, at, isImported: false }] as const
  })
  const projects = projectsOf(commits)
  const beginsAt = Date.parse('2026-11-01T12:00:00Z')
  const facts = historyFacts({ beginsAt, logged: new Map(logged), projects })
  const records = [...projects].flatMap(([id, versions]) => {
    const project = versions.at(-1)?.project
    return project ? [projectRecord({ id, ...project })] : []
  })
  const all = [...posts, uncommitted]
  return fixtureContext(fixtureSnapshot(all, { facts, projects: records }))
}

const context = contextOf()
// The path decides the shape of an answer.
const ask = <Of extends Answer<unknown, unknown>>(path: string, of: QueryContext = context) =>
  answerQuery(path, of) as Promise<Of>

async function record(path: string, of: QueryContext = context) {
  const { data, meta } = await ask<RecordAnswer>(path, of)
  // The record always has its meta.
  const { next_cursor: next, total } = meta as RecordMeta
  return { lines: data.map(({ kind, id, day }) => `${day.slice(5)} ${id} ${kind}`), next, total }
}

const WHOLE = [
  '11-20 c missed',
  '11-18 b given_up',
  '11-11 late posted',
  '11-10 a kept',
  '11-04 a moved',
  '11-03 c promised',
  '11-02 b promised',
  '11-01 a promised',
  '11-01 early posted',
]

it('the record has what is public and committed, newest first', async () => {
  expect(await record('/record')).toEqual({ lines: WHOLE, next: null, total: 9 })
  const none = { from: null, to: null, reason: null, days_late: null }
  const { data: posted } = await ask<RecordAnswer>('/record?kind=posted')
  expect(posted).toMatchObject([
    { ...none, id: 'late', commit: 'commit of late', days_late: 5 },
    { ...none, id: 'early', commit: 'commit of early', days_late: 0 },
  ])
  const { data } = await ask<RecordAnswer>('/record?kind=moved&kind=promised')
  const [from, to] = ['2026-11-05', '2026-11-12']
  const moved = { ...none, from, to, reason: 'why 1', commit: 'commit 1 of a', title: 'Run 5 km' }
  expect(data[0]).toMatchObject(moved)
  const promised = { ...none, to: from, commit: 'commit 0 of a', title: 'Run 10 km' }
  expect(data.at(-1)).toMatchObject(promised)
})

it('the record is read on by cursors, each entry once, whatever comes, goes or is left out', async () => {
  const first = await record('/record?limit=4')
  expect([first.lines, first.total]).toEqual([WHOLE.slice(0, 4), 9])
  const grown = contextOf({ ...PROJECTS, d: [['11-19', '11-30']] })
  const second = await record(`/record?limit=4&cursor=${first.next}`, grown)
  expect([second.lines, second.total]).toEqual([WHOLE.slice(4, 8), 10])
  // The entry of the cursor is gone.
  const { a: _, ...others } = PROJECTS
  const third = await record(`/record?limit=4&cursor=${second.next}`, contextOf(others))
  expect([third.lines, third.next]).toEqual([WHOLE.slice(8), null])
  const promises = await record(`/record?kind=promised&kind=moved&cursor=${first.next}`)
  expect([promises.lines, promises.total]).toEqual([WHOLE.slice(4, 8), 4])
})

it('projects have what was promised first, their slip, and the day of their end with its due date', async () => {
  const { data } = await ask<ProjectsAnswer>('/deadline-projects')
  const lines = data.map(({ id, first_due_date, slip_days, moves, ...end }) =>
    [id, first_due_date, slip_days, moves.length, end.completed_on, end.completed_due_date].join(
      ' ',
    ),
  )
  expect(lines).toEqual([
    'a 2026-11-05 7 1 2026-11-10 2026-11-12',
    'c 2026-11-19 0 0  ',
    'b 2026-11-30 0 0  ',
  ])
})

it('projects have none of it while no commit has them', async () => {
  const projects = [projectRecord({ id: 'new', status: 'Done' })]
  const fresh = { ...context, snapshot: { ...contextOf({}).snapshot, projects } }
  const { data } = await ask<ProjectsAnswer>('/deadline-projects', fresh)
  const none = { first_due_date: null, slip_days: null }
  expect(data).toMatchObject([{ ...none, completed_on: null, completed_due_date: null }])
})

it('projects are those of a day as they were at its end, with the posts of that time', async () => {
  const then = contextOf({ ...PROJECTS, gone: GONE })
  const boardOf = (day: string) => ask<ProjectsAnswer>(`/deadline-projects?at=2026-11-${day}`, then)
  const told = async (day: string) =>
    (await boardOf(day)).data.map(({ id, status, slip_days }) => `${id} ${status} ${slip_days}`)
  const open = ['c In Progress 0', 'b In Progress 0']
  expect(await told('01')).toEqual(['a In Progress 0'])
  expect(await told('10')).toEqual(['a Done 7', ...open, 'gone In Progress 0'])
  expect(await told('13')).toEqual(['a Done 7', ...open])
  const { data, meta } = await boardOf('10')
  expect(meta).toBeUndefined()
  expect(data[0]).toMatchObject({
    ...{ status: 'Done', due_date: '2026-11-12', completed_on: '2026-11-10', slip_days: 7 },
    ...{ evidence: [], moves: [{ from: '2026-11-05', to: '2026-11-12', reason: 'why 1' }] },
  })
  expect((await boardOf('11')).data[0]?.evidence).toEqual([{ id: 'late', title: 'late' }])
})

it('projects are none before the record, which says when it begins', async () => {
  const answer = await ask<ProjectsAnswer>('/deadline-projects?at=2026-10-31')
  expect(answer).toEqual({ data: [], meta: { record_begins: '2026-11-01' } })
})
