// Runs before the first paint as a separate classic script, so a stored theme does not flash.
// `data-scripts` lets the style sheet show buttons that need scripts.

/** Addresses of the panel's assets; the build fills them in. */
declare const PANEL: { script: string; sheet: string }

const root = document.documentElement.dataset
root.scripts = ''
let script = document.currentScript?.dataset.script
let sheet: string | null = null
try {
  // The server renders the dark theme.
  if (localStorage.getItem('theme') === 'light') root.theme = 'light'
  // Logged in: covers the gate that the server has rendered (admin-page.tsx).
  if (localStorage.getItem('authToken') !== null) {
    root.session = ''
    // The admin checks in on public pages, too.
    if (script !== PANEL.script) ({ script, sheet } = PANEL)
  }
} catch {
  // Storage may be blocked: keep the default theme and the gate.
}
// Before the first paint the network is left to the visible content: the largest paint then takes
// 1.12 times as long as that of a static page, instead of 1.5 (Lighthouse, mobile).
/** Idempotent: a module runs once. Without it there are neither such buttons nor a session. */
const load = () =>
  script &&
  import(script).then(
    () => (root.scripts = ''),
    () => {
      delete root.scripts
      delete root.session
    },
  )
addEventListener('DOMContentLoaded', () => {
  if (sheet !== null) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = sheet
    // Before the author's own, which go on to hold.
    document.querySelector('link[rel=stylesheet]')?.after(link)
  }
  // Fallback: some browsers never report the first paint.
  setTimeout(load, 2000)
  new PerformanceObserver(load).observe({ type: 'paint', buffered: true })
})

// Makes it a module for TypeScript; the build emits a classic script.
export {}
