/** A box of figures below its heading, a list of figures, and the box of the projects. */
import type { ReactNode } from 'react'
import type { Day } from '#domain/days/day.ts'
import { type Project, projectStats } from '#domain/project.ts'

interface FigureBoxProps {
  /** Of the heading; also the class of the box. */
  name: string
  title: string
  link?: ReactNode
  children: ReactNode
}

export function FigureBox({ name, title, link, children }: FigureBoxProps) {
  const id = `${name}-heading`
  return (
    <section className={`${name} box stack`} aria-labelledby={id}>
      <div className="row row-apart">
        <h2 className="panel-title" id={id}>
          {title}
        </h2>
        {link}
      </div>
      {children}
    </section>
  )
}

interface LedgerProps {
  rows: readonly (readonly [label: string, value: number | string])[]
  className?: string
}

/** Figures with their labels. */
export function Ledger({ rows, className = '' }: LedgerProps) {
  return (
    <dl className={`ledger ${className}`}>
      {rows.map(([label, value]) => (
        <div key={label} className={label === 'Missed Deadlines' && value ? 'ledger-bad' : ''}>
          <dt className="muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** @param day they are counted from */
export function ProjectStats({ projects, day }: { projects: readonly Project[]; day: Day }) {
  const stats = projectStats(projects, day)
  return (
    <FigureBox name="project-stats" title="Project Stats">
      <Ledger
        rows={[
          ['Total', stats.total],
          ['Active', stats.active],
          ['Completed', stats.completed],
          ['Due This Week', stats.due_this_week],
          ['Due This Month', stats.due_this_month],
          ['Missed Deadlines', stats.missed],
          ['Completion Rate', `${stats.completion_rate}%`],
        ]}
      />
    </FigureBox>
  )
}
