/** The projects admin: add, change, and see what is active and what is completed. */
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isCompleted, type Project } from '#domain/project.ts'
import { Failure } from '../../components/frame/notices.tsx'
import { useSession } from '../../state/session.ts'
import { addToast, dismissErrors } from '../../state/toasts.ts'
import { draftKey, type ProjectDraft } from '../forms/drafts.ts'
import { useWaitingDrafts } from '../forms/use-waiting-drafts.ts'
import { WaitingDraftList } from '../forms/waiting-drafts.tsx'
import { call } from '../frame/admin-api.ts'
import { AdminHead, TabLink } from '../frame/admin-head.tsx'
import { refreshStatus, useStatus } from '../frame/status.ts'
import { NEW_PROJECT, projectFields } from './project-form.ts'
import { ProjectForm } from './project-form-view.tsx'
import { ProjectItem } from './project-item.tsx'

/** The list's own loads. */
const TOPIC = 'projects'

export function ProjectsPanel() {
  const { projects, failed, reload } = useProjects()
  const { adding, edits, open, close } = useOpenForms()
  const waiting = useWaitingDrafts('project')
  const addButton = useRef<HTMLButtonElement>(null)
  const changed = () => {
    void reload()
    void refreshStatus()
  }
  const closed = (draft: ProjectDraft, focus: () => void) => {
    // What opened the form is there again once the form is gone; a frame may come before that.
    flushSync(() => close(draft))
    focus()
    waiting.refresh()
  }
  const closeNew = () => adding && closed(adding, () => addButton.current?.focus())
  const toggle = () => (adding ? closeNew() : open(newDraft(null)))
  return (
    <>
      <AdminHead
        title="Projects Admin"
        between={<TabLink href="/admin/blog">Blog Admin</TabLink>}
        after={
          <button
            ref={addButton}
            type="button"
            className={adding || edits.length > 0 ? 'button' : 'button button-primary'}
            aria-expanded={adding !== null}
            onClick={toggle}
          >
            {adding ? 'Cancel' : 'Add New Project'}
          </button>
        }
      />
      <WaitingDraftList
        waiting={waiting}
        revisionOf={(id) => projects?.find((project) => project.id === id)?.revision}
        onOpen={open}
      />
      {adding && (
        <section className="panel" aria-label="New project">
          <ProjectForm key={adding.key} draft={adding} onClose={closeNew} onChanged={changed} />
        </section>
      )}
      {projects === null ? (
        <NoProjects failed={failed} onRetry={() => void reload()} />
      ) : (
        <ProjectLists
          projects={projects}
          edits={edits}
          onEdit={(project) => open(newDraft(project))}
          onClose={(draft) =>
            closed(draft, () => document.getElementById(`edit-${draft.start?.id}`)?.focus())
          }
          onChanged={changed}
        />
      )}
    </>
  )
}

/** In the place of the lists, while they are on their way and when they did not come. */
function NoProjects({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (failed) return <Failure text="Failed to load deadline projects" onRetry={onRetry} />
  return (
    <p className="page-waiting" role="status">
      Loading projects admin panel...
    </p>
  )
}

function newDraft(project: Project | null): ProjectDraft {
  const fields = project ? projectFields(project) : NEW_PROJECT
  return { kind: 'project', key: draftKey(), keptAt: Date.now(), start: project, fields }
}

/** The forms that are open: one for a new project, one for each project that is edited. */
function useOpenForms() {
  const [forms, setForms] = useState<readonly ProjectDraft[]>([])
  const idOf = ({ start }: ProjectDraft) => start?.id ?? null
  return {
    adding: forms.find(({ start }) => start === null) ?? null,
    edits: forms.filter(({ start }) => start !== null),
    // A form of the same project that is open already keeps its text, and is offered again.
    open: (draft: ProjectDraft) =>
      setForms((all) => [...all.filter((other) => idOf(other) !== idOf(draft)), draft]),
    close: ({ key }: ProjectDraft) => setForms((all) => all.filter((other) => other.key !== key)),
  }
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
      dismissErrors(TOPIC)
    } catch {
      if (own !== loads.current) return
      setFailed(true)
      const description = 'Failed to load deadline projects'
      addToast({ title: 'Error', description, tone: 'error', topic: TOPIC })
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
  edits: readonly ProjectDraft[]
  onEdit: (project: Project) => void
  onClose: (draft: ProjectDraft) => void
  onChanged: () => void
}

function ProjectLists({ projects, edits, onEdit, onClose, onChanged }: ProjectListsProps) {
  const byDueDate = projects.toSorted((a, b) => a.due_date.localeCompare(b.due_date))
  const editOf = (id: string) => edits.find(({ start }) => start?.id === id) ?? null
  const lost = edits.filter(({ start }) => !projects.some(({ id }) => id === start?.id))
  const items = (list: readonly Project[]) => (
    <ul className="project-rows">
      {list.map((project) => {
        const draft = editOf(project.id)
        return (
          <ProjectItem
            key={project.id}
            project={project}
            draft={draft}
            onEdit={() => onEdit(project)}
            onClose={() => draft && onClose(draft)}
            onChanged={onChanged}
          />
        )
      })}
    </ul>
  )
  const active = byDueDate.filter((project) => !isCompleted(project))
  const completed = byDueDate.filter(isCompleted).toReversed()
  return (
    <>
      {lost.map((draft) => (
        <div key={draft.key} className="notice notice-failed" role="alert">
          <p className="notice-title">Error: Project data not found</p>
          <button type="button" className="button" onClick={() => onClose(draft)}>
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
