/**
 * Takes kramdown's marks away, and with them what they leave empty. Of what they say only the id of
 * a heading is used, since links lead to it.
 */
import type { Heading, Html, Nodes, Paragraph, Parents, PhrasingContent, Root, Text } from 'mdast'
import type { Processor } from 'unified'
import { visit } from 'unist-util-visit'
import {
  commentEndIn,
  idIn,
  isCommentStart,
  isKramdownMark,
  referenceIn,
} from './kramdown-marks.ts'
import { kramdownNodes, kramdownSyntax } from './kramdown-syntax.ts'

/** Where a comment begins and ends, in characters. */
type Range = readonly [start: number, end: number]

/** In these a line is no mark of kramdown. */
const VERBATIM_HTML = /<(?:pre|code|script|style|textarea)\b/i
/** The one item that stands for a table of contents. */
const TABLE_OF_CONTENTS = /^(?:[-+*]|\d+[.)])[ \t][^\n]*\n[ \t]*\{:\s*toc\b[^}]*\}\s*$/
const HEADING_ID = /[ \t]*\{#([A-Za-z][\w:.-]*)\}$/

export function remarkKramdown(this: Processor) {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), kramdownSyntax]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), kramdownNodes]
  return (tree: Root, file: { value: unknown }) => {
    const source = String(file.value)
    if (!/\{[:#]/.test(source)) return
    new Pruning(source, commentsIn(tree)).prune(tree)
  }
}

/** The comments that have an end; a start without one is a mark like others. */
function commentsIn(tree: Root): Range[] {
  const comments: Range[] = []
  let start: number | null = null
  visit(tree, (node) => {
    if (node.type !== 'kramdownMark' && node.type !== 'html') return
    const [at] = rangeOf(node)
    if (start === null) {
      if (node.type === 'kramdownMark' && isCommentStart(node.value)) start = at
      return
    }
    const end = commentEndIn(node.value)
    if (end < 0) return
    // A block of html goes on to a blank line; what stands in it after the end is no comment.
    node.value = node.value.slice(end)
    comments.push([start, at])
    start = null
  })
  return comments
}

class Pruning {
  readonly #source: string
  readonly #comments: readonly Range[]
  /** Nodes that something was taken from. */
  readonly #touched = new WeakSet<Nodes>()

  constructor(source: string, comments: readonly Range[]) {
    this.#source = source
    this.#comments = comments
  }

  /** Takes away below `parent` what is no text; whether there was any. */
  prune(parent: Parents): boolean {
    const kept: Nodes[] = []
    let isChanged = false
    for (const child of parent.children) {
      const rest = this.#rest(child, kept.at(-1))
      isChanged ||= rest !== child || this.#touched.has(child)
      if (rest) kept.push(rest)
    }
    // Each is a child that was there, or a rule in the place of a heading.
    parent.children = kept as typeof parent.children
    return isChanged
  }

  #rest(node: Nodes, previous: Nodes | undefined): Nodes | null {
    if (this.#isComment(node)) return null
    if (node.type === 'kramdownMark') return this.#word(node.value)
    if (node.type === 'list' && TABLE_OF_CONTENTS.test(this.#sourceOf(node))) return null
    if (node.type === 'html') return htmlWithoutMarks(node)
    if (!('children' in node)) return node
    if (node.type === 'heading') this.#takeId(node)
    if (node.type === 'paragraph' && previous?.type === 'heading') giveId(previous, node.children)
    if (!this.prune(node)) return node
    this.#touched.add(node)
    if (node.type === 'paragraph' || node.type === 'heading') trimEnds(node)
    if (node.type === 'tableRow') return node.children.some(hasChildren) ? node : null
    if (hasChildren(node) || node.type === 'tableCell') return node
    // A line of dashes below nothing is a rule.
    const isRule = node.type === 'heading' && this.#source[rangeOf(node)[1] - 1] === '-'
    return isRule ? { type: 'thematicBreak' } : null
  }

  #sourceOf(node: Nodes): string {
    return this.#source.slice(...rangeOf(node))
  }

  /** What looks like a reference and refers to nothing is the author's word. */
  #word(value: string): Text | null {
    const name = referenceIn(value)
    return name === null || this.#source.includes(`{:${name}:`) ? null : { type: 'text', value }
  }

  #isComment(node: Nodes): boolean {
    if (!node.position || this.#comments.length === 0) return false
    const [start, end] = rangeOf(node)
    return this.#comments.some(([from, to]) => start >= from && end <= to)
  }

  /** `## A heading {#id}` and `## A heading {: #id}`. */
  #takeId(heading: Heading): void {
    giveId(heading, heading.children)
    const last = heading.children.at(-1)
    const [mark, id] = (last?.type === 'text' && HEADING_ID.exec(last.value)) || []
    if (last?.type !== 'text' || mark === undefined || id === undefined) return
    // An escaped brace is a brace.
    if (this.#sourceOf(last).includes(`\\${mark.trim()}`)) return
    setId(heading, id)
    last.value = last.value.slice(0, -mark.length)
    if (last.value === '') heading.children.pop()
  }
}

/** The id of a mark that stands alone, or last, among these. */
function giveId(heading: Heading, nodes: readonly PhrasingContent[]): void {
  const last = nodes.at(-1)
  const id = last?.type === 'kramdownMark' ? idIn(last.value) : null
  if (id !== null) setId(heading, id)
}

function setId(heading: Heading, id: string): void {
  heading.data = { ...heading.data, hProperties: { ...heading.data?.hProperties, id } }
}

function htmlWithoutMarks(node: Html): Html | null {
  if (VERBATIM_HTML.test(node.value)) return node
  const lines = node.value.split('\n')
  node.value = lines.filter((line) => !isKramdownMark(line.trim())).join('\n')
  return node.value.trim() === '' ? null : node
}

/** No blanks where a mark was the first or the last. */
function trimEnds({ children }: Paragraph | Heading): void {
  for (let first = children[0]; first?.type === 'text'; first = children[0]) {
    first.value = first.value.trimStart()
    if (first.value !== '') break
    children.shift()
  }
  for (let last = children.at(-1); last?.type === 'text'; last = children.at(-1)) {
    last.value = last.value.trimEnd()
    if (last.value !== '') break
    children.pop()
  }
}

function hasChildren(node: Parents): boolean {
  return node.children.length > 0
}

function rangeOf({ position }: Nodes): Range {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0]
}
