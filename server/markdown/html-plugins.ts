/** Our own steps of the pipeline, each a walk over the tree. */
import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import type { Root as MarkdownRoot } from 'mdast'
import { visit } from 'unist-util-visit'
import { storedImageSize } from '#domain/image.ts'

const HEADING_DEPTH_MAX = 6
/** Characters of the column names that a table is announced with. */
const TABLE_LABEL_LENGTH_MAX = 100

/**
 * The page's own heading is its only h1: a text that uses `#` has all its headings one level
 * deeper, and one that begins with `##` stays as it is.
 */
export function remarkOneTitle() {
  return (tree: MarkdownRoot) => {
    let hasTitle = false
    visit(tree, 'heading', (heading) => {
      hasTitle ||= heading.depth === 1
    })
    if (!hasTitle) return
    visit(tree, 'heading', (heading) => {
      const depth = Math.min(HEADING_DEPTH_MAX, heading.depth + 1)
      heading.depth = depth as typeof heading.depth // 2 to 6, as bounded above
    })
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
      if (element.tagName === 'pre') element.properties.tabIndex = 0
      else if (element.tagName === 'input') nameTaskBox(element)
      else if (element.tagName === 'img' && parent && index !== undefined) {
        if (typeof element.properties.src === 'string') {
          Object.assign(element.properties, storedImageSize(element.properties.src))
          element.properties.loading = 'lazy'
          element.properties.decoding = 'async'
        } else {
          parent.children[index] = { type: 'text', value: String(element.properties.alt ?? '') }
        }
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

function nameTaskBox(input: Element): void {
  input.properties.ariaLabel = input.properties.checked ? 'Done' : 'Not done'
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
