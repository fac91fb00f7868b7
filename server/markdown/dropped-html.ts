/** Reasons why parts of a text are not shown, as sentences for its author. */
import type { Element } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { htmlBlockNames, htmlRawNames } from 'micromark-util-html-tag-name'
import { cutText } from '#domain/texts/excerpt.ts'
import { SANITIZE_SCHEMA } from './sanitize-schema.ts'

/** Text that may not be shown: tags, comments, addresses neither relative nor https. */
const IN_DOUBT =
  /<[a-z!?/]|\]\(\s{0,9}<?(?!https:|mailto:)[a-z][a-z0-9+.-]{0,30}:|^[ >]{0,9}\[[^\]\n]{1,999}\]:\s{0,9}<?(?!https:|mailto:)[a-z][a-z0-9+.-]{0,30}:/im
/** Text that may have a formula. */
export const MATH = /\$|```math/
/** Maximal length of an address in a sentence. */
const ADDRESS_LENGTH_MAX = 100

/** Elements that are removed, entirely or in part. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'applet button canvas embed form frameset iframe input map math object script select style svg template textarea track'.split(
    ' ',
  ),
)
/** What is shown of them, or would be. */
const INSTEAD: Readonly<Record<string, string>> = {
  button: '; its words are shown',
  form: '; its words are shown',
  iframe: '; a link to it would be shown',
  svg: '; an image file would be shown',
}

/** Tags that are removed while their content stays: nothing is lost. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...htmlBlockNames,
  ...htmlRawNames,
  ...'acronym applet area basefont bdi bgsound big blink data font label link listing'.split(' '),
  ...'marquee meta meter multicol nobr noscript object option optgroup output'.split(' '),
  ...'param plaintext progress rb rtc slot spacer u xmp'.split(' '),
])

const SHOWN: ReadonlySet<string> = new Set(SANITIZE_SCHEMA.tagNames)
/** Tags that are removed with their content. */
export const STRIPPED: ReadonlySet<string> = new Set(SANITIZE_SCHEMA.strip)
/** The scheme of an address, as the sanitiser reads it. */
const SCHEME = /^([^:/?#]*):/

/** Quick check whether a part of a text may not be shown. */
export function mayDropHtml(markdown: string): boolean {
  return IN_DOUBT.test(markdown)
}

/** Whether the sanitiser keeps an address, given the allowed schemes. */
export function isShownAddress(address: string, schemes: readonly string[]): boolean {
  const scheme = SCHEME.exec(address)?.[1]
  return scheme === undefined || schemes.includes(scheme)
}

/** Sentence about the part of an element that is not shown; null if all of it is. */
export function reasonFor(element: Element): string | null {
  const { tagName, properties } = element
  const { src, href, poster, type } = properties
  if (tagName === 'a') return linkFault(href)
  if (tagName === 'img' && !src) return 'An image without an address is not shown.'
  if (['img', 'video', 'audio', 'source'].includes(tagName)) {
    return sourceFault(tagName, src) ?? sourceFault('poster', poster)
  }
  if (tagName === 'input' && (type === 'checkbox' || type === 'hidden')) return null
  const name = shortened(tagName)
  if (LEFT_OUT.has(tagName)) {
    const address = src ?? properties.data
    const named = typeof address === 'string' ? ` (${shortened(address)})` : ''
    return `<${name}>${named} is left out${INSTEAD[tagName] ?? ''}.`
  }
  const advice = `write \\<${name}> to show it as text.`
  if (STRIPPED.has(tagName)) {
    return textOf(element).trim() && `<${name}> is left out with its words; ${advice}`
  }
  if (SHOWN.has(tagName) || HARMLESS.has(tagName) || tagName.includes(':')) return null
  return `<${name}> is no HTML and is left out; ${advice}`
}

function linkFault(href: unknown): string | null {
  if (typeof href !== 'string' || isShownAddress(href, ['http', 'https', 'mailto'])) return null
  return `The address ${shortened(href)} is no link here; its words are shown.`
}

function sourceFault(name: string, src: unknown): string | null {
  if (typeof src !== 'string' || isShownAddress(src, ['https'])) return null
  const kind = name === 'img' ? 'image' : name
  const why = src.startsWith('http:')
    ? 'pages load it over https alone'
    : 'it has no address of the web'
  return `The ${kind} ${shortened(src)} is not shown: ${why}.`
}

function shortened(text: string): string {
  return cutText(text, ADDRESS_LENGTH_MAX).text
}
