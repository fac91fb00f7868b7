/** Notices in one persistent region; they wait while the pointer or the focus is on them. */

import { useEffect, useId, useRef, useState } from 'react'
import { dismissToast, type Toast, toastLifetime, useToasts } from '../../state/toasts.ts'
import { Icon } from './icon.tsx'

/** Leads from wherever one is to the newest notice that offers something, then to the one before. */
const KEY = 'F8'

export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  const [paused, setPaused] = useState(false)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== KEY || !focusNewest(region.current)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  // A notice that goes takes the focus along: it is led back to where it came from.
  const cameFrom = useRef<EventTarget | null>(null)
  const lead = () => {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
    cameFrom.current = null
  }
  return (
    <section
      ref={region}
      className="toasts"
      aria-label="Notifications"
      aria-keyshortcuts={KEY}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setPaused(true)
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
      onBlur={() => setPaused(false)}
    >
      <div role="status" aria-live="polite">
        <ol>
          {toasts.map((toast) => (
            <ToastCard key={toast.id} toast={toast} paused={paused} onLeave={lead} />
          ))}
        </ol>
      </div>
    </section>
  )
}

/** Moves the focus to what a notice offers, else to its Close; false where there is no notice. */
function focusNewest(region: HTMLElement | null): boolean {
  const offers = [...(region?.querySelectorAll<HTMLElement>('.toast > .button') ?? [])]
  const closers = [...(region?.querySelectorAll<HTMLElement>('.toast > .icon-button') ?? [])]
  const buttons = offers.length > 0 ? offers : closers
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement ? buttons.indexOf(activeElement) : -1
  const next = buttons.at(at > 0 ? at - 1 : -1)
  next?.focus()
  return next !== undefined
}

interface ToastCardProps {
  toast: Toast
  paused: boolean
  /** One of its buttons was used. */
  onLeave: () => void
}

function ToastCard({ toast, paused, onLeave }: ToastCardProps) {
  const { id, title, description, about, tone = 'plain', action } = toast
  const words = useId()
  const left = useRef(toastLifetime(toast))
  useEffect(() => {
    if (paused) return
    const started = Date.now()
    const timer = setTimeout(() => dismissToast(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - started
    }
  }, [id, paused])
  const leave = () => {
    onLeave()
    dismissToast(id)
  }
  const act = () => {
    action?.run()
    leave()
  }
  return (
    <li className={`toast toast-${tone}`}>
      <div className="toast-words" id={words}>
        <p className="toast-title" dir="auto">
          {title}
        </p>
        {description && (
          <p className="toast-text" dir="auto">
            {description}
          </p>
        )}
        {about && (
          <p className="toast-about" dir="auto">
            {about}
          </p>
        )}
        {action && (
          <p className="visually-hidden">
            {KEY} leads to {action.label}.
          </p>
        )}
      </div>
      {action && (
        <button
          type="button"
          className="button button-small"
          title={`${action.label} (${KEY} leads here)`}
          aria-describedby={words}
          onClick={act}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="icon-button" aria-label="Close" onClick={leave}>
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}
