/**
 * HTML in markdown: parsed as in a browser and prepared for the sanitiser; parts that will not be
 * shown are noted. Texts without HTML are only scanned.
 */
import type { Element, Root } from 'hast'
import rehypeRaw from 'rehype-raw'
import { SKIP, visit } from 'unist-util-visit'
import type { NotShown } from '#domain/answers/admin-answers.ts'
import { isShownAddress, mayDropHtml, reasonFor, STRIPPED } from './dropped-html.ts'

const COMMENTS = /^(?:\s|<!--[\s\S]*?-->)*$/
const OPEN_COMMENT = /^\s*<!--(?![\s\S]*-->)/
const OPEN_COMMENT_REASON = 'A comment begins here and is never closed: nothing after it is shown.'
/** Block elements that become `div`s, so their words do not run into the neighbours'. */
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside center dialog fieldset footer form header hgroup legend main nav search'.split(
    ' ',
  ),
)
const LISTS: ReadonlySet<string> = new Set(['dir', 'menu'])
const LITERAL: ReadonlySet<string> = new Set(['listing', 'plaintext', 'xmp'])

/** Maximal number of sentences for one text. */
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
    if (!mayDropHtml(String(file))) return
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
  else if (LISTS.has(tagName)) element.tagName = 'ul'
  else if (LITERAL.has(tagName)) element.tagName = 'pre'
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
