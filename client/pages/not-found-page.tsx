/** Any address that is no page; the server logs the path. */
import { Link } from 'wouter'

export function NotFoundPage() {
  return <Lost title="Oops! Page not found" text="There is no page at this address." />
}

/** Says what is not to be found at an address, and leads home by a link called `home`. */
export function Lost({ title, text, home }: { title: string; text: string; home?: string }) {
  return (
    <div className="lost middle stack">
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
