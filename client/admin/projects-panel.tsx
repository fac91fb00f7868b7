/** The projects admin (spec §2): add, change, and see what is active and what is completed. */
import { useEffect, useRef, useState } from 'react'
import { isCompleted, type Project } from '#domain/project.ts'
import { Failure } from '../components/notices.tsx'
import { useSession } from '../state/session.ts'
import { addToast } from '../state/toasts.ts'
import { call } from './admin-api.ts'
import { AdminHead, TabLink } from './admin-head.tsx'
import { ProjectForm } from './project-form-view.tsx'
import { ProjectItem } from './project-item.tsx'
import { refreshStatus, useStatus } from './status.ts'

export function ProjectsPanel() {
  const { projects, failed, reload } = useProjects()
  const [adding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const changed = () => {
    void reload()
    void refreshStatus()
  }
  const closeForm = () => {
    setAdding(false)
    addButton.current?.focus()
  }
  return (
    <>
      <AdminHead
        title="Projects Admin"
        between={<TabLink href="/admin/blog">Blog Admin</TabLink>}
        after={
          <button
            ref={addButton}
            type="button"
            className={adding ? 'button' : 'button button-primary'}
            aria-expanded={adding}
            onClick={() => setAdding(!adding)}
          >
            {adding ? 'Cancel' : 'Add New Project'}
          </button>
        }
      />
      {adding && (
        <section className="panel" aria-label="New project">
          <ProjectForm project={null} onClose={closeForm} onChanged={changed} />
        </section>
      )}
      {projects === null ? (
        failed ? (
          <Failure text="Failed to load deadline projects" onRetry={() => void reload()} />
        ) : (
          <p className="page-waiting" role="status">
            Loading projects admin panel...
          </p>
        )
      ) : (
        <ProjectLists projects={projects} onChanged={changed} />
      )}
    </>
  )
}

/** The projects, asked again after each save and whenever another commit is there. */
function useProjects() {
  const loggedIn = useSession(({ token }) => token !== null)
  const commit = useStatus(({ status }) => status?.commit)
  const [projects, setProjects] = useState<readonly Project[] | null>(null)
  const [failed, setFailed] = useState(false)
  const loads = useRef(0)
  const reload = async () => {
    loads.current += 1
    const own = loads.current
    try {
      const { data } = await call<Project[]>('GET', '/deadline-projects')
      if (own !== loads.current) return
      setProjects(data)
      setFailed(false)
    } catch {
      if (own !== loads.current) return
      setFailed(true)
      const description = 'Failed to load deadline projects'
      addToast({ title: 'Error', description, tone: 'error' })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another commit is another list
  useEffect(() => {
    if (loggedIn) void reload()
  }, [loggedIn, commit])
  return { projects, failed, reload }
}

interface ProjectListsProps {
  projects: readonly Project[]
  onChanged: () => void
}

function ProjectLists({ projects, onChanged }: ProjectListsProps) {
  const [edited, setEdited] = useState<readonly string[]>([])
  const byDueDate = projects.toSorted((a, b) => a.due_date.localeCompare(b.due_date))
  const lost = edited.filter((id) => !projects.some((project) => project.id === id))
  const close = (id: string) => {
    setEdited((ids) => ids.filter((other) => other !== id))
    // The button that opened the form is there again once the form is gone.
    requestAnimationFrame(() => document.getElementById(`edit-${id}`)?.focus())
  }
  const items = (list: readonly Project[]) => (
    <ul className="project-rows">
      {list.map((project) => (
        <ProjectItem
          key={project.id}
          project={project}
          editing={edited.includes(project.id)}
          onEdit={() => setEdited((ids) => [...ids, project.id])}
          onClose={() => close(project.id)}
          onChanged={onChanged}
        />
      ))}
    </ul>
  )
  const active = byDueDate.filter((project) => !isCompleted(project))
  const completed = byDueDate.filter(isCompleted).toReversed()
  return (
    <>
      {lost.map((id) => (
        <div key={id} className="notice notice-failed" role="alert">
          <p className="notice-title">Error: Project data not found</p>
          <button type="button" className="button" onClick={() => close(id)}>
            Cancel
          </button>
        </div>
      ))}
      <section aria-labelledby="active">
        <h2 id="active" className="admin-subtitle">
          Active Projects
        </h2>
        {active.length > 0 ? items(active) : <p className="admin-empty">No active projects.</p>}
      </section>
      <section aria-labelledby="completed">
        <h2 id="completed" className="admin-subtitle">
          Completed Projects
        </h2>
        {completed.length > 0 ? (
          items(completed)
        ) : (
          <p className="admin-empty">No completed projects.</p>
        )}
      </section>
    </>
  )
}
