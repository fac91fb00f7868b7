/** What counts as the address of a link post or of a project's link. */
import { POST_LIMITS } from './post.ts'

/** Whether the text is an absolute http(s) address of at most 2,048 characters. */
export function isWebAddress(text: string): boolean {
  return (
    text.length <= POST_LIMITS.urlLength && /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)
  )
}

/** The same for an address that is typed: a blank in it is most likely a mistake. */
export function isTypedWebAddress(text: string): boolean {
  return !/[\s\\]/.test(text) && isWebAddress(text)
}
