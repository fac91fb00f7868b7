/** The projects page: the board of today or of an earlier day. */
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import type { ProjectsAnswer, TagsAnswer } from '#domain/answers/public-answers.ts'
import { type Day, formatFullDay, formatLongDay, isDay } from '#domain/days/day.ts'
import { LIST_PAGE_SIZE } from '#domain/post.ts'
import { isCompletedAndPast, type Project } from '#domain/project.ts'
import { type PageProps, useApp, useQuery } from '../app-context.ts'
import { ProjectStats } from '../components/figures/figure-box.tsx'
import { announce, Empty, Loaded, PageHeading, Section } from '../components/frame/parts.tsx'
import { mergeTags, useParts, WithMore } from '../components/list.tsx'
import { ProjectCard, tagNamed } from '../components/project-card.tsx'
import { TagFilter } from '../components/tag-filter.tsx'
import { useFieldValue } from '../components/use-field-value.ts'
import { isChosen, listAddressOf, projectsQuery } from '../start/page-queries.ts'

/** Address of the board of a day; null: of today. */
const boardHref = (at: Day | null) => (at === null ? '/projects' : `/projects?at=${at}`)

export function ProjectsPage({ search }: PageProps) {
  const { today } = useApp()
  const at = search.get('at')
  const isWrong = at !== null && (!isDay(at) || at > today)
  return (
    <>
      <PageHeading title="Current Projects">
        <BoardDay at={at} isWrong={isWrong} />
      </PageHeading>
      {isWrong ? (
        <Empty title={isDay(at) ? 'This day is still to come' : 'There is no such day'}>
          Choose a day up to today.
        </Empty>
      ) : (
        <Loaded<ProjectsAnswer>
          key={at}
          path={projectsQuery(at)}
          loading="Loading projects..."
          failed="Failed to load projects"
          shape="cards"
        >
          {({ data: projects, meta }) => {
            if (meta?.record_begins) {
              return (
                <Empty title="Before the record began">
                  Nothing is known of this day. The record begins on{' '}
                  <Link href={boardHref(meta.record_begins)}>
                    {formatLongDay(meta.record_begins)}
                  </Link>
                  .
                </Empty>
              )
            }
            return <Board {...{ projects, search }} day={at ?? today} path={boardHref(at)} />
          }}
        </Loaded>
      )}
    </>
  )
}

/** Names the board's day, with a form for another one. @param at of the address; null for today */
function BoardDay({ at, isWrong }: { at: string | null; isWrong: boolean }) {
  const { today } = useApp()
  const field = useFieldValue(at ?? '')
  const day = at !== null && !isWrong ? at : null
  useEffect(() => {
    if (day !== null) announce(`As of ${formatLongDay(day)}`)
  }, [day])
  return (
    <div className="row board-day">
      {day === null ? (
        <time dateTime={today}>{formatFullDay(today)}</time>
      ) : (
        <p>
          As of <time dateTime={day}>{formatLongDay(day)}</time>
        </p>
      )}
      {at !== null && <Link href={boardHref(null)}>Back to today</Link>}
      <form className="row" action="/projects">
        <label htmlFor="at">As it was on</label>
        <input
          ref={field}
          id="at"
          name="at"
          type="date"
          className="input"
          max={today}
          defaultValue={at ?? ''}
        />
        <button type="submit" className="button">
          Show
        </button>
      </form>
    </div>
  )
}

const cardId = (id: string) => `project-${id}`

interface BoardProps {
  projects: readonly Project[]
  day: Day
  /** Address of the board without tags. */
  path: string
  search: URLSearchParams
}

function Board({ projects, day, path, search }: BoardProps) {
  const known = useQuery<TagsAnswer>('/posts/tags').answer?.data ?? []
  const chosen = listAddressOf(search).tags
  const used = projects.flatMap(({ tags }) =>
    tags.map((name) => ({ ...tagNamed(name, known), count: 1 })),
  )
  const matching = projects.filter(
    ({ tags }) => chosen.length === 0 || tags.some((name) => isChosen(chosen, name)),
  )
  const active = matching.filter((project) => !isCompletedAndPast(project, day))
  const completed = matching
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
          <Section name="completed" title="Completed Projects">
            {grid('completed', completed)}
          </Section>
        )}
      </div>
      <aside className="sticky">
        <ProjectStats projects={projects} day={day} />
      </aside>
    </div>
  )
}

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
  const nextSearch = new URLSearchParams(search)
  nextSearch.set(name, String(count + LIST_PAGE_SIZE))
  return (
    <WithMore
      length={Math.min(count, projects.length)}
      href={next ? `/projects?${nextSearch}#${encodeURIComponent(cardId(next.id))}` : null}
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
