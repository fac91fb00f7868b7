/**
 * The theme: dark unless the visitor chose light. The document's attribute is set by
 * before-paint.ts; the store only follows it, so that server and browser agree at first.
 */
import { create } from 'zustand'

type Theme = 'dark' | 'light'
const THEME_KEY = 'theme'
const THEME_DEFAULT: Theme = 'dark'

export const useTheme = create<{ theme: Theme }>(() => ({ theme: THEME_DEFAULT }))

/** Takes over what before-paint.ts has set, and what other tabs set later. Browser only. */
export function followTheme(): void {
  show(document.documentElement.dataset.theme === 'light' ? 'light' : THEME_DEFAULT)
  addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) show(newValue === 'light' ? 'light' : THEME_DEFAULT)
  })
}

/** Changes to the other theme and keeps the choice. */
export function toggleTheme(): void {
  const theme = useTheme.getState().theme === 'dark' ? 'light' : 'dark'
  show(theme)
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage can be forbidden; the choice then lasts as long as the page.
  }
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  useTheme.setState({ theme })
}
