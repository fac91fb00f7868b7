/**
 * What Jekyll's kramdown reads otherwise than other markdown: an element that says `markdown="1"` has
 * markdown in it, lines inside any other are HTML however they are indented, and marks between
 * braces (`{: .lead}`) are no text.
 */
import { htmlBlockNames } from 'micromark-util-html-tag-name'
import { outsideCode } from './linked-text.ts'

const BLOCKS: ReadonlySet<string> = new Set(htmlBlockNames)
const MARKDOWN = /\smarkdown\s*=\s*["']?(?:1|block|span)["']?/i
// Attribute lists, their definitions, extensions: as long as a line at most.
const MARK_LINE = /^[ \t]*\{::?[^}\n]{1,500}\}[ \t]*$/gm
const MARK = /\{:\s{0,9}(?:[.#][\w-]|[\w-]{1,99}=|toc\b)[^}\n]{0,500}\}|\{:[:/][^}\n]{0,99}\}/g

const TAG = /<\/?([a-z][a-z0-9]{0,19})\b[^>]{0,999}>/gi

/** The text as other markdown understands it. */
export function withoutKramdown(text: string): string {
  return outsideCode(plainHtml(text), (part) => part.replace(MARK_LINE, '').replace(MARK, ''))
}

function plainHtml(text: string): string {
  let fence = ''
  /** The element that the line is in, with how many of its name are open. */
  let element = { name: '', open: 0, hasMarkdown: false }
  const lines = text.split('\n').map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})|^\{%-?\s*(?:end)?highlight\b/.exec(line)
    if (mark !== null) fence = fence === '' ? (mark[1] ?? mark[0]) : ''
    if (fence !== '') return line
    // A paragraph often has no end.
    if (element.name === 'p' && line.trim() === '') element.open = 0
    const name = /^ {0,3}<([a-z][a-z0-9]*)\b/i.exec(line)?.[1]?.toLowerCase() ?? ''
    if (element.open <= 0) {
      if (!BLOCKS.has(name)) return line
      element = { name, open: 0, hasMarkdown: MARKDOWN.test(line) }
    }
    const tags = line.match(new RegExp(`</?${element.name}\\b`, 'gi')) ?? []
    for (const tag of tags) element.open += tag.startsWith('</') ? -1 : 1
    if (element.hasMarkdown) return line.replace(MARKDOWN, '').replace(TAG, apart)
    return element.name === 'pre' ? line : line.replace(/^[ \t]+(?=<)/, '')
  })
  return lines.join('\n')
}

/** Outside kramdown, markdown inside a block's tag needs blank lines around it. */
function apart(tag: string, name: string): string {
  return BLOCKS.has(name.toLowerCase()) ? `\n\n${tag}\n\n` : tag
}
