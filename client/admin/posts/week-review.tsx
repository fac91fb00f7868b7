/** Drafts the review of a week, and opens it in the form. */
import { type FormEvent, useId, useState } from 'react'
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import { addDays, type Day, formatShortDay, startOfWeek } from '#domain/days/day.ts'
import { weekOf } from '#domain/days/week.ts'
import type { Post } from '#domain/post.ts'
import { useApp } from '../../app-context.ts'
import { addToast } from '../../state/toasts.ts'
import { call } from '../frame/admin-api.ts'
import { showFailed, showSaved } from '../frame/messages.ts'
import { postsChanged } from './post-actions.ts'

/** Weeks offered, the current one included. */
const WEEKS = 9

export function WeekReview({ onOpen }: { onOpen: (id: string) => void }) {
  const { today } = useApp()
  const weeks = weeksUntil(today)
  // As by the command: on a Monday the week that has just ended.
  const [week, setWeek] = useState(weekOf(addDays(today, -1)))
  const [busy, setBusy] = useState(false)
  const id = useId()
  const write = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const { data, meta } = await call<Post, SavedMeta & { existing?: boolean }>(
        'POST',
        '/reviews',
        { week },
      )
      const { id: postId, title } = data
      if (meta?.existing) {
        addToast({ title: 'That review is there already', description: `“${title}” is open now.` })
      } else {
        showSaved({ title: 'Review drafted', description: `“${title}” is a draft.` }, meta, {
          changed: postsChanged,
          topic: 'review',
        })
        postsChanged()
      }
      onOpen(postId)
    } catch (error) {
      showFailed('Failed to write the review', error, 'review')
    }
    setBusy(false)
  }
  return (
    <form className="week-review" onSubmit={(event) => void write(event)}>
      <label className="admin-label" htmlFor={id}>
        Week
      </label>
      <select
        id={id}
        className="input"
        value={week}
        onChange={(event) => setWeek(event.target.value)}
      >
        {weeks.map(({ week: name, text }) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
      <button type="submit" className="button" disabled={busy}>
        {busy ? 'Writing...' : 'Write the week’s review'}
      </button>
    </form>
  )
}

/** The week of a day and those before it, newest first. */
export function weeksUntil(today: Day): { week: string; text: string }[] {
  const monday = startOfWeek(today, 1)
  return Array.from({ length: WEEKS }, (_, index) => {
    const first = addDays(monday, -7 * index)
    const [from, to] = [formatShortDay(first), formatShortDay(addDays(first, 6))]
    // The year once: the words are to fit a phone.
    const year = from.slice(-', 2026'.length)
    const days = `${to.endsWith(year) ? from.slice(0, -year.length) : from} to ${to}`
    const name = ['This week: ', 'Last week: '][index] ?? ''
    return { week: weekOf(first), text: `${name}${days}` }
  })
}
