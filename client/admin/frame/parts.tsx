/** Shared components of the panel: buttons, lists and their rows, states of a read. */
import { type ComponentProps, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'wouter'
import { formatShortDay } from '#domain/days/day.ts'
import { formatInstant } from '#domain/days/zone.ts'
import { useApp } from '../../app-context.ts'
import { ErrorState, Waiting } from '../../components/frame/parts.tsx'
import { itemsBeside, useHeir } from '../../components/use-heir.ts'
import { FROM_LIST } from './panel-address.ts'
import type { Read } from './use-read.ts'

/** A time in the site's zone, `Nov 20, 2026, 09:30`. `at`: ISO 8601 or milliseconds. */
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

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'onClick'> {
  /** While its promise is pending, further clicks do nothing. */
  onClick: (event: MouseEvent) => unknown
  isSmall?: boolean
  isPrimary?: boolean
  isDanger?: boolean | undefined
}

/** A button that does not submit a form. */
export function Button({ isSmall, isPrimary, isDanger, onClick, ...props }: ButtonProps) {
  const isBusy = useRef(false)
  const run = async (event: MouseEvent) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await onClick(event)
    } finally {
      isBusy.current = false
    }
  }
  const classes = ['button']
  if (isSmall) classes.push('button-small')
  if (isPrimary) classes.push('button-primary')
  if (isDanger) classes.push('button-danger')
  return <button type="button" className={classes.join(' ')} onClick={run} {...props} />
}

/** A button of a row. Its accessible name is the label and the row's subject. */
export interface RowAction {
  label: string
  /** Symbol shown instead of the label. */
  sign?: string
  id?: string
  isDanger?: boolean
  onClick?: () => unknown
  /** Content that the button opens below the row, instead of `onClick`. */
  content?: (close: () => void) => ReactNode
}

interface RowProps {
  about: string
  /** Whether the title is a heading. */
  isHeading?: boolean
  href?: string
  children?: ReactNode
  actions?: readonly RowAction[]
  /** Beside the buttons. */
  beside?: ReactNode
}

/** A row of a list: text, buttons, and the content that a button has opened. */
export function Row({ about, isHeading, href, children, actions = [], beside }: RowProps) {
  const Title = isHeading ? 'h3' : 'p'
  const row = useHeir<HTMLLIElement>(itemsBeside)
  return (
    <li ref={row} className="admin-row">
      <div className="stack tight">
        <Title className="admin-row-title" dir="auto">
          {href ? (
            <Link className="row-link" href={href} state={FROM_LIST}>
              {about}
            </Link>
          ) : (
            about
          )}
        </Title>
        {children}
      </div>
      <Actions about={about} actions={actions}>
        {beside}
      </Actions>
    </li>
  )
}

interface ActionsProps {
  about: string
  actions: readonly RowAction[]
  children?: ReactNode
}

/** Buttons, and below them the open content. */
export function Actions({ about, actions, children }: ActionsProps) {
  const [open, setOpen] = useState<string | null>(null)
  const close = () => setOpen(null)
  const opened = actions.find(({ label }) => label === open)
  return (
    <>
      <div className="row admin-row-buttons">
        {children}
        {actions.map(({ label, sign = label, id, isDanger, onClick, content }, index) => (
          <Button
            // A button whose label changes keeps the focus.
            // biome-ignore lint/suspicious/noArrayIndexKey: the buttons never move
            key={index}
            id={id}
            isSmall
            isDanger={isDanger}
            aria-label={`${label}: ${about}`}
            aria-expanded={content && open === label}
            onClick={() => (content ? setOpen(open === label ? null : label) : onClick?.())}
          >
            {sign}
          </Button>
        ))}
      </div>
      {opened?.content && <div className="stack row-whole">{opened.content(close)}</div>}
    </>
  )
}

interface ReadListProps<Item> {
  /** Name of the items, as in 'No tags.' */
  name: string
  read: Read<readonly Item[], unknown>
  children: (item: Item) => ReactNode
}

/** A list read from the API: its rows, or the reason why there are none. */
export function ReadList<Item>({ name, read, children }: ReadListProps<Item>) {
  const { data } = read
  if (data === null) return <ReadState read={read} name={name} />
  if (data.length === 0) return <p className="admin-hint">No {name}.</p>
  return <ul className="admin-rows">{data.map(children)}</ul>
}

/** A section, closed at first, whose content is loaded when it opens. */
export function Fold({ title, children }: { title: string; children: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && children()}
    </details>
  )
}

interface ReadStateProps {
  read: Read<unknown, unknown>
  /** Name of the data, as in 'Loading tags...' */
  name: string
  /** Text of a failure; default: the server's error. */
  failed?: string
}

/** State of a read without data: loading or failed. */
export function ReadState({ read: { error, reload }, name, failed }: ReadStateProps) {
  if (error === null) return <Waiting text={`Loading ${name}...`} shape="rows" />
  return <ErrorState text={failed ?? error} onRetry={reload} />
}
