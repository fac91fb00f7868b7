/**
 * How far a project with a goal is (`progressOf`): what its posts add up to, and the line, what it
 * should have come to by a day. The line bends with the commits; what is counted is that of the file.
 */
import { type Day, daysBetween } from '../days/day.ts'

/** What one commit says of a project's number. Days are of the site's zone. */
export interface LineCommit {
  day: Day
  dueDate: Day
  /** Null without one. */
  goal: number | null
  start: number
}

/** The line from a day on: straight from `value` to `goal` on the due date; level without a goal. */
interface LineSegment extends Pick<LineCommit, 'day' | 'dueDate' | 'goal'> {
  value: number
}

/** A public post that names the project. */
interface CountedPost {
  day: Day
  amount: number
}

interface Progress {
  done: number
  expected: number
  /** How far `done` is short of `expected` on the way to the goal; at least 0. */
  behind: number
  /** Number of the posts. */
  posts: number
}

const DECIMALS = 1e6

/** To 6 decimals, never -0. */
const round = (number: number): number => Math.round(number * DECIMALS) / DECIMALS + 0

/** Where a segment is on a day; from the due date on at the goal. */
function valueOn({ day: from, value, goal, dueDate }: LineSegment, day: Day): number {
  if (goal === null) return value
  if (day >= dueDate) return goal
  return value + ((goal - value) * daysBetween(from, day)) / daysBetween(from, dueDate)
}

/**
 * The segments of the line, oldest first. Of the commits of one day the last counts. The first goal
 * starts it at `start`; a later change of `start` bends nothing.
 * @param commits oldest first
 */
function lineOf(commits: readonly LineCommit[]): LineSegment[] {
  const line: LineSegment[] = []
  let hasGoal = false
  for (const [index, { day, dueDate, goal, start }] of commits.entries()) {
    if (commits[index + 1]?.day === day) continue
    const last = line.at(-1)
    const value = last && hasGoal ? valueOn(last, day) : start
    line.push({ day, dueDate, goal, value })
    hasGoal ||= goal !== null
  }
  return line
}

/**
 * The progress at the end of a day.
 * @param project goal and start of its file @param commits oldest first @param posts in any order
 */
export function progressOf(
  { goal, start }: { goal: number; start: number },
  {
    commits,
    posts,
    day,
  }: { commits: readonly LineCommit[]; posts: readonly CountedPost[]; day: Day },
): Progress {
  const counted = posts.filter((post) => post.day <= day)
  const done = round(counted.reduce((sum, { amount }) => sum + amount, start))
  const segment = lineOf(commits.filter((commit) => commit.day <= day)).at(-1)
  const expected = round(segment ? valueOn(segment, day) : start)
  const behind = round(Math.max(0, (expected - done) * Math.sign(goal - start)))
  return { done, expected, behind, posts: counted.length }
}
