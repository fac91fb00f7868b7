/** A link that opens in a new tab, and says so to those who cannot see it. */
import type { ComponentProps } from 'react'

export function OutLink({ children, ...link }: ComponentProps<'a'>) {
  return (
    <a target="_blank" rel="noopener noreferrer" {...link}>
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}
