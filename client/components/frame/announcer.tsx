/** One polite live region for the whole site; it stays in place so that readers notice changes. */
import { useAnnouncement } from '../../state/announcement.ts'

export function Announcer() {
  const text = useAnnouncement((state) => state.text)
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {text}
    </p>
  )
}
