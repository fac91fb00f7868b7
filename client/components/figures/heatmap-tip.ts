/** The tooltip of a heatmap, which scripts add: for the day under the pointer or the focus. */

/** How long a pointer rests before the tooltip opens, and how long the next opens at once. */
const TIP_OPEN_MS = 700
const TIP_SKIP_MS = 300
const GAP = 8

/**
 * Adds it to a chart whose `.day` cells have labels; returns the end of that.
 * @param frame holds the chart: an SVG that listens for the focus itself would be a stop of Tab
 */
export function addHeatmapTip(frame: HTMLElement): () => void {
  const tip = document.body.appendChild(document.createElement('div'))
  tip.className = 'tooltip raised small'
  tip.hidden = true
  // Readers have the label of the cell itself.
  tip.setAttribute('aria-hidden', 'true')
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiddenAt = Number.NEGATIVE_INFINITY
  const hide = () => {
    clearTimeout(timer)
    if (!tip.hidden) hiddenAt = performance.now()
    tip.hidden = true
  }
  const show = (cell: Element | null) => {
    if (!cell) return
    clearTimeout(timer)
    tip.textContent = cell.getAttribute('aria-label')
    tip.hidden = false
    place(tip, cell.getBoundingClientRect())
  }
  const point = (cell: Element | null) => {
    const isWarm = !tip.hidden || performance.now() - hiddenAt < TIP_SKIP_MS
    hide()
    if (cell) timer = setTimeout(() => show(cell), isWarm ? 0 : TIP_OPEN_MS)
  }
  const listeners = new AbortController()
  const { signal } = listeners
  const cellOf = ({ target }: Event) => (target instanceof Element ? target.closest('.day') : null)
  frame.addEventListener('pointerover', (event) => point(cellOf(event)), { signal })
  frame.addEventListener('pointerleave', () => point(null), { signal })
  frame.addEventListener('focusin', (event) => show(cellOf(event)), { signal })
  frame.addEventListener('focusout', hide, { signal })
  frame.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal })
  // A day that gets the focus or the pointer may be scrolled to.
  const onScroll = () => {
    point(frame.querySelector('.day:hover'))
    show(frame.querySelector('.day:focus-visible'))
  }
  addEventListener('scroll', onScroll, { signal, capture: true, passive: true })
  return () => {
    listeners.abort()
    clearTimeout(timer)
    tip.remove()
  }
}

/** Above the cell, inside the window. Set through the CSSOM, which a strict policy allows. */
function place(box: HTMLElement, cell: DOMRect): void {
  const { width, height } = box.getBoundingClientRect()
  const centered = cell.left + cell.width / 2 - width / 2
  const left = Math.max(GAP, Math.min(centered, document.documentElement.clientWidth - width - GAP))
  const above = cell.top - height - GAP
  const top = above < GAP ? cell.bottom + GAP : above
  box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}
