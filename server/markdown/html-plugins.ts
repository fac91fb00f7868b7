/** Our own steps of the pipeline, each a walk over the tree. */
import type { Element, Parents, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import type { Root as MarkdownRoot } from 'mdast'
import { visit } from 'unist-util-visit'
import { storedImageSize } from '#domain/image.ts'
import { repeatsTitle } from './plain-text.ts'

/** What remark-rehype calls the heading of the footnotes. */
export const FOOTNOTE_LABEL_ID = 'footnote-label'

const HEADING = /^h[1-6]$/
const HEADING_DEPTH_MAX = 6
/** Characters of the column names that a table is announced with. */
const TABLE_LABEL_LENGTH_MAX = 100

/** GitHub's tables end each row where their head ends; here no cell that an author wrote is lost. */
export function remarkWholeTables() {
  return (tree: MarkdownRoot) => {
    visit(tree, 'table', (table) => {
      const width = Math.max(...table.children.map(({ children }) => children.length))
      // The width of the html is that of this list.
      const align = table.align ?? []
      table.align = [...align, ...Array.from({ length: width - align.length }, () => null)]
    })
  }
}

/**
 * The page's own heading is its only h1: a text that has one has all its headings one level deeper,
 * and one that begins with `##` stays as it is. A first heading that repeats the page's, which is
 * `file.data.title`, is not shown; links to it lead to what follows it.
 */
export function rehypeOneTitle() {
  return (tree: Root, file: { data: Record<string, unknown> }) => {
    const headings: Element[] = []
    let repeated: { parent: Parents; index: number } | null = null
    visit(tree, 'element', (element, index, parent) => {
      if (!HEADING.test(element.tagName) || element.properties.id === FOOTNOTE_LABEL_ID) return
      const isFirst = headings.length === 0 && repeated === null
      const title = String(file.data.title ?? '')
      if (isFirst && parent && index !== undefined && repeatsTitle(textOf(element), title)) {
        repeated = { parent, index }
      } else headings.push(element)
    })
    if (repeated) takeAway(repeated)
    if (!headings.some(({ tagName }) => tagName === 'h1')) return
    for (const heading of headings) {
      const depth = Math.min(HEADING_DEPTH_MAX, Number(heading.tagName[1]) + 1)
      heading.tagName = `h${depth}`
    }
  }
}

/** Removes an element; the next one gets its id, unless it has one. */
function takeAway({ parent, index }: { parent: Parents; index: number }): void {
  const after = parent.children[index + 1]
  const isBlank = after?.type === 'text' && after.value.trim() === ''
  const [gone] = parent.children.splice(index, isBlank ? 2 : 1)
  const next = parent.children.slice(index).find(({ type }) => type === 'element')
  if (gone?.type === 'element' && next?.type === 'element') {
    next.properties.id ??= gone.properties.id
  }
}

/**
 * What makes a text good to use: images load late into a place kept free for them, wide tables and
 * code can be scrolled with the keyboard, task boxes have names. An image whose address was refused
 * leaves its text.
 */
export function rehypeReadable() {
  return (tree: Root) => {
    visit(tree, 'element', (element, index, parent) => {
      const { src, alt, checked } = element.properties
      if (element.tagName === 'pre') element.properties.tabIndex = 0
      else if (element.tagName === 'input') {
        element.properties.ariaLabel = checked ? 'Done' : 'Not done'
      } else if (element.tagName === 'img' && parent && index !== undefined) {
        const late = { loading: 'lazy', decoding: 'async' }
        if (typeof src === 'string') Object.assign(element.properties, sizeOf(element, src), late)
        else parent.children[index] = { type: 'text', value: String(alt ?? '') }
      } else if (element.tagName === 'table' && parent && index !== undefined) {
        if (parent.type === 'element' && parent.properties.role === 'region') return
        parent.children[index] = scrollable(element)
        // The walk goes on with the new element, and through it into the table.
        return index
      }
      return
    })
  }
}

/** The place kept free: as wide as the author says, as high as the stored image is then. */
function sizeOf({ properties }: Element, src: string) {
  const stored = storedImageSize(src)
  if (stored === null || properties.height !== undefined) return {}
  if (properties.width === undefined) return stored
  const width = Number(properties.width)
  return width > 0 ? { height: Math.round((width * stored.height) / stored.width) } : {}
}

function scrollable(table: Element): Element {
  const cells: string[] = []
  visit(table, 'element', (element) => {
    if (element.tagName === 'th') cells.push(textOf(element).trim())
  })
  const label = `Table: ${cells.filter(Boolean).join(', ')}`.slice(0, TABLE_LABEL_LENGTH_MAX)
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['table-scroll'], role: 'region', ariaLabel: label, tabIndex: 0 },
    children: [table],
  }
}

/** Puts `file.data.idPrefix` before each id and before what refers to one. */
export function rehypePrefixIds() {
  return (tree: Root, file: { data: Record<string, unknown> }) => {
    const prefix = String(file.data.idPrefix ?? '')
    visit(tree, 'element', ({ properties }) => {
      if (properties.id !== undefined) properties.id = `${prefix}${properties.id}`
      const { href, ariaDescribedBy } = properties
      if (typeof href === 'string' && /^#./.test(href)) {
        properties.href = `#${prefix}${href.slice(1)}`
      }
      if (Array.isArray(ariaDescribedBy)) {
        properties.ariaDescribedBy = ariaDescribedBy.map((id) => `${prefix}${id}`)
      }
    })
  }
}
