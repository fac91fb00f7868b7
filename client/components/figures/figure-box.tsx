/** A box of figures below its heading. */
import type { ReactNode } from 'react'

interface FigureBoxProps {
  /** Of the heading; also the class of the box. */
  name: string
  title: string
  link?: ReactNode
  children: ReactNode
}

export function FigureBox({ name, title, link, children }: FigureBoxProps) {
  const id = `${name}-heading`
  return (
    <section className={`${name} box stack`} aria-labelledby={id}>
      <div className="row row-apart">
        <h2 className="panel-title" id={id}>
          {title}
        </h2>
        {link}
      </div>
      {children}
    </section>
  )
}
