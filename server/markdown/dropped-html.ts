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

const FIELD = 'A field of a form is left out.'
const NO_ADDRESS = 'An image without an address is not shown.'
const EMBEDDED = 'An embedded object is left out.'

/** Elements that are removed, entirely or in part. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  script: 'A script is left out.',
  style: 'A style sheet is left out.',
  template: 'A template is left out.',
  svg: 'A drawing in SVG is left out; an image file would be shown.',
  math: 'A formula in MathML is left out.',
  canvas: 'A canvas is left out: it is drawn by a script.',
  iframe: 'A frame of another page is left out; a link to it would be shown.',
  frameset: 'A frame of another page is left out; a link to it would be shown.',
  object: EMBEDDED,
  embed: EMBEDDED,
  applet: EMBEDDED,
  form: 'A form is left out; its words are shown.',
  input: FIELD,
  select: FIELD,
  textarea: FIELD,
  button: 'A button is left out; its words are shown.',
  track: 'The subtitles of a video are left out.',
  map: 'The links inside an image are left out.',
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
  if (tagName === 'img' && (src ?? '') === '') return NO_ADDRESS
  if (['img', 'video', 'audio', 'source'].includes(tagName)) {
    return sourceFault(tagName, src) ?? sourceFault('poster', poster)
  }
  if (tagName === 'input' && (type === 'checkbox' || type === 'hidden')) return null
  const reason = LEFT_OUT[tagName]
  if (reason !== undefined) {
    const address = src ?? properties.data
    return typeof address === 'string' && address !== ''
      ? reason.replace(' is left out', ` (${shortened(address)}) is left out`)
      : reason
  }
  const name = shortened(tagName)
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
