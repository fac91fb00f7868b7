/** The one h1 of a screen, which takes the focus after a move, and what stands below it. */
import type { ReactNode } from 'react'

export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="page-head">
      <h1 className="page-title" dir="auto" tabIndex={-1}>
        {title}
      </h1>
      {children && <div className="page-lead">{children}</div>}
    </header>
  )
}
