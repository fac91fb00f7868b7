/** The board of a day: tag filter, active and completed projects, figures. */
import type { ReactNode } from 'react'
import type { TagsAnswer } from '#domain/answers/public-answers.ts'
import type { Day } from '#domain/days/day.ts'
import { LIST_PAGE_SIZE } from '#domain/post.ts'
import { isCompletedAndPast, type Project } from '#domain/project.ts'
import { type CountedTag, DEFAULT_TAG_COLOR, tagId, tagKey } from '#domain/tag.ts'
import { isChosen, listAddressOf } from '../data/list-address.ts'
import { mergeTags } from '../data/merge-posts.ts'
import { useQuery } from '../data/use-query.ts'
import { ProjectStats } from './figures/figure-box.tsx'
import { Empty } from './frame/parts.tsx'
import { useParts, WithMore } from './list.tsx'
import { ProjectCard } from './project-card.tsx'
import { TagFilter } from './tag-filter.tsx'

/** Address of the board of a day; null: of today. */
export const boardHref = (at: Day | null) => (at === null ? '/projects' : `/projects?at=${at}`)

const cardId = (id: string) => `project-${id}`

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

/** A tag by its name, with the default colour if it is not known. */
export function tagNamed(name: string, known: readonly CountedTag[]): CountedTag {
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
