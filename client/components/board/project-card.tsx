/** A deadline project on the public page: the countdown is the loudest thing on it. */
import { type Day, daysBetween, formatLongDay, formatShortDay } from '#domain/days/day.ts'
import { countdown, type Project, statusTone } from '#domain/project.ts'
import type { Tag } from '#domain/tag.ts'
import { Icon } from '../frame/icon.tsx'
import { postHref } from '../post-card.tsx'
import { TagList } from '../post-meta.tsx'
import { completionNote, movesNote } from './project-words.ts'

interface ProjectCardProps {
  project: Project
  /** The project's tags with their colours. */
  tags: readonly Tag[]
}

/** An active project, its countdown as it was on `day`; the card is a link if the project has one. */
export function ActiveProject({ project, tags, day }: ProjectCardProps & { day: Day }) {
  const { text, tone } = countdown(project.due_date, day)
  return (
    <article
      className="project"
      data-href={project.link || undefined}
      data-outward={project.link ? '' : undefined}
    >
      <p className={`countdown tone-${tone}`}>{text}</p>
      <h2 className="card-title" dir="auto">
        <ProjectTitle project={project} />
      </h2>
      <DueLine project={project} />
      <Completion project={project} />
      <Moves project={project} />
      <TagList tags={tags} list="/projects" />
    </article>
  )
}

/** A completed project: quieter, with its evidence. */
export function CompletedProject({ project, tags }: ProjectCardProps) {
  return (
    <article className="project project-completed">
      <h3 className="card-title" dir="auto">
        {project.title}
      </h3>
      <DueLine project={project} />
      <Completion project={project} />
      <Evidence project={project} />
      <Moves project={project} />
      <TagList tags={tags} list="/projects" />
    </article>
  )
}

function ProjectTitle({ project: { title, link } }: { project: Project }) {
  if (!link) return title
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {title}
      <Icon name="external" className="title-icon" size={16} />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}

function Completion({ project }: { project: Project }) {
  const note = completionNote(project)
  return note && <p className="completion">{note}</p>
}

function DueLine({ project: { due_date, status } }: { project: Project }) {
  return (
    <p className="meta meta-dots">
      <span>
        Due <time dateTime={due_date}>{formatLongDay(due_date)}</time>
      </span>
      <span className={`status tone-${statusTone(status)}`}>{status}</span>
    </p>
  )
}

function Evidence({ project: { link, evidence } }: { project: Project }) {
  if (!link && evidence.length === 0) return <p className="evidence-missing">Missing evidence</p>
  return (
    <ul className="evidence" aria-label="Evidence">
      {link && (
        <li>
          <a href={link} target="_blank" rel="noopener noreferrer">
            {link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </li>
      )}
      {evidence.map(({ id, title }) => (
        <li key={id}>
          <a href={postHref(id)} dir="auto">
            {title}
          </a>
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
    <details className="moves">
      <summary>{movesNote(moves.length, slip_days ?? daysBetween(first.from, last.to))}</summary>
      <ol>
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
