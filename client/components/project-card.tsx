/** A deadline project on the public page: the countdown is the loudest thing on it. */
import { Link } from 'wouter'
import { type Day, daysBetween, formatLongDay, formatShortDay } from '#domain/days/day.ts'
import { countdown, formatDays, type Project, statusTone } from '#domain/project.ts'
import type { Tag } from '#domain/tag.ts'
import { Icon } from './frame/icon.tsx'
import { OutLink } from './frame/out-link.tsx'
import { postHref } from './post-card.tsx'
import { TagList } from './post-meta.tsx'

interface ProjectCardProps {
  project: Project
  tags: readonly Tag[]
}

/** An active project, its countdown as it was on `day`; the card is a link if the project has one. */
export function ActiveProject({ project, tags, day }: ProjectCardProps & { day: Day }) {
  const { title, link, due_date } = project
  const { text, tone } = countdown(due_date, day)
  return (
    <article className={link ? 'box card card-link' : 'box card'}>
      <p className={`countdown tone-${tone}`}>{text}</p>
      <h2 className="card-title" dir="auto">
        {link ? (
          <OutLink href={link}>
            {title}
            <Icon name="external" className="title-icon" size={16} />
          </OutLink>
        ) : (
          title
        )}
      </h2>
      <DueLine project={project} />
      <Moves project={project} />
      <TagList tags={tags} list="/projects" />
    </article>
  )
}

/** A completed project: quieter, with its evidence. */
export function CompletedProject({ project, tags }: ProjectCardProps) {
  return (
    <article className="box card project-completed">
      <h3 className="card-title" dir="auto">
        {project.title}
      </h3>
      <DueLine project={project} />
      <Evidence project={project} />
      <Moves project={project} />
      <TagList tags={tags} list="/projects" />
    </article>
  )
}

function DueLine({ project }: { project: Project }) {
  const { due_date, status } = project
  const note = completionNote(project)
  return (
    <>
      <p className="meta">
        <span>
          Due <time dateTime={due_date}>{formatLongDay(due_date)}</time>
        </span>
        <span className={`status tone-${statusTone(status)}`}>{status}</span>
      </p>
      {note && <p className="small">{note}</p>}
    </>
  )
}

/** 'Completed 3 days early'; null while the day is not known. */
export function completionNote({
  completed_due_date: due,
  completed_on: done,
}: Pick<Project, 'completed_due_date' | 'completed_on'>): string | null {
  if (!done || !due) return null
  const late = daysBetween(due, done)
  if (late === 0) return 'Completed on its day'
  return `Completed ${formatDays(Math.abs(late))} ${late < 0 ? 'early' : 'late'}`
}

function Evidence({ project: { link, evidence } }: { project: Project }) {
  if (!link && evidence.length === 0) return <p className="warning small">Missing evidence</p>
  return (
    <ul className="evidence small" aria-label="Evidence">
      {link && (
        <li>
          <OutLink href={link} dir="auto">
            {link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
          </OutLink>
        </li>
      )}
      {evidence.map(({ id, title }) => (
        <li key={id}>
          <Link href={postHref(id)} dir="auto">
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** How often the deadline moved and how far in all, with each move on demand. */
function Moves({ project: { moves, slip_days } }: { project: Project }) {
  const [first] = moves
  const last = moves.at(-1)
  if (!first || !last) return null
  return (
    <details className="moves small">
      <summary>{movesNote(moves.length, slip_days ?? daysBetween(first.from, last.to))}</summary>
      <ol className="muted">
        {moves.map(({ from, to, commit, reason }) => (
          <li key={commit}>
            {formatShortDay(from)} to {formatShortDay(to)}
            {reason && (
              <span className="moves-reason" dir="auto">
                {reason}
              </span>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** 'Moved twice, 19 days later than first promised'. */
export function movesNote(count: number, days: number): string {
  const times = count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
  if (days === 0) return `Moved ${times}, back to the day first promised`
  const way = days < 0 ? 'earlier' : 'later'
  return `Moved ${times}, ${formatDays(Math.abs(days))} ${way} than first promised`
}
