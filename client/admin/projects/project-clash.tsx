/** A project that was changed under its form: what git has now, and whose goes on. */
import { useEffect, useRef } from 'react'
import { formatLongDay } from '#domain/days/day.ts'
import type { Project } from '#domain/project.ts'

interface ProjectClashProps {
  theirs: Project
  onMine: () => void
  onTheirs: () => void
}

export function ProjectClash({ theirs, onMine, onTheirs }: ProjectClashProps) {
  const { title, due_date, status, link, tags } = theirs
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="conflict" role="alert">
      <p className="conflict-heading" ref={heading} tabIndex={-1}>
        The project was changed while you were editing
      </p>
      <p>
        Nothing was overwritten. In git it is now “{title}”, due {formatLongDay(due_date)}, {status}
        {tags.length > 0 && `, ${tags.join(', ')}`}
        {link && `, ${link}`}. Yours is in the form.
      </p>
      <div className="admin-row-buttons">
        <button type="button" className="button button-small" onClick={onMine}>
          Keep mine
        </button>
        <button type="button" className="button button-small" onClick={onTheirs}>
          Take theirs
        </button>
      </div>
    </div>
  )
}
