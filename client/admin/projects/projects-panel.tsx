/** The projects admin: active and completed projects, and one form at a time. */
import { type ReactNode, useEffect, useState } from 'react'
import { projectPath } from '#domain/addresses.ts'
import type { ProjectsAnswer } from '#domain/answers/public-answers.ts'
import { formatLongDay } from '#domain/days/day.ts'
import { countdown, isCompleted, type Project, statusTone } from '#domain/project.ts'
import { formatAmount, formatNumber } from '#domain/texts/amounts.ts'
import { useApp, useQuery } from '../../app-context.ts'
import { isCounted } from '../../components/figures/goal.tsx'
import { Loaded, OutLink } from '../../components/frame/parts.tsx'
import { PROJECTS_QUERY } from '../../start/page-queries.ts'
import { readUnsaved } from '../forms/unsaved.ts'
import { usePanelAddress } from '../frame/panel-address.ts'
import { Button, CREATE_BUTTON, Row, useFocusBack, viewAction } from '../frame/parts.tsx'
import { PanelHead } from '../panel-head.tsx'
import { cancelForm, ProjectForm } from './project-form.tsx'

export function ProjectsPanel() {
  /** The open form, with the project as it was when the form opened; null for a new project. */
  const [open, setOpen] = useState<{ project: Project | null } | null>(null)
  const { search, close } = usePanelAddress('/admin/projects')
  const asked = new URLSearchParams(search).get('edit')
  const named = useQuery<ProjectsAnswer>(PROJECTS_QUERY).answer?.data.find(({ id }) => id === asked)
  const isNamed = named !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once, as it is then
  useEffect(() => {
    if (named) setOpen({ project: named })
  }, [isNamed])
  useFocusBack(open && (open.project?.id ?? ''))
  const isAdding = open !== null && open.project === null
  const form = open && (
    <ProjectForm
      key={open.project?.id}
      project={open.project}
      // Another form may have been opened during the save.
      onClose={(stays) => {
        setOpen((now) => (now === open ? null : now))
        if (asked !== null) close(stays)
      }}
      onReopen={() => setOpen(open)}
    />
  )
  return (
    <>
      <PanelHead title="Projects Admin">
        <Button
          id={CREATE_BUTTON}
          isPrimary={open === null}
          aria-expanded={isAdding}
          onClick={() => (isAdding ? cancelForm() : setOpen({ project: null }))}
        >
          {isAdding ? 'Cancel' : 'Add New Project'}
        </Button>
      </PanelHead>
      {!isAdding && <UnsavedMark id="new" />}
      {isAdding && (
        <section className="box" aria-label="New project">
          {form}
        </section>
      )}
      <Loaded<ProjectsAnswer>
        path={PROJECTS_QUERY}
        loading="Loading projects admin panel..."
        failed="Failed to load deadline projects"
        shape="rows"
      >
        {({ data }) => (
          <ProjectLists
            projects={data}
            open={open?.project ?? null}
            form={form}
            onEdit={(project) => setOpen({ project })}
          />
        )}
      </Loaded>
    </>
  )
}

interface ProjectListsProps {
  projects: readonly Project[]
  /** The project in the form, as it was when that opened. */
  open: Project | null
  form: ReactNode
  onEdit: (project: Project) => void
}

function ProjectLists({ projects, open, form, onEdit }: ProjectListsProps) {
  const isGone = open && !projects.some(({ id }) => id === open.id)
  // The open form stays where it was opened, whatever it saves.
  const placed = projects.map((project) => (project.id === open?.id ? open : project))
  const byDueDate = placed.toSorted((a, b) => a.due_date.localeCompare(b.due_date))
  const lists = [
    ['Active Projects', byDueDate.filter((project) => !isCompleted(project))],
    ['Completed Projects', byDueDate.filter(isCompleted).toReversed()],
  ] as const
  return (
    <>
      {isGone && (
        <>
          <p className="notice notice-failed notice-title" role="alert">
            Error: Project data not found
          </p>
          {form}
        </>
      )}
      {lists.map(([heading, listed]) => (
        <section key={heading} aria-label={heading}>
          <h2 className="admin-subtitle">{heading}</h2>
          {listed.length === 0 && <p className="admin-hint">No {heading.toLowerCase()}.</p>}
          <ul className="admin-rows">
            {listed.map((project) =>
              project === open ? (
                <li key={project.id} className="project-row">
                  {form}
                </li>
              ) : (
                <ProjectRow key={project.id} project={project} onEdit={() => onEdit(project)} />
              ),
            )}
          </ul>
        </section>
      ))}
    </>
  )
}

function ProjectRow({ project, onEdit }: { project: Project; onEdit: () => void }) {
  const { id, title, due_date, status, tags, link } = project
  const { today } = useApp()
  const { text, tone } = countdown(due_date, today)
  return (
    <Row
      subject={title}
      isHeading
      actions={[viewAction(projectPath(id)), { label: 'Edit', id: `edit-${id}`, onClick: onEdit }]}
      aside={
        !isCompleted(project) && (
          <div className="project-row-due stack tight">
            <span className={`countdown countdown-small tone-${tone}`}>{text}</span>
            {due_date < today && <span className="overdue-again small">{text}</span>}
          </div>
        )
      }
    >
      <p className="meta">
        <span>
          Due <time dateTime={due_date}>{formatLongDay(due_date)}</time>
        </span>
        <span className={`status tone-${statusTone(status)}`}>{status}</span>
        {isCounted(project) && (
          <span>{`${formatNumber(project.progress.done)} of ${formatAmount(project.goal, project.unit)}`}</span>
        )}
        {tags.length > 0 && <span>{tags.join(', ')}</span>}
        <UnsavedMark id={id} />
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

/** Mark of a project whose form has an unsaved text. @param id `new` for that of a new project */
function UnsavedMark({ id }: { id: string }) {
  const words = id === 'new' ? 'Unsaved: new project' : 'Unsaved text'
  return readUnsaved(`project:${id}`) && <span className="status tone-yellow">{words}</span>
}
