/**
 * What the main thread makes of many files and commits takes at most three times as long for twice
 * as many, however they were made to be slow.
 */
import { expect, it } from 'vitest'
import { addDays } from '#domain/days/day.ts'
import type { ProjectMove } from '#domain/project.ts'
import type { ProjectVersion } from '#domain/record/history-facts.ts'
import { ledgerOf } from '#domain/record/ledger.ts'
import { projectHistories } from '#domain/record/project-histories.ts'
import { projectPast } from '#domain/record/project-past.ts'
import { recordEntries } from '#domain/record/record-entries.ts'
import { growthOf } from './growth.ts'

const BEGAN = Date.parse('2024-01-01T00:00:00Z')
const DAYS = { zone: 'UTC', today: '2026-11-20' }
const timeOf = (index: number) => BEGAN + index * 60_000

function version(index: number, project: Partial<ProjectVersion['project']> | null) {
  const { status, ...more } = { status: 'In Progress' as const, ...project }
  const whole = { title: 'P', due_date: addDays('2024-01-01', index % 9000), tags: [], link: '' }
  return {
    ...{ commit: `commit ${index}`, at: timeOf(index), reason: '' },
    project: project && { ...whole, status, ...more },
  }
}

/** All that is told of projects, from the commits on. */
function recordOf(projects: Map<string, ProjectVersion[]>): unknown {
  const moves = new Map([...projects].map(([id, versions]) => [id, movesOf(versions)]))
  const histories = projectHistories(projects, moves)
  const pasts = histories.flatMap((history) => projectPast(history, DAYS.zone) ?? [])
  return [recordEntries({ posts: [], pasts, ...DAYS }), ledgerOf(pasts, DAYS.today)]
}

function movesOf(versions: readonly ProjectVersion[]): ProjectMove[] {
  return versions.flatMap(({ project, at, commit }, index) => {
    const from = versions[index - 1]?.project?.due_date
    if (project === null || from === undefined) return []
    return [{ from, to: project.due_date, at: new Date(at).toISOString(), commit, reason: '' }]
  })
}

const list = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, n) => make(n))

/** Projects of the first half of the list that go in the commit in which the others come. */
function replaced(count: number): Map<string, ProjectVersion[]> {
  const went = list(count, (n) => [version(0, { title: `A ${n}`, tags: ['a'] }), version(1, null)])
  const came = list(count, (n) => [version(1, { title: `B ${n}`, tags: ['b'] })])
  return new Map([...went, ...came].map((versions, n) => [`p${n}`, versions]))
}

const COMMITS = [3_000, 6_000] as const

it.each<[string, readonly [number, number], (count: number) => unknown]>([
  [
    'moves of one deadline',
    COMMITS,
    (count) => recordOf(new Map([['p', list(count, (n) => version(n, {}))]])),
  ],
  [
    'a deadline that goes and comes back',
    [1_500, 3_000],
    (count) => recordOf(new Map([['p', list(count, (n) => version(n, n % 3 === 2 ? null : {}))]])),
  ],
  ['projects that take the place of others', [1_000, 2_000], (count) => recordOf(replaced(count))],
])(
  '%s: twice as many take no more than three times as long',
  async (_, [half, whole], work) => {
    expect(await growthOf(work, half, whole)).toMatchObject({ isBounded: true })
  },
  120_000,
)
