/** Brings the document's head up to date after a move inside the site. Browser only. */
import { type HeadInput, headOf } from './head.ts'

/** Sets title, canonical and robots; takes away what the page has none of. */
export function applyHead(input: HeadInput): void {
  const { title, canonical, robots } = headOf(input)
  document.title = title
  setTag('meta', 'name', 'robots', 'content', robots)
  setTag('link', 'rel', 'canonical', 'href', canonical)
}

function setTag(tag: string, key: string, name: string, field: string, value: string | null): void {
  const present = document.head.querySelector(`${tag}[${key}="${name}"]`)
  if (value === null) {
    present?.remove()
    return
  }
  const element = present ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(key, name)
  element.setAttribute(field, value)
}
