/** One project in the admin's lists, or its form in the same place. */
import { formatLongDay } from '#domain/days/day.ts'
import { countdown, isCompleted, type Project, statusTone } from '#domain/project.ts'
import { useApp } from '../../app-context.ts'
import type { ProjectDraft } from '../forms/drafts.ts'
import { ProjectForm } from './project-form-view.tsx'

interface ProjectItemProps {
  project: Project
  /** The edit that is open; null: none. */
  draft: ProjectDraft | null
  onEdit: () => void
  onClose: () => void
  onChanged: () => void
}

export function ProjectItem({ project, draft, onEdit, onClose, onChanged }: ProjectItemProps) {
  if (draft) {
    return (
      <li className="project-row">
        <ProjectForm key={draft.key} draft={draft} onClose={onClose} onChanged={onChanged} />
      </li>
    )
  }
  const { id, title, due_date, status, tags } = project
  return (
    <li className={isCompleted(project) ? 'project-row project-row-done' : 'project-row'}>
      <div className="admin-row-words">
        <h3 className="admin-row-title" dir="auto">
          {title}
        </h3>
        <p className="meta meta-dots">
          <span>
            Due <time dateTime={due_date}>{formatLongDay(due_date)}</time>
          </span>
          <span className={`status tone-${statusTone(status)}`}>{status}</span>
          {tags.length > 0 && <span>{tags.join(', ')}</span>}
        </p>
        <ProjectLink link={project.link} />
      </div>
      {!isCompleted(project) && <Countdown project={project} />}
      <div className="admin-row-buttons">
        <button
          id={`edit-${id}`}
          aria-label={`Edit: ${title}`}
          type="button"
          className="button button-small"
          onClick={onEdit}
        >
          Edit
        </button>
      </div>
    </li>
  )
}

function Countdown({ project: { due_date } }: { project: Project }) {
  const { today } = useApp()
  const { text, tone } = countdown(due_date, today)
  return (
    <div className="project-row-due">
      <span className={`countdown countdown-small tone-${tone}`}>{text}</span>
      {due_date < today && <span className="overdue-again">{text}</span>}
    </div>
  )
}

function ProjectLink({ link }: { link: string }) {
  if (!link) return <p className="project-link-missing">No project link provided</p>
  return (
    <p className="project-link">
      <a href={link} target="_blank" rel="noopener noreferrer">
        {link}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    </p>
  )
}
