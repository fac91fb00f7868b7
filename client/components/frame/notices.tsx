/** The designed empty, failing and waiting states of lists and panels. */
import type { ReactNode } from 'react'
import type { QueryFailure } from '../../data/query-store.ts'

/** Nothing to show, and why. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="notice">
      <span className="notice-mark" aria-hidden="true" />
      <p className="notice-title" dir="auto">
        {title}
      </p>
      {children && <p className="notice-text">{children}</p>}
    </div>
  )
}

/** What a failed load says: why, where it passes by itself, else `text`. */
export function failureText({ statusCode, message }: QueryFailure, text: string): string {
  return statusCode === 503 ? message : text
}

/** A load that failed, with another try. */
export function Failure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="notice notice-failed" role="alert">
      <p className="notice-title">{text}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try Again
      </button>
    </div>
  )
}

/** Skeletons of the final size; shown only once a load takes longer than a blink. */
export function Waiting({
  text,
  shape,
  count = 3,
}: {
  text: string
  shape: string
  count?: number
}) {
  return (
    <div className="waiting" role="status">
      <p className="waiting-text">{text}</p>
      <div className={`waiting-${shape}s`} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are alike and never move
          <div key={index} className={`skeleton skeleton-${shape}`} />
        ))}
      </div>
    </div>
  )
}
