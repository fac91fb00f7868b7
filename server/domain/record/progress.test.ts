/** Each figure is worked out by hand; days are of 2026. */
import { expect, it } from 'vitest'
import { type LineCommit, progressOf } from './progress.ts'

type Figures = [done: number, expected: number, behind: number, posts: number]

interface Project {
  goal: number
  start?: number
  commits: LineCommit[]
  /** Amounts by day. */
  posts?: Record<string, number>
}

/** A commit on a day, with the due date, goal and start that it has. */
const on = (day: string, due: string, goal: number | null, start = 0): LineCommit => {
  return { day: `2026-${day}`, dueDate: `2026-${due}`, goal, start }
}

function figuresOn(day: string, { goal, start = 0, commits, posts = {} }: Project): Figures {
  const counted = Object.entries(posts).map(([on, amount]) => ({ day: `2026-${on}`, amount }))
  const facts = { commits, posts: counted, day: `2026-${day}` }
  const { done, expected, behind, posts: count } = progressOf({ goal, start }, facts)
  return [done, expected, behind, count]
}

/** One cup a day; from November 16 on half a cup, from 15; from November 26 on one again, from 20. */
const MOVED: Project = {
  goal: 30,
  commits: [on('11-01', '12-01', 30), on('11-16', '12-16', 30), on('11-26', '12-06', 30)],
  posts: { '11-10': 5, '11-03': 3, '11-05': 2 },
}

/** Five a day to 50 on November 11; then one a day; 57 on November 18, then three a day. */
const LOWERED: Project = {
  goal: 66,
  commits: [
    on('11-01', '11-21', 100),
    on('11-11', '11-21', 60),
    on('11-18', '11-21', 90),
    on('11-18', '11-21', 66),
  ],
  posts: { '11-02': 58 },
}

/** One a day; for a moment due on the very day. */
const CORRECTED: Project = {
  goal: 20,
  commits: [on('11-01', '11-21', 20), on('11-06', '11-06', 20), on('11-06', '11-21', 20)],
}

/** Half a kilo down a day. */
const DOWN: Project = {
  goal: 80,
  start: 90,
  commits: [on('11-01', '11-21', 80, 90)],
  posts: { '11-05': -1.5, '11-09': 0.5, '11-11': -2, '11-15': -6 },
}

/** Without a goal to November 11 and from November 16 to 21. */
const GIVEN_BACK: Project = {
  goal: 25,
  start: 10,
  commits: [
    on('11-01', '12-01', null),
    on('11-11', '12-01', 30, 10),
    on('11-16', '12-01', null, 10),
    on('11-21', '12-01', 25, 10),
  ],
}

const STARTED_ANEW: LineCommit[] = [on('11-01', '11-11', 10), on('11-03', '11-11', 10, 4)]

it.each<[string, string, Project, Figures]>([
  ['begins with the start on the day of the first commit', '11-01', MOVED, [0, 0, 0, 0]],
  ['is ahead of a straight line', '11-10', MOVED, [10, 9, 0, 3]],
  ['is behind it', '11-15', MOVED, [10, 14, 4, 3]],
  ['stays where it is on the day of a move', '11-16', MOVED, [10, 15, 5, 3]],
  ['is expected to be slower after a move', '11-24', MOVED, [10, 19, 9, 3]],
  ['is expected to be faster after a move back', '12-01', MOVED, [10, 25, 15, 3]],
  ['is expected at its goal on the due date', '12-06', MOVED, [10, 30, 20, 3]],
  ['has a flatter line then', '11-16', LOWERED, [58, 55, 0, 1]],
  ['goes by the last of several commits of a day', '11-19', LOWERED, [58, 60, 2, 1]],
  ['is not at a goal whose due date was corrected the same day', '11-06', CORRECTED, [0, 5, 5, 0]],
  ['is behind on its way down', '11-05', DOWN, [88.5, 88, 0.5, 1]],
  ['is further behind after a step up', '11-09', DOWN, [89, 86, 3, 2]],
  ['is ahead on its way down', '11-15', DOWN, [81, 83, 0, 4]],
  ['is at the start of its first commit without a goal', '11-05', GIVEN_BACK, [10, 0, 0, 0]],
  ['begins with the start that came with the goal', '11-13', GIVEN_BACK, [10, 12, 2, 0]],
  ['stands while the goal is taken away', '11-18', GIVEN_BACK, [10, 15, 5, 0]],
  ['goes on from there once it is given back', '11-26', GIVEN_BACK, [10, 20, 10, 0]],
  [
    'jumps with a changed start, and the line does not',
    '11-06',
    { goal: 10, start: 4, commits: STARTED_ANEW, posts: { '11-06': 1 } },
    [5, 5, 0, 1],
  ],
  ['is at its start in no commit', '11-06', { goal: 10, start: 4, commits: [] }, [4, 4, 0, 0]],
  [
    'has the line of its commits while its file says more',
    '11-06',
    { goal: 99, start: 1, commits: [on('11-01', '11-11', 10)] },
    [1, 5, 4, 0],
  ],
  [
    'is expected at its goal at once where the due date has passed',
    '11-06',
    { goal: 10, commits: [on('11-06', '11-01', 10)] },
    [0, 10, 10, 0],
  ],
  [
    'goes down to a goal that was lowered below the line',
    '11-16',
    { goal: 40, commits: [on('11-01', '11-21', 100), on('11-11', '11-21', 40)] },
    [0, 45, 45, 0],
  ],
  [
    'is counted to six decimals',
    '11-02',
    { goal: 1, commits: [on('11-01', '11-04', 1)], posts: { '11-01': 0.1, '11-02': 0.2 } },
    [0.3, 0.333333, 0.033333, 2],
  ],
])('a project with a goal %s (%s)', (_, day, project, figures) => {
  expect(figuresOn(day, project)).toEqual(figures)
})
