/** The figures of 'Project Stats'. */
import type { Project } from '#domain/project.ts'
import { projectStats } from '#domain/project.ts'
import { useApp } from '../../app-context.ts'

export function ProjectStats({ projects }: { projects: readonly Project[] }) {
  const { today } = useApp()
  const stats = projectStats(projects, today)
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
