/** How far a project with a goal is: the sentence and the bar, of cards and pages. */
import type { Project } from '#domain/project.ts'
import { formatAmount, formatNumber } from '#domain/texts/amounts.ts'

const BAR_WIDTH = 400
const BAR_HEIGHT = 8
/** A number of more characters is smaller on the page. */
const LONG_NUMBER = 6

/** A project with a goal. */
export type CountedProject = Project & { goal: number; progress: NonNullable<Project['progress']> }

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
          <path className="goal-bar-line" d={`M${line} 0V${BAR_HEIGHT}`} />
        )}
      </svg>
    </div>
  )
}
