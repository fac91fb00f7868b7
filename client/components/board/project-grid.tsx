/**
 * Active or completed projects, the first twenty of them. 'Load more' is a link to as many more, and
 * to the first of those; with scripts they are added in place.
 */
import type { ReactNode } from 'react'
import { LIST_PAGE_SIZE } from '#domain/post.ts'
import type { Project } from '#domain/project.ts'
import { showPart, useShownParts } from '../../state/shown-parts.ts'
import { LoadMore } from '../load-more.tsx'

interface ProjectGridProps {
  /** The parameter of the address that says how many show. */
  name: 'active' | 'completed'
  projects: readonly Project[]
  search: URLSearchParams
  renderProject: (project: Project) => ReactNode
}

const NO_PARTS: readonly string[] = []

export function ProjectGrid({ name, projects, search, renderProject }: ProjectGridProps) {
  const here = `${name} ${search}`
  const parts = useShownParts((state) => state.cursors[here] ?? NO_PARTS)
  const asked = Math.trunc(Number(search.get(name))) || 0
  const count = Math.max(LIST_PAGE_SIZE, asked) + parts.length * LIST_PAGE_SIZE
  const next = projects[count]
  const more = new URLSearchParams(search)
  more.set(name, String(count + LIST_PAGE_SIZE))
  return (
    <>
      <ul className="project-grid">
        {projects.slice(0, count).map((project) => (
          <li key={project.id} id={project.id}>
            {renderProject(project)}
          </li>
        ))}
      </ul>
      {next && (
        <LoadMore
          href={`/projects?${more}#${encodeURIComponent(next.id)}`}
          onMore={() => showPart(here, next.id)}
        />
      )}
    </>
  )
}
