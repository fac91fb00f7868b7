/** Web addresses of link posts and projects. */
import { POST_LIMITS } from './post.ts'

/** Whether the text is an absolute http(s) address of at most 2,048 characters. */
export function isWebAddress(text: string): boolean {
  return (
    text.length <= POST_LIMITS.urlLength && /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)
  )
}

/** As `isWebAddress`, without blanks and backslashes: in a typed address they are mistakes. */
export function isTypedWebAddress(text: string): boolean {
  return !/[\s\\]/.test(text) && isWebAddress(text)
}
