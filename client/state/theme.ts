/**
 * The theme: dark unless the visitor chose light. The document's attribute is set by
 * before-paint.ts; the store only follows it, so that server and browser agree at first.
 */
import { create } from 'zustand'
import { onStored, readStored, store } from './stored.ts'

type Theme = 'dark' | 'light'
const THEME_KEY = 'theme'

export const useTheme = create<{ theme: Theme }>(() => ({ theme: 'dark' }))

/** Takes over what before-paint.ts has set, and what other tabs set later. Browser only. */
export function followTheme(): void {
  const read = () => show(readStored(THEME_KEY) === 'light' ? 'light' : 'dark')
  read()
  onStored(THEME_KEY, read)
}

/** Changes to the other theme; where storage is forbidden it lasts as long as the page. */
export function toggleTheme(): void {
  const theme = useTheme.getState().theme === 'dark' ? 'light' : 'dark'
  show(theme)
  store(THEME_KEY, theme)
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  useTheme.setState({ theme })
}
