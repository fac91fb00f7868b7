/** Which day's board shows, and the ways to another: links and a form that work without scripts. */
import { type FormEvent, useEffect, useRef } from 'react'
import { addDays, type Day, formatFullDay, formatLongDay } from '#domain/days/day.ts'
import { useApp } from '../../app-context.ts'
import { hrefOf } from '../../data/list-address.ts'
import { navigateTo } from '../../start/history-entries.ts'
import { whenOnline } from '../../start/network.ts'
import { announce } from '../../state/announcement.ts'
import { boardHref } from './project-words.ts'

const WEEKS_BACK_DAYS = 28

interface BoardDayProps {
  /** The earlier day; null for today. */
  at: Day | null
  /** What the address has for it, day or not. */
  asked: string | null
  /** The chosen tags stay chosen. */
  tags: readonly string[]
}

export function BoardDay({ at, asked, tags }: BoardDayProps) {
  const { today } = useApp()
  const href = (day: Day | null) => hrefOf(boardHref(day), { tags, after: null })
  useEffect(() => {
    if (at !== null) announce(`As of ${formatLongDay(at)}`)
  }, [at])
  return (
    <div className="board-day">
      {at === null ? (
        <p>
          <time dateTime={today}>{formatFullDay(today)}</time>
        </p>
      ) : (
        <p>
          As of <time dateTime={at}>{formatLongDay(at)}</time>
        </p>
      )}
      {asked === null ? (
        <a href={href(addDays(today, -WEEKS_BACK_DAYS))}>See four weeks ago</a>
      ) : (
        <a href={href(null)}>Back to today</a>
      )}
      <DayForm asked={asked} tags={tags} />
    </div>
  )
}

function DayForm({ asked, tags }: Pick<BoardDayProps, 'asked' | 'tags'>) {
  const { today } = useApp()
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(asked)
  // The same field, which keeps the focus; what was typed before the page came alive stays.
  useEffect(() => {
    if (field.current && shown.current !== asked) field.current.value = asked ?? ''
    shown.current = asked
  }, [asked])
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const day = String(new FormData(event.currentTarget).get('at') ?? '')
    whenOnline(() => navigateTo(hrefOf(boardHref(day || null), { tags, after: null })))
  }
  return (
    <form className="board-form" action="/projects" onSubmit={onSubmit}>
      {tags.map((tag) => (
        <input key={tag} type="hidden" name="tag" value={tag} />
      ))}
      <label htmlFor="at">As it was on</label>
      <input
        ref={field}
        id="at"
        name="at"
        type="date"
        className="input"
        max={today}
        defaultValue={asked ?? ''}
      />
      <button type="submit" className="button">
        Show
      </button>
    </form>
  )
}
