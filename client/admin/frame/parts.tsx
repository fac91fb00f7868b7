/** Shared components of the panel: buttons, lists and their rows, states of a read. */
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link } from 'wouter'
import type { Answer } from '#domain/answers/public-answers.ts'
import { formatShortDay } from '#domain/days/day.ts'
import { formatInstant } from '#domain/days/zone.ts'
import { useApp, useQuery } from '../../app-context.ts'
import { ErrorState, Waiting } from '../../components/frame/parts.tsx'
import { itemsBeside, useHeir } from '../../components/use-heir.ts'
import { FROM_LIST } from './panel-address.ts'

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

/** Id of the button that opens the form of a new record; that of a row is `edit-<id>`. */
export const CREATE_BUTTON = 'create'

/**
 * Gives the focus back to the button of a form when that closes.
 * @param openId id of the record in the form, empty for a new one; null while no form is open
 */
export function useFocusBack(openId: string | null): void {
  const last = useRef(openId)
  useLayoutEffect(() => {
    const button =
      document.getElementById(`edit-${last.current}`) ?? document.getElementById(CREATE_BUTTON)
    if (openId === null && last.current !== null) button?.focus({ preventScroll: true })
    last.current = openId
  }, [openId])
}

export interface ButtonProps
  extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'onClick'> {
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
  symbol?: string
  /** Tooltip. */
  title?: string
  id?: string
  isDanger?: boolean
  onClick?: () => unknown
  /** Content that the button opens below the row, instead of `onClick`. */
  content?: (close: () => void) => ReactNode
}

/** Opens a page of the site in a new tab. */
export const viewAction = (path: string): RowAction => ({
  label: 'View',
  onClick: () => void open(path, '_blank', 'noopener'),
})

interface RowProps {
  subject: string
  isHeading?: boolean
  href?: string
  children?: ReactNode
  actions?: readonly RowAction[] | undefined
  /** Beside the buttons. */
  aside?: ReactNode
}

/** A row of a list: text, buttons, and the content that a button has opened. */
export function Row({ subject, isHeading, href, children, actions, aside }: RowProps) {
  const Title = isHeading ? 'h3' : 'p'
  const row = useHeir<HTMLLIElement>(itemsBeside)
  return (
    <li ref={row} className="admin-row">
      <div className="stack tight">
        <Title className="admin-row-title" dir="auto">
          {href ? (
            <Link className="row-link" href={href} state={FROM_LIST}>
              {subject}
            </Link>
          ) : (
            subject
          )}
        </Title>
        {children}
      </div>
      <Actions subject={subject} actions={actions}>
        {aside}
      </Actions>
    </li>
  )
}

/** Buttons, and below them the open content. */
export function Actions({ subject, actions = [], children }: RowProps) {
  const [open, setOpen] = useState<string | null>(null)
  const close = () => setOpen(null)
  const opened = actions.find(({ label }) => label === open)
  return (
    <>
      <div className="row admin-row-buttons">
        {children}
        {actions.map(({ label, symbol = label, onClick, content, ...button }, index) => (
          <Button
            // A button whose label changes keeps the focus.
            // biome-ignore lint/suspicious/noArrayIndexKey: the buttons never move
            key={index}
            {...button}
            isSmall
            aria-label={`${label}: ${subject}`}
            aria-expanded={content && open === label}
            onClick={() => (content ? setOpen(open === label ? null : label) : onClick?.())}
          >
            {symbol}
          </Button>
        ))}
      </div>
      {opened?.content && <div className="stack row-whole">{opened.content(close)}</div>}
    </>
  )
}

interface ReadProps<Data, Meta> {
  path: string
  /** Name of the data, as in 'Loading tags...' */
  name: string
  /** Text of a failure; default: the server's error. */
  failed?: string
  /** Whether a form begins with it: it is requested when that opens, and the first answer stays. */
  isForForm?: boolean
  children: (data: Data, meta: Meta | undefined) => ReactNode
}

/**
 * Renders what an API path answers. It is loaded again after every status answer: after writes, on
 * focus, every 30 s. The last answer stays while another path loads or a load fails. `Data` and
 * `Meta` are not checked.
 */
export function Read<Data, Meta = undefined>(props: ReadProps<Data, Meta>) {
  const { path, name, failed, isForForm = false, children } = props
  const { queries } = useApp()
  // A fragment is not sent: this answer is only this form's, so it is never an old one.
  const [ownPath] = useState(() => `${path}#${Date.now()}`)
  const query = isForForm ? ownPath : path
  const { answer, failure } = useQuery<Answer<Data, Meta>>(query)
  const [last, setLast] = useState(answer)
  if (answer !== null && answer !== last && !(isForForm && last)) setLast(answer)
  if (last !== null) return children(last.data, last.meta)
  if (failure === null) return <Waiting text={`Loading ${name}...`} shape="rows" />
  return <ErrorState text={failed ?? failure.error} onRetry={() => queries.retry(query)} />
}

interface ReadListProps<Item> {
  path: string
  /** Name of the items, as in 'No tags.' */
  name: string
  /** Number of rows that 'Load more' adds; absent: all are shown. */
  part?: number
  children: (item: Item) => ReactNode
}

/** The rows of a list that an API path answers. */
export function ReadList<Item>({ path, name, part = Infinity, children }: ReadListProps<Item>) {
  const [count, setCount] = useState(part)
  return (
    <Read<readonly Item[]> path={path} name={name}>
      {(items) => (
        <>
          {items.length === 0 && <p className="admin-hint">No {name}.</p>}
          <ul className="admin-rows">{items.slice(0, count).map(children)}</ul>
          {items.length > count && (
            <p>
              <Button onClick={() => setCount(count + part)}>Load more</Button>
            </p>
          )}
        </>
      )}
    </Read>
  )
}

/** Links to the forms with an unsaved text. @param texts label and query of each */
export function UnsavedTexts(props: {
  list: string
  texts: readonly (readonly [label: string, query: string])[]
}) {
  const { list, texts } = props
  if (texts.length === 0) return null
  return (
    <p className="row small unsaved-texts">
      <span>Unsaved:</span>
      {texts.map(([label, query]) => (
        <Link key={query} href={`${list}?${query}`} state={FROM_LIST} dir="auto">
          {label}
        </Link>
      ))}
    </p>
  )
}

/** A list, closed at first, that is loaded when it opens. */
export function FoldedList<Item>({ title, ...list }: ReadListProps<Item> & { title: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && <ReadList {...list} />}
    </details>
  )
}
