/**
 * Keeps the page from scrolling. The room that the scrollbar leaves becomes padding: nothing of the
 * page moves, and a backdrop covers that room too. Browser only.
 * @returns the end of that.
 */
export function lockScroll(): () => void {
  const root = document.documentElement
  const { classList, style } = root
  // `clientWidth` counts the room in while no scrollbar stands in it.
  style.setProperty('--scrollbar', `${innerWidth - root.getBoundingClientRect().width}px`)
  classList.add('scroll-locked')
  return () => classList.remove('scroll-locked')
}
