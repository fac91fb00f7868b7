/**
 * A fresh page is complete as it was sent: only its frame comes alive at once. The code of its screen
 * and of moves is loaded with the first sign of a visitor (a pointer, a key, a scroll), before a hand
 * reaches anything; what was clicked or sent meanwhile is done again when it is there. Browser only.
 */

const SIGNS = [
  'pointerover',
  'pointerdown',
  'keydown',
  'focusin',
  'wheel',
  'scroll',
  'popstate',
] as const

interface Waking {
  /** Loads the code now, unless it is there; rejects where that fails. */
  wake(): Promise<void>
  /** Resolves once the code is there; a load that failed is tried again with each sign. */
  awake: Promise<void>
}

/** Follows the signs until `load` has succeeded; `alive` resolves once the screen has its handlers. */
export function followSigns(load: () => Promise<void>, alive: Promise<void>): Waking {
  const listeners = new AbortController()
  const { signal } = listeners
  const awake = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  let loading: Promise<void> | null = null
  const wake = () => {
    loading ??= load().then(
      () => listeners.abort(),
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
  let lastHeld: Event | null = null
  /**
   * Without the code the browser does what it would without scripts. Only the last of what was held
   * is done: whoever sees nothing happen clicks again, and means one click.
   */
  const hold = (event: Event, again: () => void, otherwise: () => void) => {
    event.preventDefault()
    lastHeld = event
    const ifLast = (act: () => void) => () => {
      if (lastHeld === event) act()
    }
    void wake()
      .then(() => alive)
      .then(ifLast(again), ifLast(otherwise))
  }
  const onSign = () => void wake().catch(() => undefined)
  const onClick = (event: MouseEvent) => {
    const { target, button } = event
    if (button !== 0 || !(target instanceof Element)) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = target.closest<HTMLAnchorElement>('a[href]')
    const card = target.closest<HTMLElement>('[data-href]')
    if (link ? isMove(link) : card) {
      const clicked = link ?? (target as HTMLElement)
      hold(
        event,
        () => clicked.click(),
        () => location.assign(link?.href ?? card?.dataset.href ?? ''),
      )
    }
  }
  const onSubmit = (event: SubmitEvent) => {
    // Only forms are submitted.
    const form = event.target as HTMLFormElement
    hold(
      event,
      () => form.requestSubmit(),
      () => form.submit(),
    )
  }
  for (const sign of SIGNS) addEventListener(sign, onSign, { signal, capture: true, passive: true })
  // On the way down: React lets no click on a sleeping screen come up again.
  addEventListener('click', onClick, { signal, capture: true })
  addEventListener('submit', onSubmit, { signal, capture: true })
  return { wake, awake }
}

/** Whether a click on the link stays in this tab and leaves the page. */
function isMove({ origin, target, pathname, search, hash }: HTMLAnchorElement): boolean {
  const isHere = pathname === location.pathname && search === location.search
  return origin === location.origin && !target && !(hash && isHere)
}
