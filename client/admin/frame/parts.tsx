/** Small parts that several screens of the panel share. */
import { type ReactNode, useState } from 'react'
import { formatShortDay } from '#domain/days/day.ts'
import { formatInstant } from '#domain/days/zone.ts'
import { useApp } from '../../app-context.ts'
import { Failure } from '../../components/frame/notices.tsx'
import type { Read } from './use-read.ts'

/** An instant on the clock of the site: `Nov 20, 2026, 09:30`. `at`: ISO 8601 or milliseconds. */
export function MomentText({ at }: { at: string | number }) {
  const { site } = useApp()
  const instant = new Date(at)
  const clock = formatInstant(instant.getTime(), site.time_zone)
  return (
    <time dateTime={instant.toISOString()} title={`${site.time_zone} time`}>
      {formatShortDay(clock.slice(0, 10))}, {clock.slice(11, 16)}
    </time>
  )
}

interface RowButtonProps {
  id?: string
  label: string
  /** What the row is about: the button's name is `label: about`. */
  about: string
  onClick: () => void
  disabled?: boolean
  isDanger?: boolean
  /** Whether what the button shows is open. */
  expanded?: boolean
}

/** A button of a row in a list. */
export function RowButton(props: RowButtonProps) {
  const { id, label, about, onClick, disabled, isDanger, expanded } = props
  return (
    <button
      type="button"
      id={id}
      className={isDanger ? 'button button-small button-danger' : 'button button-small'}
      aria-label={`${label}: ${about}`}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </button>
  )
}

interface ListProps<Item> {
  /** What it lists, as in 'No tags.' */
  name: string
  read: Read<readonly Item[], unknown>
  children: (items: readonly Item[]) => ReactNode
}

/** A list that was read: its rows, or why there are none. */
export function ReadList<Item>({ name, read, children }: ListProps<Item>) {
  const { data, fault, reload } = read
  if (fault !== null && data === null) {
    return <Failure text={fault} onRetry={() => void reload()} />
  }
  if (data === null) return <p className="admin-hint">Loading {name}...</p>
  return data.length === 0 ? <p className="admin-hint">No {name}.</p> : children(data)
}

/** A part of a page that is closed at first; what it shows is read when it opens. */
export function Fold({ title, children }: { title: string; children: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && children()}
    </details>
  )
}
