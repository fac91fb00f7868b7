/** Toasts in a persistent region; a pointer or the focus in it pauses their timers. */
import { type FocusEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { dismissToast, type Toast, toastLifetime, useToasts } from '../../state/toasts.ts'
import { useHeir } from '../use-heir.ts'
import { Icon, OutLink } from './parts.tsx'

/** How often it is looked whether a toast has ended. */
const TICK_MS = 250

/** Whether the focus or a pointer is on the toasts. A tap leaves `:hover` behind. */
function areHeld(): boolean {
  const hover = matchMedia('(hover: hover)').matches ? ':hover, ' : ''
  return document.querySelector(`.toasts:is(${hover}:focus-within)`) !== null
}

export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  /** The control that had the focus before one of the toasts. */
  const origin = useRef<Element | null>(null)
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) origin.current = relatedTarget
  }
  return (
    <section className="toasts" lang="en" aria-label="Notifications" onFocus={onFocus}>
      <div role="status" aria-live="polite">
        <ol>
          {toasts.map((toast) => (
            <ToastCard key={toast.id} toast={toast} origin={origin} />
          ))}
        </ol>
      </div>
    </section>
  )
}

interface ToastCardProps {
  toast: Toast
  origin: RefObject<Element | null>
}

function ToastCard({ toast, origin }: ToastCardProps) {
  const { id, title, description, subject, tone = 'plain', undo, view } = toast
  const words = useId()
  const card = useHeir<HTMLLIElement>(() => [origin.current])
  useEffect(() => {
    let left = toastLifetime(toast)
    let last = Date.now()
    const tick = () => {
      const now = Date.now()
      if (!areHeld()) left -= now - last
      last = now
      if (left <= 0) dismissToast(id)
    }
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [id, toast])
  return (
    <li ref={card} className={`toast toast-${tone} row raised`}>
      <div className="toast-words" id={words}>
        {Object.entries({ title, text: description, subject }).map(
          ([name, line]) =>
            line && (
              <p key={name} className={`toast-${name}`} dir="auto">
                {line}
              </p>
            ),
        )}
      </div>
      {undo && (
        <button
          type="button"
          className="button button-small"
          aria-describedby={words}
          aria-keyshortcuts="z"
          title="Undo (z)"
          onClick={() => {
            undo()
            dismissToast(id)
          }}
        >
          Undo
        </button>
      )}
      {view && (
        <OutLink className="button button-small" href={view} aria-keyshortcuts="v" title="View (v)">
          View
        </OutLink>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label="Close"
        onClick={() => dismissToast(id)}
      >
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}
