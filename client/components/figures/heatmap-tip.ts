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
  const listeners = new AbortController()
  const { signal } = listeners
  const tip = new Tip()
  const cellOf = ({ target }: Event) =>
    target instanceof Element && target.classList.contains('day') ? target : null
  frame.addEventListener('pointerover', (event) => tip.point(cellOf(event)), { signal })
  frame.addEventListener('pointerleave', () => tip.point(null), { signal })
  frame.addEventListener('focusin', (event) => tip.show(cellOf(event)), { signal })
  frame.addEventListener('focusout', () => tip.hide(), { signal })
  frame.addEventListener('keydown', ({ key }) => key === 'Escape' && tip.hide(), { signal })
  // A day that gets the focus or the pointer may be scrolled to.
  const onScroll = () => {
    tip.point(frame.querySelector('.day:hover'))
    tip.show(frame.querySelector('.day:focus-visible'))
  }
  addEventListener('scroll', onScroll, { signal, capture: true, passive: true })
  // The pointer may be on a day already when the page is hydrated.
  tip.point(frame.querySelector('.day:hover'))
  return () => {
    listeners.abort()
    tip.remove()
  }
}

class Tip {
  readonly #box = document.body.appendChild(document.createElement('div'))
  #timer: ReturnType<typeof setTimeout> | undefined
  #hiddenAt = Number.NEGATIVE_INFINITY

  constructor() {
    this.#box.className = 'tooltip'
    this.#box.hidden = true
    // Readers have the label of the cell itself.
    this.#box.setAttribute('aria-hidden', 'true')
  }

  hide(): void {
    clearTimeout(this.#timer)
    if (!this.#box.hidden) this.#hiddenAt = performance.now()
    this.#box.hidden = true
  }

  show(cell: Element | null): void {
    if (!cell) return
    clearTimeout(this.#timer)
    this.#box.textContent = cell.getAttribute('aria-label')
    this.#box.hidden = false
    place(this.#box, cell.getBoundingClientRect())
  }

  /** The pointer is on a cell, or on none. */
  point(cell: Element | null): void {
    const isWarm = !this.#box.hidden || performance.now() - this.#hiddenAt < TIP_SKIP_MS
    this.hide()
    if (cell) this.#timer = setTimeout(() => this.show(cell), isWarm ? 0 : TIP_OPEN_MS)
  }

  remove(): void {
    clearTimeout(this.#timer)
    this.#box.remove()
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
