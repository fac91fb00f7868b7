/**
 * Converts the text of another program to plain markdown: removes comments and the marks of its
 * dialect, resolves generated addresses.
 */
import { htmlBlockNames } from 'micromark-util-html-tag-name'
import type { SiteKind } from '../read/source-post.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { attributesOf, outsideCode } from './references.ts'

/** A text, and its omitted parts for the report. */
interface PlainText {
  text: string
  notes: readonly string[]
}

// All repetitions are bounded; otherwise a malicious text would take hours.
const TEMPLATE_COMMENT =
  /\{%-?\s*comment\s*-?%\}[\s\S]{0,99999}?\{%-?\s*endcomment\s*-?%\}|\{\{[<%]?-?\s*\/\*[\s\S]{0,9999}?\*\/\s*-?[>%]?\}\}|\{#[^}\n][\s\S]{0,9999}?#\}/g
const OBSIDIAN_COMMENT = /%%[\s\S]{0,9999}?%%/g
const SITE_ADDRESS = /\{\{-?\s*site\.(?:base)?url\s*-?\}\}(?=[/{])/g
const FILTERED_ADDRESS =
  /\{\{-?\s*(["'])(\/[^"'{}\n]{0,999})\1\s*\|\s*(?:(?:relative_url|absolute_url|url)\b|prepend:\s*site\.)[^}\n]{0,99}\}\}/g
/** Tags around literal template tags. */
const RAW_MARK = /\{%-?\s*(?:end)?(?:raw|verbatim)\s*-?%\}/g
const FRAME = /<iframe\b([^>]{0,1999})>[\s\S]{0,999}?<\/iframe>/gi
const VIDEO = /^(https:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,64}).*/
/** A lazy-loaded image whose address is set by a script. */
const LATE_IMAGE = /<img\b[^>]{0,1999}\sdata-(?:lazy-|original)?[^>]{0,1999}>/gi

/** Converts the text of a file at `path`, which may be HTML or MDX. */
export function plainText(text: string, { kind, path }: { kind: SiteKind; path: string }) {
  const comment = kind === 'obsidian' ? OBSIDIAN_COMMENT : TEMPLATE_COMMENT
  const fenced = withFences(text)
  const open = outsideCode(fenced, (part) => part.replace(comment, ''))
  const own = outsideCode(open, (part) =>
    part
      .replace(SITE_ADDRESS, '')
      .replace(FILTERED_ADDRESS, '$2')
      .replace(RAW_MARK, '')
      .replace(FRAME, (_, attributes: string) => linkOfFrame(attributes))
      .replace(LATE_IMAGE, withSource),
  )
  const plain = asMarkdown(own, kind, path)
  const comments = open === fenced ? [] : ['comments that no reader saw']
  return { text: plain.text, notes: [...comments, ...plain.notes] } satisfies PlainText
}

function asMarkdown(text: string, kind: SiteKind, path: string): PlainText {
  if (/\.mdx$/i.test(path)) return mdxToMarkdown(text)
  if (/\.html?$/i.test(path)) return { text: htmlToMarkdown(text), notes: [] }
  return { text: kind === 'jekyll' ? withoutKramdown(text) : text, notes: [] }
}

function withFences(text: string): string {
  return text
    .replace(/\{%-?\s*highlight\s+(\S+?)(?:\s[^%]*)?-?%\}\n?/g, '```$1\n')
    .replace(/\n?\{%-?\s*endhighlight\s*-?%\}/g, '\n```')
}

/** An iframe as a link to its document, or to the page of its video. */
function linkOfFrame(attributes: string): string {
  const { src = '', title = '' } = attributesOf(attributes)
  const address = src.trim().replace(VIDEO, 'https://www.youtube.com/watch?v=$2')
  return address === '' ? '' : `<a href="${address}">${title || address}</a>`
}

function withSource(tag: string): string {
  const late = /\sdata-(?:lazy-)?(?:src|original)(?=\s{0,9}=)/i
  if (!late.test(tag)) return tag
  return tag.replace(/\ssrc\s{0,9}=\s{0,9}(?:"[^"]*"|'[^']*'|[^\s"'>]+)/i, '').replace(late, ' src')
}

const BLOCKS: ReadonlySet<string> = new Set(htmlBlockNames)
const MARKDOWN_INSIDE = /\smarkdown\s*=\s*["']?(?:1|block|span)["']?/i
/** Code, or an HTML element that starts at the beginning of a line, with its closing tag. */
const ELEMENT =
  /^ {0,3}(?:`{3,}|~{3,})[\s\S]{0,99999}?^ {0,3}(?:`{3,}|~{3,})|^<([a-z]\w{0,19})\b[^>\n]{0,999}>[\s\S]{0,99999}?^<\/\1>/gm
const TAG = /<\/?([a-z][a-z0-9]{0,19})\b[^>]{0,999}>/gi
// Attribute lists, their definitions, and extensions, within one line.
const MARK_LINE = /^[ \t]*\{::?[^}\n]{1,500}\}[ \t]*$/gm
const MARK = /\{:\s{0,9}(?:[.#][\w-]|[\w-]{1,99}=|toc\b)[^}\n]{0,500}\}|\{:[:/][^}\n]{0,99}\}/g

/**
 * Converts kramdown, Jekyll's dialect: adds blank lines inside elements with `markdown="1"`, which
 * other markdown requires; unindents lines in other elements, which are no code; removes marks such
 * as `{: .lead}`.
 */
function withoutKramdown(text: string): string {
  const withBlankLines = (tag: string, name: string) =>
    BLOCKS.has(name.toLowerCase()) ? `\n\n${tag}\n\n` : tag
  const plain = text.replace(ELEMENT, (element, name?: string) => {
    if (name === undefined || name === 'pre') return element
    if (MARKDOWN_INSIDE.test(element))
      return element.replace(MARKDOWN_INSIDE, '').replace(TAG, withBlankLines)
    return element.replace(/^[ \t]+(?=<)/gm, '')
  })
  return outsideCode(plain, (part) => part.replace(MARK_LINE, '').replace(MARK, ''))
}

/** Imports, exports, comments and the tags of components, whose content stays. */
const REMOVED = [
  /^import\s[^"'`]{0,999}["'][^"'\n]{1,999}["'];?[ \t]*$/gm,
  /^export\s[\s\S]{0,9999}?(?:\n(?=\n)|$(?![\s\S]))/gm,
  /\{\s{0,9}\/\*[\s\S]{0,9999}?\*\/\s{0,9}\}/g,
  /<\/?(?:[A-Z][\w.]{0,99}(?:\s[^>]{0,1999})?\/?)?>/g,
]
/** A line with only a tag, after which MDX has markdown again. */
const LONE_TAG = /^[ \t]*(<\/?[a-z][^>\n]{0,1999}>)[ \t]*$/gm

function mdxToMarkdown(mdx: string): PlainText {
  const removed = new Set<string>()
  const remove = (part: string) => {
    if (!/^<(?:\/|>)/.test(part)) removed.add(part.replace(/\s+/g, ' ').trim())
    return ''
  }
  const text = outsideCode(mdx, (part) =>
    REMOVED.reduce((left, pattern) => left.replace(pattern, remove), part).replace(
      LONE_TAG,
      '\n$1\n',
    ),
  )
  const notes = removed.size === 0 ? [] : [`MDX that is no markdown: ${[...removed].join(', ')}`]
  return { text, notes }
}
