/**
 * HTML in markdown: parsed as in a browser and prepared for the sanitiser; parts that will not be
 * shown are noted, as sentences for the author. Texts without HTML are only scanned.
 */
import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { htmlBlockNames, htmlRawNames } from 'micromark-util-html-tag-name'
import rehypeRaw from 'rehype-raw'
import { SKIP, visit } from 'unist-util-visit'
import type { NotShown } from '#domain/answers/admin-answers.ts'
import { cutText } from '#domain/texts/excerpt.ts'
import { SANITIZE_SCHEMA } from './sanitize-schema.ts'

const COMMENTS = /^(?:\s|<!--[\s\S]*?-->)*$/
const OPEN_COMMENT = /^\s*<!--(?![\s\S]*-->)/
const OPEN_COMMENT_REASON = 'A comment begins here and is never closed: nothing after it is shown.'
/** Block elements that become `div`s, so their words do not run into the neighbours'. */
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside center dialog fieldset footer form header hgroup legend main nav search'.split(
    ' ',
  ),
)

const SENTENCES_MAX = 100

type MarkdownFile = Parameters<ReturnType<typeof rehypeRaw>>[1]

/** A file whose parts that are not shown are noted. */
export interface NotingFile {
  data: { notShown?: readonly NotShown[]; [name: string]: unknown }
}

/** Adds parts that are not shown, in the order of their lines, each sentence once a line. */
export function noteNotShown({ data }: NotingFile, notes: readonly NotShown[]): void {
  if (notes.length === 0) return
  const all = [...(data.notShown ?? []), ...notes]
  const byText = new Map(all.map((note) => [`${note.line} ${note.reason}`, note]))
  const sorted = [...byText.values()].sort((a, b) => a.line - b.line)
  data.notShown = sorted.slice(0, SENTENCES_MAX)
}

interface Raw {
  type: 'raw'
  value: string
}

/** Parses the raw HTML that `remark-rehype` kept; sets `file.data.notShown`. */
export function rehypeRawHtml() {
  const parse = rehypeRaw()
  return (tree: Root, file: MarkdownFile): Root | undefined => {
    if (!IN_DOUBT.test(String(file))) return
    const notShown: NotShown[] = []
    const note = (line: number, reason: string) => notShown.push({ line, reason })
    let isWritten = false
    visit(tree, (node) => {
      // The `raw` nodes of remark-rehype have no type in hast.
      const { type, value } = node as Raw | { type: 'root'; value: '' }
      if (type !== 'raw') return
      isWritten ||= !COMMENTS.test(value)
      if (OPEN_COMMENT.test(value)) note(node.position?.start.line ?? 1, OPEN_COMMENT_REASON)
    })
    const parsed = isWritten ? (parse(tree, file) as Root) : tree // a root for a root
    let line = 1
    visit(parsed, 'element', (element) => {
      line = element.position?.start.line ?? line
      const reason = reasonFor(element)
      if (reason) note(line, reason)
      if (STRIPPED.has(element.tagName)) return SKIP
      if (isWritten) prepareForSanitizer(element)
      return
    })
    noteNotShown(file, notShown)
    return parsed
  }
}

/** Changes elements of which the sanitiser would remove more than the tag. */
function prepareForSanitizer(element: Element): void {
  const { tagName, properties } = element
  if (tagName === 'center') properties.align = 'center'
  if (BLOCKS.has(tagName)) element.tagName = 'div'
  // The sanitiser would turn any other field into a task checkbox.
  else if (tagName === 'input' && properties.type !== 'checkbox') element.tagName = 'template'
  else if (tagName === 'acronym') element.tagName = 'abbr'
  else if (tagName === 'source') properties.srcSet = shownCandidates(properties.srcSet)
  else if (tagName === 'a' && properties.id === undefined) properties.id = properties.name
}

/** The allowed candidates of a `srcset`; the sanitiser handles single addresses only. */
function shownCandidates(srcSet: unknown): string | undefined {
  if (typeof srcSet !== 'string') return undefined
  const shown = srcSet
    .split(/,\s+/)
    .filter((candidate) => isShownAddress(candidate.trim(), ['https']))
  return shown.length > 0 ? shown.join(', ') : undefined
}

/** Text that may not be shown: tags, comments, addresses neither relative nor https. */
export const IN_DOUBT =
  /<[a-z!?/]|\]\(\s{0,9}<?(?!https:|mailto:)[a-z][a-z0-9+.-]{0,30}:|^[ >]{0,9}\[[^\]\n]{1,999}\]:\s{0,9}<?(?!https:|mailto:)[a-z][a-z0-9+.-]{0,30}:/im
/** Text that may have a formula. */
export const MATH = /\$|```math/
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
const STRIPPED: ReadonlySet<string> = new Set(SANITIZE_SCHEMA.strip)
/** The scheme of an address, as the sanitiser reads it. */
const SCHEME = /^([^:/?#]*):/

/** Whether the sanitiser keeps an address, given the allowed schemes. */
function isShownAddress(address: string, schemes: readonly string[]): boolean {
  const scheme = SCHEME.exec(address)?.[1]
  return scheme === undefined || schemes.includes(scheme)
}

/** Sentence about the part of an element that is not shown; null if all of it is. */
function reasonFor(element: Element): string | null {
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
