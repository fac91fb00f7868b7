import { describe, expect, it } from 'vitest'
import type { ProjectStatus } from '#domain/project.ts'
import { postRecord, projectRecord } from '../../../test/test-records.ts'
import type { ProjectChange } from '../../history/project-changes.ts'
import { composeReview } from './compose-review.ts'
import { type ReviewedSite, reviewWeek, type WeekReview } from './week-review.ts'

// The week from Monday, November 16 to Sunday, November 22, seen from the Monday after.
const MONDAY = '2026-11-16'
const AFTER = Date.parse('2026-11-23T08:00:00+01:00')
const EMPTY: ReviewedSite = {
  posts: [],
  projects: [],
  changes: [],
  now: AFTER,
  facts: null,
  site: { streak: 'all', rest_days: [], time_zone: 'Europe/Berlin' },
}

const post = (day: string, fields: Partial<Parameters<typeof postRecord>[0]> = {}) => {
  const instant = Date.parse(`${day}T12:00:00+01:00`)
  return postRecord({ id: `of-${day}`, instant, day, word_count: 100, ...fields })
}
const project = (due: string, status: ProjectStatus = 'In Progress') =>
  projectRecord({ id: 'ship', title: 'Ship it', due_date: due, status })

/** A commit that made one project of another. */
const change = (
  day: string,
  before: ProjectChange['before'],
  after: ProjectChange['after'],
  reason = '',
): ProjectChange => ({ id: 'ship', at: `${day}T12:00:00+01:00`, before, after, reason })
const done = (day: string, due: string) => ({
  projects: [project(due, 'Completed')],
  changes: [change(day, project(due), project(due, 'Done'))],
})

describe('the review of a week', () => {
  it.each<[string, Partial<ReviewedSite>, Partial<WeekReview>]>([
    ['has nothing to tell of an empty site', {}, { posts: [], words: 0, streak: 0, met: [] }],
    [
      'counts posts and words from Monday to Sunday',
      { posts: [post('2026-11-15'), post('2026-11-16'), post('2026-11-22'), post('2026-11-23')] },
      { words: 200, streak: 1 },
    ],
    [
      'leaves out drafts',
      { posts: [post('2026-11-17', { draft: true })] },
      { posts: [], words: 0, streak: 0 },
    ],
    [
      'names the days without an essay or short',
      {
        posts: ['16', '17', '19', '20', '22'].map((day) => post(`2026-11-${day}`)),
      },
      { emptyDays: ['2026-11-18', '2026-11-21'], streak: 1, longestStreak: 2 },
    ],
    [
      'while it lasts does not hold today against the author',
      { now: Date.parse('2026-11-17T08:00:00+01:00'), posts: [post('2026-11-16')] },
      { emptyDays: [], streak: 1 },
    ],
    [
      'tells a deadline that was met',
      done('2026-11-18', '2026-11-20'),
      { met: [{ title: 'Ship it', due: '2026-11-20' }], missed: [], late: [], next: [] },
    ],
    [
      'tells one that was met before its week',
      done('2026-11-18', '2026-12-20'),
      { met: [{ title: 'Ship it', due: '2026-12-20' }] },
    ],
    [
      'does not tell again what was met in an earlier week',
      done('2026-11-10', '2026-11-20'),
      { met: [], missed: [], late: [] },
    ],
    [
      'takes a project that no commit completed as met in time',
      { projects: [project('2026-11-20', 'Completed')] },
      { met: [{ title: 'Ship it', due: '2026-11-20' }] },
    ],
    [
      'tells what was done late',
      done('2026-11-20', '2026-11-18'),
      { met: [], missed: [], late: [{ title: 'Ship it', due: '2026-11-18', days: 2 }] },
    ],
    [
      'calls late what was done late, though its date was moved afterwards',
      {
        ...done('2026-11-20', '2026-11-18'),
        projects: [project('2026-11-30', 'Completed')],
      },
      { met: [], missed: [], late: [{ title: 'Ship it', due: '2026-11-18', days: 2 }] },
    ],
    [
      'tells a deadline that was missed',
      { projects: [project('2026-11-20')] },
      { missed: [{ title: 'Ship it', due: '2026-11-20' }], next: [] },
    ],
    [
      'tells one as missed that was done after the week',
      done('2026-11-23', '2026-11-20'),
      { missed: [{ title: 'Ship it', due: '2026-11-20' }], late: [] },
    ],
    [
      'does not call missed what is due today',
      { projects: [project('2026-11-20')], now: Date.parse('2026-11-20T20:00:00+01:00') },
      { missed: [], next: [{ title: 'Ship it', due: '2026-11-20' }] },
    ],
    [
      'tells deadlines that were moved in it, with the reason',
      {
        projects: [project('2026-12-04')],
        changes: [
          change('2026-11-10', project('2026-11-01'), project('2026-11-20')),
          change('2026-11-18', project('2026-11-20'), project('2026-12-04'), 'Ill'),
        ],
      },
      { moved: [{ title: 'Ship it', from: '2026-11-20', to: '2026-12-04', reason: 'Ill' }] },
    ],
    [
      'names the next three deadlines',
      {
        projects: ['2027-01-01', '2026-11-23', '2026-12-01', '2026-12-02'].map((due) =>
          projectRecord({ id: due, title: due, due_date: due }),
        ),
      },
      {
        next: ['2026-11-23', '2026-12-01', '2026-12-02'].map((due) => ({ title: due, due })),
      },
    ],
  ])('%s', (_, site, expected) => {
    expect(reviewWeek(MONDAY, { ...EMPTY, ...site })).toMatchObject(expected)
  })
})

describe('the draft of a review', () => {
  it('tells all of it in markdown', () => {
    const review: WeekReview = {
      monday: MONDAY,
      sunday: '2026-11-22',
      posts: [post('2026-11-16', { id: 'a', title: 'On [brackets]', word_count: 1 })],
      words: 1204,
      streak: 1,
      longestStreak: 12,
      emptyDays: ['2026-11-18', '2026-11-21'],
      met: [{ title: 'A', due: '2026-11-20' }],
      late: [{ title: 'B', due: '2026-11-18', days: 1 }],
      missed: [{ title: 'C', due: '2026-11-19' }],
      moved: [{ title: 'D', from: '2026-11-20', to: '2026-12-04', reason: 'Ill\nfor days' }],
      next: [{ title: 'E', due: '2026-12-01' }],
    }
    expect(composeReview(review)).toEqual({
      type: 'short',
      title: 'Week 47 of 2026',
      draft: true,
      content: `Monday, November 16, 2026 to Sunday, November 22, 2026.

1 post, 1,204 words.

- [On \\[brackets\\]](/post/a), 1 word

Streak: 1 day, the longest 12 days. Nothing on Wednesday, Saturday.

**Deadlines met**

- A, due November 20, 2026

**Done late**

- B, 1 day after its deadline

**Deadlines missed**

- C, due November 19, 2026

**Deadlines moved**

- D, from November 20, 2026 to December 4, 2026: Ill for days

**Due next**

- E, Tuesday, December 1, 2026`,
    })
  })

  it('leaves out what there is nothing of', () => {
    const posts = ['16', '17', '18', '19', '20', '21', '22'].map((day) => post(`2026-11-${day}`))
    const { content } = composeReview(reviewWeek(MONDAY, { ...EMPTY, posts }))
    expect(content).toContain('\n\nStreak: 7 days, the longest 7 days. Every day had its post.')
    expect(content).not.toContain('**')
  })
})
