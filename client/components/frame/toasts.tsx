/** Toasts in a persistent region; hover or focus pauses their timers. */
import { useEffect, useId, useRef, useState } from 'react'
import { dismissToast, type Toast, toastLifetime, useToasts } from '../../state/toasts.ts'
import { Icon, OutLink } from './parts.tsx'

export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  const [paused, setPaused] = useState(false)
  return (
    <section
      className="toasts"
      aria-label="Notifications"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div role="status" aria-live="polite">
        <ol>
          {toasts.map((toast) => (
            <ToastCard key={toast.id} toast={toast} paused={paused} />
          ))}
        </ol>
      </div>
    </section>
  )
}

interface ToastCardProps {
  toast: Toast
  paused: boolean
}

function ToastCard({ toast, paused }: ToastCardProps) {
  const { id, title, description, about, tone = 'plain', action, link } = toast
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
  return (
    <li className={`toast toast-${tone} raised`}>
      <div className="toast-words" id={words}>
        {Object.entries({ title, text: description, about }).map(
          ([name, line]) =>
            line && (
              <p key={name} className={`toast-${name}`} dir="auto">
                {line}
              </p>
            ),
        )}
      </div>
      {action && (
        <button
          type="button"
          className="button button-small"
          aria-describedby={words}
          onClick={() => {
            action.run()
            dismissToast(id)
          }}
        >
          {action.label}
        </button>
      )}
      {link && (
        <OutLink className="button button-small" href={link.href}>
          {link.label}
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
