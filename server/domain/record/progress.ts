/**
 * How far a project with a goal is (`progressOf`): what its posts add up to, and the line, what it
 * should have come to by a day. The line bends with the commits; what is counted is that of the file.
 */
import type { Progress, ProjectMeta } from '../answers/public-answers.ts'
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

type GoalLine = NonNullable<ProjectMeta['line']>

/** A project's number: its line and what is counted. */
interface GoalFacts {
  /** Oldest first. */
  commits: readonly LineCommit[]
  /** In any order. */
  posts: readonly CountedPost[]
  day: Day
}

const DECIMALS = 1e6
const NUMBER_MAX = 1e9

/** To 6 decimals, never -0. */
export const roundedNumber = (number: number): number =>
  Math.round(number * DECIMALS) / DECIMALS + 0

/** Whether a goal, a start or an amount may be this number. */
export const isGoalNumber = (number: number): boolean => Math.abs(number) <= NUMBER_MAX

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

/** The progress at the end of a day, by the goal and start of the project's file. */
export function progressOf(
  { goal, start }: { goal: number; start: number },
  { commits, posts, day }: GoalFacts,
): Progress {
  const counted = posts.filter((post) => post.day <= day)
  const done = roundedNumber(counted.reduce((sum, { amount }) => sum + amount, start))
  const segment = lineOf(commits.filter((commit) => commit.day <= day)).at(-1)
  const expected = roundedNumber(segment ? valueOn(segment, day) : start)
  const behind = roundedNumber(Math.max(0, (expected - done) * Math.sign(goal - start)))
  return { done, expected, behind, posts: counted.length }
}

/**
 * The picture of the progress at the end of a day: the corners of the line, from the first commit to
 * the later of the day and the due date, and what was done by each day on which it changed. Null
 * before the first commit.
 */
export function progressLine(start: number, { commits, posts, day }: GoalFacts): GoalLine | null {
  const segments = lineOf(commits.filter((commit) => commit.day <= day))
  const [first] = segments
  const last = segments.at(-1)
  if (!first || !last) return null
  const end = last.dueDate > day ? last.dueDate : day
  const expected = segments.flatMap((segment, index) => {
    const next = segments[index + 1]?.day ?? end
    const hasCorner = segment.dueDate > segment.day && segment.dueDate < next
    const days = [segment.day, ...(hasCorner ? [segment.dueDate] : []), next]
    return days.map((one) => ({ day: one, value: roundedNumber(valueOn(segment, one)) }))
  })
  const amounts = new Map([first.day, day].map((one) => [one, 0]))
  for (const post of posts) {
    const counted = post.day > first.day ? post.day : first.day
    if (post.day <= day) amounts.set(counted, (amounts.get(counted) ?? 0) + post.amount)
  }
  let sum = start
  const done = [...amounts].sort().map(([one, amount]) => {
    sum += amount
    return { day: one, value: roundedNumber(sum) }
  })
  // A commit on a corner has it twice.
  const corners = new Map(expected.map((point) => [`${point.day} ${point.value}`, point]))
  return { expected: [...corners.values()], done }
}
