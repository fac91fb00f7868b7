/** The board of a day: chips, what runs, what was done, and the figures of both. */
import type { ReactNode } from 'react'
import type { TagsAnswer } from '#domain/answers/public-answers.ts'
import type { Day } from '#domain/days/day.ts'
import { LIST_PAGE_SIZE } from '#domain/post.ts'
import { isCompletedAndPast, type Project } from '#domain/project.ts'
import type { LedgerGroup } from '#domain/record/ledger.ts'
import { type CountedTag, DEFAULT_TAG_COLOR, mostUsedFirst, tagId, tagKey } from '#domain/tag.ts'
import { isChosen, listAddressOf } from '../data/list-address.ts'
import { useQuery } from '../data/use-query.ts'
import { ProjectStats } from './figures/figure-box.tsx'
import { Empty } from './frame/notices.tsx'
import { LoadMore, useFocusOnMore, useParts } from './list.tsx'
import { ActiveProject, CompletedProject } from './project-card.tsx'
import { TagFilter } from './tag-filter.tsx'

/** The board of a day, or of today. */
export const boardHref = (at: Day | null) => (at === null ? '/projects' : `/projects?at=${at}`)

/** The board with one group of the ledger alone. */
export const ledgerHref = (group: LedgerGroup) => `/projects?ledger=${group}`

interface BoardProps {
  projects: readonly Project[]
  day: Day
  /** The board's own address, without tags. */
  path: string
  search: URLSearchParams
}

export function Board({ projects, day, path, search }: BoardProps) {
  const known = useQuery<TagsAnswer>('/posts/tags').answer?.data ?? []
  const chosen = listAddressOf(search).tags
  const shown = projects.filter(
    ({ tags }) => chosen.length === 0 || tags.some((name) => isChosen(chosen, name)),
  )
  const active = shown.filter((project) => !isCompletedAndPast(project, day))
  const completed = shown
    .filter((project) => isCompletedAndPast(project, day))
    .sort((a, b) => (a.due_date < b.due_date ? 1 : -1))
  const tagsOf = ({ tags }: Project) => tags.map((name) => tagNamed(name, known))
  return (
    <div className="beside">
      <div className="board stack">
        <TagFilter path={path} tags={usedTags(projects, known)} chosen={chosen} />
        {active.length === 0 ? (
          <Empty title="No active projects found." />
        ) : (
          <section aria-label="Active Projects">
            <ProjectGrid name="active" projects={active} search={search}>
              {(project) => <ActiveProject {...{ project, day }} tags={tagsOf(project)} />}
            </ProjectGrid>
          </section>
        )}
        {completed.length > 0 && (
          <section aria-labelledby="completed-heading">
            <h2 className="section-title" id="completed-heading">
              Completed Projects
            </h2>
            <ProjectGrid name="completed" projects={completed} search={search}>
              {(project) => <CompletedProject project={project} tags={tagsOf(project)} />}
            </ProjectGrid>
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

/** Tags of the projects, each with how many carry it. */
function usedTags(projects: readonly Project[], known: readonly CountedTag[]): CountedTag[] {
  const used = new Map<string, CountedTag>()
  for (const name of projects.flatMap(({ tags }) => tags)) {
    const count = (used.get(tagKey(name))?.count ?? 0) + 1
    used.set(tagKey(name), { ...tagNamed(name, known), count })
  }
  return [...used.values()].sort(mostUsedFirst)
}

interface ProjectGridProps {
  /** The parameter of the address that says how many show. */
  name: 'active' | 'completed'
  projects: readonly Project[]
  search: URLSearchParams
  children: (project: Project) => ReactNode
}

/** The first twenty projects; 'Load more' is a link to as many more, and to the first of those. */
function ProjectGrid({ name, projects, search, children }: ProjectGridProps) {
  const [parts, add] = useParts(`${name} ${search}`)
  const first = Math.max(LIST_PAGE_SIZE, Math.trunc(Number(search.get(name))) || 0)
  const count = first + (parts - 1) * LIST_PAGE_SIZE
  const { frame, focusAfter } = useFocusOnMore(Math.min(count, projects.length))
  const next = projects[count]
  const more = new URLSearchParams(search)
  more.set(name, String(count + LIST_PAGE_SIZE))
  return (
    <div ref={frame}>
      <ul className="cards project-cards">
        {projects.slice(0, count).map((project) => (
          <li key={project.id} id={project.id}>
            {children(project)}
          </li>
        ))}
      </ul>
      {next && (
        <LoadMore
          href={`/projects?${more}#${encodeURIComponent(next.id)}`}
          onMore={() => {
            focusAfter(count)
            add()
          }}
        />
      )}
    </div>
  )
}
