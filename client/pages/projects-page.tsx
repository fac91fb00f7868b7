/** Deadlines in public: what runs, what was done, and the figures of both. */
import type { ProjectsAnswer, TagsAnswer } from '#domain/answers/public-answers.ts'
import { formatFullDay } from '#domain/days/day.ts'
import { isCompletedAndPast, type Project } from '#domain/project.ts'
import { type CountedTag, DEFAULT_TAG_COLOR, mostUsedFirst, tagId, tagKey } from '#domain/tag.ts'
import { type PageProps, useApp } from '../app-context.ts'
import { ProjectStats } from '../components/figures/project-stats.tsx'
import { Empty, Failure, Waiting } from '../components/frame/notices.tsx'
import { PageHeading } from '../components/frame/page-heading.tsx'
import { ActiveProject, CompletedProject } from '../components/project-card.tsx'
import { ProjectGrid } from '../components/project-grid.tsx'
import { TagFilter } from '../components/tag-filter.tsx'
import { isChosen, listAddressOf } from '../data/list-address.ts'
import { useFailureToast, useQuery } from '../data/use-query.ts'

const QUERY = '/deadline-projects'
const FAILED = 'Failed to load projects'

export function ProjectsPage({ search }: PageProps) {
  const { queries, today } = useApp()
  const state = useQuery<ProjectsAnswer>(QUERY)
  const known = useQuery<TagsAnswer>('/posts/tags').answer?.data ?? []
  useFailureToast(state, FAILED)
  return (
    <>
      <PageHeading title="Current Projects">
        <p>
          <time dateTime={today}>{formatFullDay(today)}</time>
        </p>
      </PageHeading>
      {state.status === 'loading' && <Waiting text="Loading projects..." shape="card" count={4} />}
      {state.status === 'failed' && <Failure text={FAILED} onRetry={() => queries.retry(QUERY)} />}
      {state.status === 'ready' && (
        <Projects projects={state.answer.data} known={known} search={search} />
      )}
    </>
  )
}

interface ProjectsProps {
  projects: readonly Project[]
  known: readonly CountedTag[]
  search: URLSearchParams
}

function Projects({ projects, known, search }: ProjectsProps) {
  const { today } = useApp()
  const chosen = listAddressOf(search).tags
  const shown = projects.filter(
    ({ tags }) => chosen.length === 0 || tags.some((name) => isChosen(chosen, name)),
  )
  const active = shown.filter((project) => !isCompletedAndPast(project, today))
  const completed = shown
    .filter((project) => isCompletedAndPast(project, today))
    .sort((a, b) => (a.due_date < b.due_date ? 1 : -1))
  const tagsOf = ({ tags }: Project) => tags.map((name) => tagNamed(name, known))
  return (
    <div className="projects">
      <div className="projects-main">
        <TagFilter path="/projects" tags={usedTags(projects, known)} chosen={chosen} />
        {active.length === 0 ? (
          <Empty title="No active projects found." />
        ) : (
          <section aria-label="Active Projects">
            <ProjectGrid
              name="active"
              projects={active}
              search={search}
              renderProject={(project) => (
                <ActiveProject project={project} tags={tagsOf(project)} />
              )}
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
              renderProject={(project) => (
                <CompletedProject project={project} tags={tagsOf(project)} />
              )}
            />
          </section>
        )}
      </div>
      <aside className="projects-side">
        <ProjectStats projects={projects} />
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
