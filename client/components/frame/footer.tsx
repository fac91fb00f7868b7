/** The site's links elsewhere, as `site.yaml` lists them. */
import { useApp } from '../../app-context.ts'
import { OutLink } from './out-link.tsx'

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
                  <OutLink href={url} dir="auto">
                    {label}
                  </OutLink>
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
