/** The projects admin: what is active and what is completed, and one form at a time. */
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { formatLongDay } from '#domain/days/day.ts'
import { countdown, isCompleted, type Project, statusTone } from '#domain/project.ts'
import { useApp } from '../../app-context.ts'
import { OutLink } from '../../components/frame/out-link.tsx'
import { useErrorToast } from '../../data/use-query.ts'
import { PanelHead } from '../frame/panel-head.tsx'
import { Button, ReadState, Row } from '../frame/parts.tsx'
import { useLiveRead } from '../frame/use-read.ts'
import { ProjectForm } from './project-form.tsx'

const ADD_BUTTON = 'add-project'

/** The form that is open: of a project as it was when it was opened, or null for a new one. */
interface OpenForm {
  project: Project | null
  /** Another one for each opening. */
  key: number
}

export function ProjectsPanel() {
  const read = useLiveRead<readonly Project[]>('/deadline-projects')
  const projects = read.data
  const [open, setOpen] = useState<OpenForm | null>(null)
  useErrorToast(read.fault && 'Error', 'Failed to load deadline projects')
  const openForm = (project: Project | null) =>
    setOpen((last) => ({ project, key: (last?.key ?? 0) + 1 }))
  const close = () => {
    const id = open?.project ? `edit-${open.project.id}` : ADD_BUTTON
    // What opened the form is there again once the form is gone.
    flushSync(() => setOpen(null))
    const button = document.getElementById(id) ?? document.getElementById(ADD_BUTTON)
    button?.focus()
  }
  const isAdding = open !== null && open.project === null
  const form = open && (
    <ProjectForm
      key={open.key}
      project={open.project}
      onClose={close}
      onReopen={() => openForm(open.project)}
    />
  )
  const lists = { form, openId: open?.project?.id, onEdit: openForm }
  const byDueDate = projects?.toSorted((a, b) => a.due_date.localeCompare(b.due_date)) ?? []
  const isGone = projects && open?.project && !projects.some(({ id }) => id === open.project?.id)
  return (
    <>
      <PanelHead title="Projects Admin">
        <Button
          id={ADD_BUTTON}
          isPrimary={open === null}
          aria-expanded={isAdding}
          onClick={() => (isAdding ? close() : openForm(null))}
        >
          {isAdding ? 'Cancel' : 'Add New Project'}
        </Button>
      </PanelHead>
      {isAdding && (
        <section className="box" aria-label="New project">
          {form}
        </section>
      )}
      {isGone && (
        <div className="notice notice-failed stack" role="alert">
          <p className="notice-title">Error: Project data not found</p>
          <Button onClick={close}>Cancel</Button>
        </div>
      )}
      {projects === null && (
        <ReadState
          read={read}
          name="projects admin panel"
          failed="Failed to load deadline projects"
        />
      )}
      {projects && (
        <>
          <ProjectList
            {...lists}
            heading="Active Projects"
            empty="No active projects."
            projects={byDueDate.filter((project) => !isCompleted(project))}
          />
          <ProjectList
            {...lists}
            heading="Completed Projects"
            empty="No completed projects."
            projects={byDueDate.filter(isCompleted).toReversed()}
          />
        </>
      )}
    </>
  )
}

interface ProjectListProps {
  heading: 'Active Projects' | 'Completed Projects'
  empty: string
  projects: readonly Project[]
  /** The project whose row is a form. */
  openId: string | undefined
  form: React.ReactNode
  onEdit: (project: Project) => void
}

function ProjectList({ heading, empty, projects, openId, form, onEdit }: ProjectListProps) {
  return (
    <section aria-label={heading}>
      <h2 className="admin-subtitle">{heading}</h2>
      {projects.length === 0 && <p className="admin-hint">{empty}</p>}
      <ul className="admin-rows">
        {projects.map((project) =>
          project.id === openId ? (
            <li key={project.id} className="project-row">
              {form}
            </li>
          ) : (
            <ProjectRow key={project.id} project={project} onEdit={() => onEdit(project)} />
          ),
        )}
      </ul>
    </section>
  )
}

function ProjectRow({ project, onEdit }: { project: Project; onEdit: () => void }) {
  const { id, title, due_date, status, tags, link } = project
  const { today } = useApp()
  const { text, tone } = countdown(due_date, today)
  return (
    <Row
      about={title}
      isHeading
      actions={[{ label: 'Edit', id: `edit-${id}`, onClick: onEdit }]}
      beside={
        !isCompleted(project) && (
          <div className="project-row-due stack tight">
            <span className={`countdown countdown-small tone-${tone}`}>{text}</span>
            {due_date < today && <span className="overdue-again">{text}</span>}
          </div>
        )
      }
    >
      <p className="meta">
        <span>
          Due <time dateTime={due_date}>{formatLongDay(due_date)}</time>
        </span>
        <span className={`status tone-${statusTone(status)}`}>{status}</span>
        {tags.length > 0 && <span>{tags.join(', ')}</span>}
      </p>
      {link ? (
        <p className="admin-hint">
          <OutLink href={link}>{link}</OutLink>
        </p>
      ) : (
        <p className="warning small">No project link provided</p>
      )}
    </Row>
  )
}
