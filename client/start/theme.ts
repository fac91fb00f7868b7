// Runs before the first paint, as a classic script of its own: a stored theme shows without a
// flash. `data-scripts` tells the style sheet that buttons which need scripts will work.
;(() => {
  const root = document.documentElement
  root.dataset.scripts = ''
  try {
    const stored = localStorage.getItem('theme')
    if (stored === 'light' || stored === 'dark') root.dataset.theme = stored
    // The admin's own browser: the gate that the server sends stays covered (gate.tsx).
    if (localStorage.getItem('authToken') !== null) root.dataset.session = ''
  } catch {
    // Storage can be forbidden; the default theme stays, and the gate.
  }
})()
