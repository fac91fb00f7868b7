/** The designed empty, failing and waiting states of lists and panels, and a query with all of them. */
import type { ReactNode } from 'react'
import { useApp } from '../../app-context.ts'
import { useFailureToast, useQuery } from '../../data/use-query.ts'
import type { QueryFailure } from '../../start/initial-data.ts'

/** Nothing to show, and why. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="notice stack">
      <span className="notice-mark" aria-hidden="true" />
      <p className="notice-title" dir="auto">
        {title}
      </p>
      {children && <p className="muted">{children}</p>}
    </div>
  )
}

/** What a failed load says: the server's reason where it is temporary, else `text`. */
export function failureText({ statusCode, error }: QueryFailure, text: string): string {
  return statusCode === 503 ? error : text
}

/** A load that failed, with another try. */
export function Failure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="notice notice-failed stack" role="alert">
      <p className="notice-title">{text}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try Again
      </button>
    </div>
  )
}

interface WaitingProps {
  text: string
  /** What is waited for: cards of a grid, rows of a list, or one box. */
  shape?: 'cards' | 'rows' | 'box'
}

const SKELETONS = { cards: 4, rows: 4, box: 1 }

/** Skeletons; shown only once a load takes longer than a blink. */
export function Waiting({ text, shape = 'box' }: WaitingProps) {
  return (
    <div className="waiting" role="status">
      <p className="muted">{text}</p>
      <div className={shape === 'cards' ? 'cards' : 'stack'} aria-hidden="true">
        {Array.from({ length: SKELETONS[shape] }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are alike and never move
          <div key={index} className={`skeleton skeleton-${shape}`} />
        ))}
      </div>
    </div>
  )
}

interface LoadedProps<A> {
  path: string
  loading: string
  failed: string
  shape?: WaitingProps['shape']
  children: (answer: A) => ReactNode
}

/** A query's answer, or that it is loading or failed. */
export function Loaded<A>({ path, loading, failed, shape, children }: LoadedProps<A>) {
  const { queries } = useApp()
  const state = useQuery<A>(path)
  useFailureToast(state, failed)
  if (state.status === 'ready') return children(state.answer)
  if (state.status === 'loading') return <Waiting text={loading} {...(shape && { shape })} />
  const text = failureText(state.failure, failed)
  return <Failure text={text} onRetry={() => queries.retry(path)} />
}
