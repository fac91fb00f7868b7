/** What the live region says to those who cannot see a change. */
import { create } from 'zustand'

export const useAnnouncement = create<{ text: string }>(() => ({ text: '' }))

/** Says a sentence. */
export function announce(text: string): void {
  useAnnouncement.setState({ text })
}
