/** The site's links elsewhere, as `site.yaml` lists them. */
import { useApp } from '../../app-context.ts'

export function Footer() {
  const { site } = useApp()
  return (
    <footer className="footer">
      <div className="footer-inner row">
        <p className="muted" dir="auto">
          {site.title}
        </p>
        {site.footer.length > 0 && (
          <nav aria-label="Elsewhere">
            <ul className="row">
              {site.footer.map(({ label, url }) => (
                <li key={label + url}>
                  <a href={url} dir="auto" target="_blank" rel="noopener noreferrer">
                    {label}
                    <span className="visually-hidden"> (opens in a new tab)</span>
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <a href="/feed.xml">Feed</a>
      </div>
    </footer>
  )
}
