/** The 404 page; the server logs the path. */
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useQuery } from '../app-context.ts'
import { lastNavigation } from '../start/navigation.ts'

/**
 * Whether there is no page for a query path. After a client-side navigation the document is loaded:
 * the server logs the address, and may redirect it.
 */
export function useIsUnknown(path: string): boolean {
  const { failure } = useQuery(path)
  const isUnknown = failure?.statusCode === 404
  useEffect(() => {
    if (isUnknown && lastNavigation() !== 'load') location.reload()
  }, [isUnknown])
  return isUnknown
}

export function NotFoundPage() {
  return <ErrorPage title="Oops! Page not found" text="There is no page at this address." />
}

/** An error page with a link home. @param home label of the link */
export function ErrorPage({ title, text, home }: { title: string; text: string; home?: string }) {
  return (
    <div className="lost stack">
      {!home && (
        <p className="lost-number figure" aria-hidden="true">
          404
        </p>
      )}
      <h1 className="page-title" tabIndex={-1}>
        {title}
      </h1>
      <p className="page-lead">{text}</p>
      <Link className="button button-primary" href="/">
        {home ?? 'Return to Home'}
      </Link>
    </div>
  )
}
