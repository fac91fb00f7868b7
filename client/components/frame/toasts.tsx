/** Toasts in a persistent region; a pointer or the focus in it pauses their timers. */
import { type FocusEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { dismissToast, type Toast, toastLifetime, useToasts } from '../../state/toasts.ts'
import { useHeir } from '../use-heir.ts'
import { Icon, OutLink } from './parts.tsx'

export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  const [hasPointer, setHasPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const region = useRef<HTMLElement>(null)
  /** The control that had the focus before one of the toasts. */
  const origin = useRef<Element | null>(null)
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    setHasFocus(true)
    if (!currentTarget.contains(relatedTarget)) origin.current = relatedTarget
  }
  // No event tells that the focused toast, or the one below the pointer, was removed.
  useEffect(() => {
    setHasFocus(region.current?.contains(document.activeElement) === true)
    if (toasts.length === 0) setHasPointer(false)
  }, [toasts])
  return (
    <section
      ref={region}
      className="toasts"
      lang="en"
      aria-label="Notifications"
      onPointerEnter={() => setHasPointer(true)}
      onPointerLeave={() => setHasPointer(false)}
      onFocus={onFocus}
      onBlur={() => setHasFocus(false)}
    >
      <div role="status" aria-live="polite">
        <ol>
          {toasts.map((toast) => (
            <ToastCard
              key={toast.id}
              toast={toast}
              paused={hasPointer || hasFocus}
              origin={origin}
            />
          ))}
        </ol>
      </div>
    </section>
  )
}

interface ToastCardProps {
  toast: Toast
  paused: boolean
  origin: RefObject<Element | null>
}

function ToastCard({ toast, paused, origin }: ToastCardProps) {
  const { id, title, description, subject, tone = 'plain', undo, view } = toast
  const words = useId()
  const card = useHeir<HTMLLIElement>(() => [origin.current])
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
