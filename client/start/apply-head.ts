/** Brings the document's head up to date after a move inside the site. Browser only. */
import { type FeedLink, type HeadInput, headOf } from './head.ts'

/** Sets title, description, canonical, robots and feeds; takes away what the page has none of. */
export function applyHead(input: HeadInput): void {
  const { title, description, canonical, robots, feeds } = headOf(input)
  document.title = title
  setTag('meta', 'name', 'description', 'content', description)
  setTag('meta', 'name', 'robots', 'content', robots)
  setTag('link', 'rel', 'canonical', 'href', canonical)
  setFeeds(feeds)
}

function setFeeds(feeds: readonly FeedLink[]): void {
  for (const link of document.head.querySelectorAll('link[rel="alternate"]')) link.remove()
  for (const feed of feeds) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'alternate', ...feed }))
  }
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
