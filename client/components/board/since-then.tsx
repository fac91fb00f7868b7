/** What became of the board of an earlier day: a line on each card, and the figures of all. */
import { formatLongDay } from '#domain/days/day.ts'
import type { Project } from '#domain/project.ts'
import { FATES, type Fate, fateOf, newSince } from '#domain/record/since-then.ts'
import { useApp } from '../../app-context.ts'
import { completionNote } from './project-words.ts'

interface SinceProps {
  then: readonly Project[]
  now: readonly Project[]
}

/** '2 kept, 1 moved, 3 new'. */
export function SinceThen({ then, now }: SinceProps) {
  const { today } = useApp()
  const added = newSince(then, now)
  const fates = then.map((project) => fateOf(project, withId(now, project.id), today))
  const count = (fate: Fate) =>
    fate === 'new' ? added.length : fates.filter((found) => found === fate).length
  const parts = FATES.filter((fate) => count(fate) > 0)
  return (
    <section className="since" aria-labelledby="since-heading">
      <h2 className="panel-title" id="since-heading">
        Since then
      </h2>
      {parts.length === 0 ? (
        <p className="panel-caption">Nothing has changed.</p>
      ) : (
        <ul className="since-counts">
          {parts.map((fate) => (
            <li key={fate} className={`fate fate-${fate}`}>
              {count(fate)} {fate}
            </li>
          ))}
        </ul>
      )}
      {added.length > 0 && <NewProjects projects={added} />}
    </section>
  )
}

function NewProjects({ projects }: { projects: readonly Project[] }) {
  return (
    <details className="since-new">
      <summary>Show what is new</summary>
      <ul>
        {projects.map(({ id, title, due_date }) => (
          <li key={id}>
            <a href={`/projects#${encodeURIComponent(id)}`} dir="auto">
              {title}
            </a>{' '}
            <span className="since-due">due {formatLongDay(due_date)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface FateProps {
  project: Project
  /** The same today; undefined where it is gone. */
  now: Project | undefined
}

/** 'Since then: moved to December 1, 2026'; nothing where nothing became of it. */
export function FateNote({ project, now }: FateProps) {
  const { today } = useApp()
  const fate = fateOf(project, now, today)
  if (fate === null) return null
  return <p className={`fate fate-${fate}`}>{fateText(fate, project, now)}</p>
}

function fateText(fate: Fate, then: Project, now: Project | undefined): string {
  const moved = now && now.due_date !== then.due_date
  const date = now ? formatLongDay(now.due_date) : ''
  if (fate === 'dropped') return now ? 'Dropped: given up since' : 'Dropped: no longer on the board'
  if (fate === 'moved') return `Moved to ${date}`
  const done = now && completionNote(now)
  if (fate === 'kept') return ['Kept', done].filter(Boolean).join(': ')
  return ['Missed', done ?? (moved ? `moved to ${date}` : '')].filter(Boolean).join(': ')
}

export function withId(projects: readonly Project[], id: string): Project | undefined {
  return projects.find((project) => project.id === id)
}
