/** The figures of 'Project Stats'. */
import type { Day } from '#domain/days/day.ts'
import { type Project, projectStats } from '#domain/project.ts'

interface ProjectStatsProps {
  projects: readonly Project[]
  /** The day that they are counted from. */
  day: Day
}

export function ProjectStats({ projects, day }: ProjectStatsProps) {
  const stats = projectStats(projects, day)
  const rows: [label: string, value: number | string][] = [
    ['Total', stats.total],
    ['Active', stats.active],
    ['Completed', stats.completed],
    ['Due This Week', stats.due_this_week],
    ['Due This Month', stats.due_this_month],
    ['Missed Deadlines', stats.missed],
    ['Completion Rate', `${stats.completion_rate}%`],
  ]
  return (
    <section className="panel project-stats" aria-labelledby="project-stats-heading">
      <h2 className="panel-title" id="project-stats-heading">
        Project Stats
      </h2>
      <dl className="ledger">
        {rows.map(([label, value]) => (
          <div key={label} className={label === 'Missed Deadlines' && value ? 'ledger-bad' : ''}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
