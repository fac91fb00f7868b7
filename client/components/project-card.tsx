/** A deadline project: its card, and the parts that its page has, too. */

import { Link } from 'wouter'
import { postPath, projectPath } from '#domain/addresses.ts'
import { type Day, daysBetween, formatLongDay, formatShortDay } from '#domain/days/day.ts'
import {
  countdown,
  formatDays,
  isCompleted,
  isCompletedAndPast,
  type Project,
  statusTone,
} from '#domain/project.ts'
import { type CountedTag, DEFAULT_TAG_COLOR, type Tag, tagId, tagKey } from '#domain/tag.ts'
import { GoalBar } from './figures/goal.tsx'
import { Icon, OutLink } from './frame/parts.tsx'
import { TagList } from './post-card.tsx'

interface ProjectDay {
  project: Project
  /** The day from which the countdown is counted. */
  day: Day
}

/** A card: it leads to the project's link, which a completed one shows as evidence, or its page. */
export function ProjectCard({ project, day, tags }: ProjectDay & { tags: readonly Tag[] }) {
  const { id, title, link } = project
  const isPast = isCompletedAndPast(project, day)
  const isLink = link === '' || !isPast
  const Heading = isPast ? 'h3' : 'h2'
  return (
    <article
      className={`box card ${isLink ? 'card-link' : ''} ${isPast ? 'project-completed' : ''}`}
    >
      <Countdown project={project} day={day} />
      <Heading className="card-title" dir="auto">
        {link === '' ? (
          <Link href={projectPath(id)}>{title}</Link>
        ) : isPast ? (
          title
        ) : (
          <OutLink href={link}>
            {title}
            <Icon name="external" className="title-icon" size={16} />
          </OutLink>
        )}
      </Heading>
      <GoalBar project={project} />
      <ProjectMeta project={project} />
      {isPast && <Evidence project={project} />}
      <DeadlineMoves project={project} />
      {link !== '' && (
        <Link className="card-action" href={projectPath(id)}>
          Details
          <span className="visually-hidden"> of {title}</span>
        </Link>
      )}
      <TagList tags={tags} list="/projects" />
    </article>
  )
}

/** Days left; nothing for a project that is completed and past. */
export function Countdown({ project, day }: ProjectDay) {
  if (isCompletedAndPast(project, day)) return null
  const { text, tone } = countdown(project.due_date, day)
  return <p className={`countdown tone-${isCompleted(project) ? 'green' : tone}`}>{text}</p>
}

/** Due date, status, and when it was completed. @param showsFirst whether the first due date, too */
export function ProjectMeta(props: { project: Project; showsFirst?: boolean }) {
  const { project, showsFirst = false } = props
  const { due_date, first_due_date, status } = project
  const note = completionNote(project)
  return (
    <>
      <p className="meta">
        <span>
          Due <time dateTime={due_date}>{formatLongDay(due_date)}</time>
        </span>
        {showsFirst && first_due_date !== null && first_due_date !== due_date && (
          <span>
            First due <time dateTime={first_due_date}>{formatLongDay(first_due_date)}</time>
          </span>
        )}
        <span className={`status tone-${statusTone(status)}`}>{status}</span>
      </p>
      {note && <p className="small">{note}</p>}
    </>
  )
}

/** 'Completed 3 days early'; null if the day is unknown. */
export function completionNote(
  project: Pick<Project, 'completed_due_date' | 'completed_on'>,
): string | null {
  const { completed_due_date: due, completed_on: done } = project
  if (!done || !due) return null
  const late = daysBetween(due, done)
  if (late === 0) return 'Completed on its day'
  return `Completed ${formatDays(Math.abs(late))} ${late < 0 ? 'early' : 'late'}`
}

/** An address without scheme, `www.` and a slash at its end. */
export const shortAddress = (link: string) =>
  link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

/** Posts on a card; the page of the project has them all. */
const EVIDENCE_MAX = 3

function Evidence({ project: { id: projectId, link, evidence } }: { project: Project }) {
  if (!link && evidence.length === 0) return <p className="warning small">Missing evidence</p>
  return (
    <ul className="evidence small" aria-label="Evidence">
      {link && (
        <li>
          <OutLink href={link} dir="auto">
            {shortAddress(link)}
          </OutLink>
        </li>
      )}
      {evidence.slice(0, EVIDENCE_MAX).map(({ id, title }) => (
        <li key={id}>
          <Link href={postPath(id)} dir="auto">
            {title}
          </Link>
        </li>
      ))}
      {evidence.length > EVIDENCE_MAX && (
        <li>
          <Link href={projectPath(projectId)}>{`${evidence.length - EVIDENCE_MAX} more`}</Link>
        </li>
      )}
    </ul>
  )
}

/** Number of moves of the deadline and total slip; each move in a `<details>`. */
export function DeadlineMoves({ project: { moves, slip_days } }: { project: Project }) {
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

/** A tag by its name, with the default colour if it is not known. */
export function tagNamed(name: string, known: readonly CountedTag[]): CountedTag {
  const tag = known.find((candidate) => tagKey(candidate.name) === tagKey(name))
  return tag ?? { id: tagId(name), name, color: DEFAULT_TAG_COLOR, count: 0 }
}
