import { expect, it } from 'vitest'
import type { ProjectStatus } from '../project.ts'
import { fateOf, newSince } from './since-then.ts'

const project = (
  due_date: string,
  status: ProjectStatus,
  completed_on: string | null = null,
  completed_due_date = due_date,
) => ({ id: 'a', due_date, status, completed_on, completed_due_date })
const OPEN = project('2026-11-10', 'In Progress')

it.each([
  ['completed in time', OPEN, project('2026-11-10', 'Completed', '2026-11-10'), 'kept'],
  ['done after a move', OPEN, project('2026-11-30', 'Done', '2026-11-12'), 'kept'],
  ['completed too late', OPEN, project('2026-11-10', 'Completed', '2026-11-11'), 'missed'],
  [
    'completed too late, and moved then',
    OPEN,
    project('2026-12-01', 'Done', '2026-11-12', '2026-11-10'),
    'missed',
  ],
  ['overdue', OPEN, OPEN, 'missed'],
  ['moved, and overdue again', OPEN, project('2026-11-19', 'On Hold'), 'missed'],
  ['moved on', OPEN, project('2026-12-01', 'On Hold'), 'moved'],
  ['due today', OPEN, project('2026-11-20', 'On Hold'), 'moved'],
  ['given up', OPEN, project('2026-11-10', 'Failed'), 'dropped'],
  ['gone', OPEN, undefined, 'dropped'],
  [
    'open with the same date',
    project('2026-12-01', 'Started'),
    project('2026-12-01', 'On Hold'),
    null,
  ],
  ['completed before', project('2026-11-10', 'Done'), undefined, null],
  ['given up before', project('2026-11-10', 'Failed'), project('2026-11-10', 'Failed'), null],
] as const)('a promise that is %s since then', (_, then, now, fate) => {
  expect(fateOf(then, now, '2026-11-20')).toBe(fate)
})

it('what was not there then is new', () => {
  const other = { ...OPEN, id: 'b' }
  expect(newSince([OPEN], [OPEN, other])).toEqual([other])
})
