/** One polite live region for the whole site; it stays in place so that readers notice changes. */
import { create } from 'zustand'

const useAnnouncement = create<{ text: string }>(() => ({ text: '' }))

/** Says a sentence to those who cannot see a change. */
export function announce(text: string): void {
  useAnnouncement.setState({ text })
}

export function Announcer() {
  const text = useAnnouncement((state) => state.text)
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {text}
    </p>
  )
}
