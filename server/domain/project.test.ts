import { expect, it } from 'vitest'
import type { Day } from './days/day.ts'
import {
  countdown,
  isCompletedAndPast,
  type ProjectStatus,
  projectStats,
  statusTone,
} from './project.ts'

const TODAY = '2026-11-20' // a Friday

it.each<[Day, string, string]>([
  ['2026-11-10', '10 days overdue', 'red'],
  ['2026-11-19', '1 day overdue', 'red'],
  ['2026-11-20', 'Due today', 'orange'],
  ['2026-11-21', '1 day remaining', 'yellow'],
  ['2026-11-27', '7 days remaining', 'yellow'],
  ['2026-11-28', '8 days remaining', 'green'],
])('counts down to %s: %s', (due, text, tone) => {
  expect(countdown(due, TODAY)).toEqual({ text, tone })
})

/** Status, due date, whether it is among the completed, the colour of its badge. */
it.each<[ProjectStatus, Day, boolean, string]>([
  ['Completed', '2026-11-19', true, 'green'],
  ['Done', '2026-11-19', true, 'green'],
  ['Completed', '2026-11-20', false, 'green'],
  ['In Progress', '2026-11-01', false, 'blue'],
  ['On Hold', '2026-11-01', false, 'gray'],
  ['Not Started', '2026-11-01', false, 'yellow'],
  ['Failed', '2026-11-01', false, 'yellow'],
])('a project %s due %s is completed and past: %s, in %s', (status, due_date, isPast, tone) => {
  expect(isCompletedAndPast({ status, due_date }, TODAY)).toBe(isPast)
  expect(statusTone(status)).toBe(tone)
})

it('gives the figures of Project Stats', () => {
  const project = (status: ProjectStatus, due_date: Day) => ({ status, due_date })
  const stats = projectStats(
    [
      project('In Progress', '2026-11-16'), // Monday of this week, missed
      project('Not Started', '2026-11-20'), // due today: not missed
      project('On Hold', '2026-11-22'), // Sunday of this week
      project('Not Started', '2026-11-23'), // next week, this month
      project('Not Started', '2025-11-20'), // this month of another year, missed
      project('Completed', '2026-11-21'),
      project('Done', '2026-01-01'),
    ],
    TODAY,
  )
  expect(stats).toEqual({
    total: 7,
    active: 5,
    completed: 2,
    due_this_week: 3,
    due_this_month: 4,
    missed: 2,
    completion_rate: 29,
  })
  expect(projectStats([], TODAY).completion_rate).toBe(0)
})
