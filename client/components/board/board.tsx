/** The board of a day: chips, what runs, what was done, and the figures of both. */
import type { TagsAnswer } from '#domain/answers/public-answers.ts'
import type { Day } from '#domain/days/day.ts'
import { isCompletedAndPast, type Project } from '#domain/project.ts'
import { type CountedTag, DEFAULT_TAG_COLOR, mostUsedFirst, tagId, tagKey } from '#domain/tag.ts'
import { isChosen, listAddressOf } from '../../data/list-address.ts'
import { useQuery } from '../../data/use-query.ts'
import { ProjectStats } from '../figures/project-stats.tsx'
import { Empty } from '../frame/notices.tsx'
import { TagFilter } from '../tag-filter.tsx'
import { ActiveProject, CompletedProject } from './project-card.tsx'
import { ProjectGrid } from './project-grid.tsx'

interface BoardProps {
  projects: readonly Project[]
  /** The day that countdowns are counted from. */
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
  const cardOf = (project: Project) => ({
    project,
    tags: project.tags.map((name) => tagNamed(name, known)),
  })
  return (
    <div className="projects">
      <div className="projects-main">
        <TagFilter path={path} tags={usedTags(projects, known)} chosen={chosen} />
        {active.length === 0 ? (
          <Empty title="No active projects found." />
        ) : (
          <section aria-label="Active Projects">
            <ProjectGrid
              name="active"
              projects={active}
              search={search}
              renderProject={(project) => <ActiveProject {...cardOf(project)} day={day} />}
            />
          </section>
        )}
        {completed.length > 0 && (
          <section aria-labelledby="completed-heading">
            <h2 className="section-title" id="completed-heading">
              Completed Projects
            </h2>
            <ProjectGrid
              name="completed"
              projects={completed}
              search={search}
              renderProject={(project) => <CompletedProject {...cardOf(project)} />}
            />
          </section>
        )}
      </div>
      <aside className="projects-side">
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
