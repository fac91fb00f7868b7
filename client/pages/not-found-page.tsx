/** Any address that is no page; the server logs the path. */
export function NotFoundPage() {
  return (
    <div className="lost">
      <p className="lost-number" aria-hidden="true">
        404
      </p>
      <h1 className="page-title" tabIndex={-1}>
        Oops! Page not found
      </h1>
      <p className="lost-text">Nothing is kept at this address.</p>
      <a className="button button-primary" href="/">
        Return to Home
      </a>
    </div>
  )
}
