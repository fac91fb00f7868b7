/** The board of a day: tag filter, active and completed projects, figures. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { TagsAnswer } from '#domain/answers/public-answers.ts'
import { type Day, daysBetween, formatLongDay, formatShortDay } from '#domain/days/day.ts'
import { LIST_PAGE_SIZE } from '#domain/post.ts'
import {
  countdown,
  formatDays,
  isCompleted,
  isCompletedAndPast,
  type Project,
  statusTone,
} from '#domain/project.ts'
import { type CountedTag, DEFAULT_TAG_COLOR, type Tag, tagId, tagKey } from '#domain/tag.ts'
import { isChosen, listAddressOf } from '../data/list-address.ts'
import { mergeTags } from '../data/merge-posts.ts'
import { useQuery } from '../data/use-query.ts'
import { ProjectStats } from './figures/figure-box.tsx'
import { Empty, Icon, OutLink } from './frame/parts.tsx'
import { useParts, WithMore } from './list.tsx'
import { postHref, TagList } from './post-card.tsx'
import { TagFilter } from './tag-filter.tsx'

/** Address of the board of a day; null: of today. */
export const boardHref = (at: Day | null) => (at === null ? '/projects' : `/projects?at=${at}`)

const cardId = (id: string) => `project-${id}`

/** Address of a project's card. */
export const projectHref = (id: string) => `/projects#${encodeURIComponent(cardId(id))}`

interface BoardProps {
  projects: readonly Project[]
  day: Day
  /** Address of the board without tags. */
  path: string
  search: URLSearchParams
}

export function Board({ projects, day, path, search }: BoardProps) {
  const known = useQuery<TagsAnswer>('/posts/tags').answer?.data ?? []
  const chosen = listAddressOf(search).tags
  const used = projects.flatMap(({ tags }) =>
    tags.map((name) => ({ ...tagNamed(name, known), count: 1 })),
  )
  const shown = projects.filter(
    ({ tags }) => chosen.length === 0 || tags.some((name) => isChosen(chosen, name)),
  )
  const active = shown.filter((project) => !isCompletedAndPast(project, day))
  const completed = shown
    .filter((project) => isCompletedAndPast(project, day))
    .sort((a, b) => b.due_date.localeCompare(a.due_date) || (a.id < b.id ? -1 : 1))
  const grid = (name: GridName, list: readonly Project[]) => (
    <ProjectGrid name={name} projects={list} search={search}>
      {(project) => {
        const tags = project.tags.map((tag) => tagNamed(tag, known))
        return <ProjectCard project={project} day={day} tags={tags} />
      }}
    </ProjectGrid>
  )
  return (
    <div className="beside stack">
      <div className="board stack">
        <TagFilter path={path} tags={mergeTags(used)} chosen={chosen} />
        {active.length === 0 ? (
          <Empty title="No active projects found." />
        ) : (
          <section aria-label="Active Projects">{grid('active', active)}</section>
        )}
        {completed.length > 0 && (
          <section aria-labelledby="completed-heading">
            <h2 className="section-title" id="completed-heading">
              Completed Projects
            </h2>
            {grid('completed', completed)}
          </section>
        )}
      </div>
      <aside className="sticky">
        <ProjectStats projects={projects} day={day} />
      </aside>
    </div>
  )
}

function tagNamed(name: string, known: readonly CountedTag[]): CountedTag {
  const tag = known.find((candidate) => tagKey(candidate.name) === tagKey(name))
  return tag ?? { id: tagId(name), name, color: DEFAULT_TAG_COLOR, count: 0 }
}

/** Query parameter with the number of visible projects. */
type GridName = 'active' | 'completed'

interface ProjectGridProps {
  name: GridName
  projects: readonly Project[]
  search: URLSearchParams
  children: (project: Project) => ReactNode
}

/** The first twenty projects; 'Load more' links to twenty more, starting at the first of them. */
function ProjectGrid({ name, projects, search, children }: ProjectGridProps) {
  const [parts, add] = useParts(`${name} ${search}`)
  const first = Math.max(LIST_PAGE_SIZE, Math.trunc(Number(search.get(name))) || 0)
  const count = first + (parts - 1) * LIST_PAGE_SIZE
  const next = projects[count]
  const more = new URLSearchParams(search)
  more.set(name, String(count + LIST_PAGE_SIZE))
  return (
    <WithMore
      length={Math.min(count, projects.length)}
      href={next ? `/projects?${more}#${encodeURIComponent(cardId(next.id))}` : null}
      onMore={add}
    >
      <ul className="cards project-cards">
        {projects.slice(0, count).map((project) => (
          <li key={project.id} id={cardId(project.id)}>
            {children(project)}
          </li>
        ))}
      </ul>
    </WithMore>
  )
}

interface ProjectCardProps {
  project: Project
  /** The board's day, from which countdowns are counted. */
  day: Day
  tags: readonly Tag[]
}

/** A card: an active project, as a link if it has one, or a completed one with its evidence. */
function ProjectCard({ project, day, tags }: ProjectCardProps) {
  const { title, link, due_date, status } = project
  const { text, tone } = countdown(due_date, day)
  const isPast = isCompletedAndPast(project, day)
  const isLink = link !== '' && !isPast
  const Heading = isPast ? 'h3' : 'h2'
  const note = completionNote(project)
  return (
    <article
      className={`box card ${isLink ? 'card-link' : ''} ${isPast ? 'project-completed' : ''}`}
    >
      {!isPast && (
        <p className={`countdown tone-${isCompleted(project) ? 'green' : tone}`}>{text}</p>
      )}
      <Heading className="card-title" dir="auto">
        {isLink ? (
          <OutLink href={link}>
            {title}
            <Icon name="external" className="title-icon" size={16} />
          </OutLink>
        ) : (
          title
        )}
      </Heading>
      <p className="meta">
        <span>
          Due <time dateTime={due_date}>{formatLongDay(due_date)}</time>
        </span>
        <span className={`status tone-${statusTone(status)}`}>{status}</span>
      </p>
      {note && <p className="small">{note}</p>}
      {isPast && <Evidence project={project} />}
      <DeadlineMoves project={project} />
      <TagList tags={tags} list="/projects" />
    </article>
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

/** Number of moves of the deadline and total slip; each move in a `<details>`. */
function DeadlineMoves({ project: { moves, slip_days } }: { project: Project }) {
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
