/** Notices in one persistent region; they wait while the pointer or the focus is on them. */

import { useEffect, useRef, useState } from 'react'
import { dismissToast, type Toast, toastLifetime, useToasts } from '../state/toasts.ts'
import { Icon } from './icon.tsx'

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

function ToastCard({ toast, paused }: { toast: Toast; paused: boolean }) {
  const { id, title, description, tone = 'plain', action } = toast
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
  const act = () => {
    action?.run()
    dismissToast(id)
  }
  return (
    <li className={`toast toast-${tone}`}>
      <div className="toast-words">
        <p className="toast-title">{title}</p>
        {description && <p className="toast-text">{description}</p>}
      </div>
      {action && (
        <button type="button" className="button button-small" onClick={act}>
          {action.label}
        </button>
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
