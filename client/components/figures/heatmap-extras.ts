/**
 * What scripts add to a heatmap: a tooltip for the day under the pointer or the focus, and arrow
 * keys from day to day.
 */

/** How long a pointer rests before the tooltip opens, and how long the next opens at once. */
const TIP_OPEN_MS = 700
const TIP_SKIP_MS = 300
const GAP = 8

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 }

/**
 * Adds them to a chart whose `.day` cells have labels; returns the end of that.
 * @param frame holds the chart: an SVG that listens for the focus itself would be a stop of Tab
 */
export function addHeatmapExtras(frame: HTMLElement): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  const tip = createTip()
  const cellOf = ({ target }: Event) =>
    target instanceof SVGElement && target.classList.contains('day') ? target : null

  frame.addEventListener('pointerover', (event) => tip.point(cellOf(event)), { signal })
  frame.addEventListener('pointerleave', () => tip.point(null), { signal })
  frame.addEventListener('focusin', (event) => tip.show(cellOf(event)), { signal })
  frame.addEventListener('focusout', () => tip.hide(), { signal })
  frame.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') tip.hide()
      const cell = cellOf(event)
      const step = STEPS[event.key]
      if (!cell || step === undefined) return
      event.preventDefault()
      moveFocus(frame, cell, step)
    },
    { signal },
  )
  addEventListener('scroll', () => tip.hide(), { signal, capture: true, passive: true })
  // The pointer or the focus may be on a day already when the page is hydrated.
  if (document.activeElement?.matches('.heatmap .day:focus-visible'))
    tip.show(document.activeElement)
  else tip.point(frame.querySelector('.day:hover'))
  return () => {
    listeners.abort()
    tip.remove()
  }
}

/** Days follow each other in the document, so a week is seven cells. */
function moveFocus(frame: HTMLElement, cell: SVGElement, step: number): void {
  const cells = [...frame.querySelectorAll<SVGElement>('.day')]
  const next = cells[cells.indexOf(cell) + step]
  if (!next) return
  cell.setAttribute('tabindex', '-1')
  next.setAttribute('tabindex', '0')
  next.focus()
}

function createTip() {
  const box = document.createElement('div')
  box.className = 'tooltip'
  box.hidden = true
  // Readers have the label of the cell itself.
  box.setAttribute('aria-hidden', 'true')
  document.body.append(box)
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiddenAt = Number.NEGATIVE_INFINITY

  const hide = () => {
    clearTimeout(timer)
    if (!box.hidden) hiddenAt = performance.now()
    box.hidden = true
  }
  const show = (cell: Element | null) => {
    clearTimeout(timer)
    if (!cell) return
    box.textContent = cell.getAttribute('aria-label')
    box.hidden = false
    place(box, cell.getBoundingClientRect())
  }
  const point = (cell: Element | null) => {
    const warm = !box.hidden || performance.now() - hiddenAt < TIP_SKIP_MS
    hide()
    if (cell) timer = setTimeout(() => show(cell), warm ? 0 : TIP_OPEN_MS)
  }
  const remove = () => {
    clearTimeout(timer)
    box.remove()
  }
  return { show, hide, point, remove }
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
