// Runs before the first paint, as a separate classic script: a stored theme shows without a
// flash. `data-scripts` tells the style sheet that buttons which need scripts will work.
const root = document.documentElement.dataset
root.scripts = ''
try {
  // The document comes in the dark one.
  if (localStorage.getItem('theme') === 'light') root.theme = 'light'
  // The admin's own browser: the gate that the server sends stays covered (admin-page.tsx).
  if (localStorage.getItem('authToken') !== null) root.session = ''
} catch {
  // Storage can be forbidden; the default theme stays, and the gate.
}
// A page can be read without its script: until it is painted, the network is for what it shows.
const script = document.currentScript?.dataset.script
/** May be called again: what is imported twice runs once. Without it buttons do nothing, and go. */
const load = () => script && import(script).catch(() => delete root.scripts)
addEventListener('DOMContentLoaded', () => {
  // Some browsers, and those that hide the times of a page, never say when it is painted.
  setTimeout(load, 2000)
  new PerformanceObserver(load).observe({ type: 'paint', buffered: true })
})

// A module for TypeScript; the build makes a classic script of it.
export {}
