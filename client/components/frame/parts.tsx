/** Components of all screens: states of loading, heading, external links, icons, live region. */
import type { ComponentProps, ReactNode } from 'react'
import { useApp, useErrorToast, useQuery } from '../../app-context.ts'
import type { QueryFailure } from '../../data/query-store.ts'
import { useHeir } from '../use-heir.ts'

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

interface ErrorStateProps {
  text: string
  /** A temporary failure is shown by the server's reason instead of `text`. */
  failure?: QueryFailure
  onRetry: () => void
}

export function ErrorState({ text, failure, onRetry }: ErrorStateProps) {
  // A retry removes the button.
  const frame = useHeir<HTMLDivElement>()
  return (
    <div ref={frame} className="notice notice-failed stack" role="alert">
      <p className="notice-title">{failure?.statusCode === 503 ? failure.error : text}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try Again
      </button>
    </div>
  )
}

interface WaitingProps {
  text: string
  /** Shape of the expected content: cards of a grid, rows of a list, or one box. */
  shape?: 'cards' | 'rows' | 'box'
}

const SKELETONS = { cards: 4, rows: 4, box: 1 }

export function Waiting({ text, shape = 'box' }: WaitingProps) {
  return (
    <div className="waiting stack" role="status">
      <p className="muted">{text}</p>
      <div className={shape === 'cards' ? 'cards' : 'stack'} aria-hidden="true">
        {Array.from({ length: SKELETONS[shape] }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are alike and never move
          <div key={index} className={`box skeleton skeleton-${shape}`} />
        ))}
      </div>
    </div>
  )
}

interface LoadedProps<A> {
  path: string
  loading?: string
  failed: string
  shape?: WaitingProps['shape']
  children: (answer: A) => ReactNode
}

/** Renders a query's answer, or its loading or failed state. */
export function Loaded<A>(props: LoadedProps<A>) {
  const { path, loading = 'Loading...', failed, shape, children } = props
  const { queries } = useApp()
  const state = useQuery<A>(path)
  useErrorToast(state.failure && 'Error', failed)
  if (state.answer) return children(state.answer)
  if (!state.failure) return <Waiting text={loading} {...(shape && { shape })} />
  const retry = () => queries.retry(path)
  return <ErrorState text={failed} failure={state.failure} onRetry={retry} />
}

interface PageHeadingProps {
  title: string
  /** A figure beside the title. */
  note?: string
  className?: string
  children?: ReactNode
}

export function PageHeading({ title, note, className = '', children }: PageHeadingProps) {
  return (
    <header className="page-head">
      <h1 className={`page-title ${className}`.trim()} dir="auto" tabIndex={-1}>
        {title}
        {note && <span className="page-note muted"> {note}</span>}
      </h1>
      {children && <div className="page-lead">{children}</div>}
    </header>
  )
}

interface SectionProps {
  /** Prefix of the heading's id. */
  name: string
  title: string
  className?: string
  children: ReactNode
}

/** A part of a page below its heading. */
export function Section({ name, title, className, children }: SectionProps) {
  const id = `${name}-heading`
  return (
    <section className={className} aria-labelledby={id}>
      <h2 className="section-title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}

export function OutLink({ children, ...link }: ComponentProps<'a'>) {
  return (
    <a target="_blank" rel="noopener noreferrer" {...link}>
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}

const ANNOUNCER = 'announcer'

/** Announces a sentence to screen readers. Browser only. */
export function announce(text: string): void {
  document.getElementById(ANNOUNCER)?.replaceChildren(text)
}

/** The live region. Empty for React, which therefore keeps its text. */
export const Announcer = () => <p className="visually-hidden" role="status" id={ANNOUNCER} />

const STROKES = {
  'arrow-left': 'm12 19-7-7 7-7M19 12H5',
  'arrow-up-right': 'M7 7h10v10M7 17 17 7',
  close: 'M18 6 6 18M6 6l12 12',
  external: 'M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6',
  menu: 'M4 5h16M4 12h16M4 19h16',
  moon:
    'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803' +
    'a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
  search: 'm21 21-4.34-4.34M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0',
  sun:
    'M12 2v2M12 20v2m-7.07-17.07 1.41 1.41m11.32 11.32 1.41 1.41M2 12h2m16 0h2' +
    'M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0',
} as const

interface IconLook {
  size?: number
  className?: string
}

export function Icon({ name, ...look }: IconLook & { name: keyof typeof STROKES }) {
  return <StrokeIcon d={STROKES[name]} {...look} />
}

/** A decorative icon in the text colour. */
export function StrokeIcon({ d, size = 16, className }: IconLook & { d: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  )
}
