/**
 * How far a project with a goal is: the sentence and the bar, and its line as a picture, the done
 * steps over what was expected, to the due date.
 */
import type { ReactNode } from 'react'
import type { ProjectMeta } from '#domain/answers/public-answers.ts'
import { type Day, daysBetween, formatLongDay, formatShortDay } from '#domain/days/day.ts'
import type { Project } from '#domain/project.ts'
import { formatAmount, formatNumber } from '#domain/texts/amounts.ts'

/** A stroke of two pixels in a picture that is stretched. */
const THIN = { fill: 'none', strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const

const BAR_WIDTH = 400
const BAR_HEIGHT = 8
/** A number of more characters is smaller on the page. */
const LONG_NUMBER = 6

type CountedProject = Project & { goal: number; progress: NonNullable<Project['progress']> }

export function isCounted(project: Project): project is CountedProject {
  return project.goal !== null && project.progress !== null
}

/** '12 of 30 cups' and its bar; nothing without a goal. */
export function GoalBar({ project }: { project: Project }) {
  if (!isCounted(project)) return null
  const { title, goal, start, unit, progress } = project
  const { done, expected } = progress
  const least = Math.min(start, goal)
  const most = Math.max(start, goal)
  /** Part of the way from start to goal, from 0 to the width of the bar. */
  const way = (value: number) =>
    Math.round(Math.min(1, Math.max(0, (value - start) / (goal - start))) * BAR_WIDTH)
  const line = way(expected)
  const number = formatNumber(done)
  return (
    <div className="stack tight">
      <p className="goal-sentence" dir="auto">
        <strong className={number.length > LONG_NUMBER ? 'goal-long' : undefined}>{number}</strong>
        {` of ${formatAmount(goal, unit)}`}
      </p>
      <svg
        className="share-bar"
        viewBox={`0 0 ${BAR_WIDTH} ${BAR_HEIGHT}`}
        preserveAspectRatio="none"
        role="progressbar"
        aria-label={`Progress of ${title}`}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={Math.min(most, Math.max(least, done))}
        aria-valuetext={`${number} of ${formatAmount(goal, unit)}`}
      >
        <rect fill="var(--heat-0)" width={BAR_WIDTH} height={BAR_HEIGHT} />
        <rect fill="var(--heat-3)" width={way(done)} height={BAR_HEIGHT} />
        {line > 0 && line < BAR_WIDTH && (
          // Where the line is today.
          <path {...THIN} stroke="var(--strong)" d={`M${line} 0V${BAR_HEIGHT}`} />
        )}
      </svg>
    </div>
  )
}

/** More check-ins than this have no dots of their own. */
const DOTS_MAX = 40
/** A label begins, ends, or has its middle at its place, so that it stays inside. */
const NEAR_EDGE = 18

type Line = NonNullable<ProjectMeta['line']>

interface GoalLineProps {
  project: CountedProject
  line: Line
  today: Day
}

/** A number with at most two decimals. */
const rounded = (number: number) => Math.round(number * 100) / 100

const anchorAt = (x: number) => (x < NEAR_EDGE ? 'start' : x > 100 - NEAR_EDGE ? 'end' : 'middle')

export function GoalLine({ project, line: { expected, done }, today }: GoalLineProps) {
  const { goal, start, unit, due_date: due, progress } = project
  const from = expected[0]?.day ?? today
  const to = due > today ? due : today
  const days = Math.max(1, daysBetween(from, to))
  const values = [goal, start, ...[...expected, ...done].map(({ value }) => value)]
  const least = Math.min(...values)
  const height = Math.max(...values) - least
  // In percent of the picture.
  const x = (day: Day) => rounded(Math.max(0, daysBetween(from, day) / days) * 100)
  const y = (value: number) => rounded((1 - (value - least) / height) * 100)
  const steps = done.map(({ day, value }, index) =>
    index === 0 ? `M${x(day)} ${y(value)}` : `H${x(day)}V${y(value)}`,
  )
  const doneSteps = steps.join('')
  const dots = done.length > DOTS_MAX ? [] : done.slice(1, -1)
  const [todayX, dueX] = [x(today), x(due)]
  const isDown = goal < start
  const amount = (value: number) => formatAmount(value, unit)
  const words =
    `The line from ${amount(start)} on ${formatLongDay(from)} to ${amount(goal)} on ` +
    `${formatLongDay(due)}. On ${formatLongDay(today)} it is at ${amount(progress.expected)}, ` +
    `and ${amount(progress.done)} are done.`
  return (
    <figure>
      <svg className="goal-chart" role="img" aria-label={words}>
        <g stroke="var(--line-strong)">
          <line x2="100%" y1={`${y(goal)}%`} y2={`${y(goal)}%`} />
          <line x1={`${todayX}%`} x2={`${todayX}%`} y2="100%" />
        </g>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path
            fill="var(--accent-quiet)"
            opacity="0.6"
            d={`${doneSteps}V${y(start)}H${x(from)}Z`}
          />
          <polyline
            {...THIN}
            stroke="var(--muted)"
            strokeDasharray="6 5"
            points={expected.map(({ day, value }) => `${x(day)},${y(value)}`).join(' ')}
          />
          <path
            {...THIN}
            stroke="var(--accent)"
            strokeWidth="2.5"
            strokeLinejoin="round"
            d={doneSteps}
          />
        </svg>
        <g fill="var(--accent)">
          {dots.map(({ day, value }) => (
            <circle key={day} cx={`${x(day)}%`} cy={`${y(value)}%`} r="3" />
          ))}
          <circle
            stroke="var(--surface)"
            strokeWidth="3"
            cx={`${todayX}%`}
            cy={`${y(progress.done)}%`}
            r="6"
          />
        </g>
        {/* Where neither the line nor today's label is. */}
        <Label x={todayX < 50 && !isDown ? 100 : 0} y={y(goal)} dy={-8}>
          {amount(goal)}
        </Label>
        <Label x={todayX} dy={isDown ? -8 : -26}>
          Today
        </Label>
        {dueX > 2 * NEAR_EDGE && (
          <Label x={0} y={100} dy={20}>
            {formatShortDay(from)}
          </Label>
        )}
        <Label x={dueX} y={100} dy={20}>
          {`Due ${formatShortDay(due)}`}
        </Label>
      </svg>
      <figcaption className="small muted">Solid: done. Dashed: the line.</figcaption>
    </figure>
  )
}

interface LabelProps {
  /** In percent of the picture. */
  x: number
  y?: number
  /** In pixels, down from there. */
  dy: number
  children: ReactNode
}

function Label({ x, y = 0, dy, children }: LabelProps) {
  return (
    <text className="goal-label" x={`${x}%`} y={`${y}%`} dy={dy} textAnchor={anchorAt(x)}>
      {children}
    </text>
  )
}
