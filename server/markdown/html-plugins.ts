/** Remark and rehype plugins of the pipeline, and the headings of its tree. */
import type { Element, Parents, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import type { Root as MarkdownRoot } from 'mdast'
import { SKIP, visit } from 'unist-util-visit'
import { type ImageSize, storedImageSize } from '#domain/image.ts'
import type { PostHeading } from '#domain/post.ts'
import { cutText } from '#domain/texts/excerpt.ts'
import { repeatsTitle } from './plain-text.ts'

/** remark-rehype's id of the heading of the footnotes. */
export const FOOTNOTE_LABEL_ID = 'footnote-label'

const HEADING = /^h[1-6]$/
const HEADING_DEPTH_MAX = 6
const TABLE_LABEL_LENGTH_MAX = 100

/** Keeps cells beyond the width of the table's head, which GitHub drops. */
export function remarkKeepExtraCells() {
  return (tree: MarkdownRoot) => {
    visit(tree, 'table', (table) => {
      const width = Math.max(...table.children.map(({ children }) => children.length))
      // remark-rehype takes the number of columns from this list.
      table.align = Array.from({ length: width }, (_, column) => table.align?.[column] ?? null)
    })
  }
}

/**
 * Keeps the page's heading as the only h1: in a text with an h1 all headings move one level down.
 * Removes a first heading that repeats the page's heading (`file.data.title`); links to it lead to
 * the element after it.
 */
export function rehypeOneTitle() {
  return (tree: Root, file: { data: Record<string, unknown> }) => {
    const found: { element: Element; index: number; parent: Parents }[] = []
    visit(tree, 'element', (element, index = 0, parent = tree) => {
      const isLabel = element.properties.id === FOOTNOTE_LABEL_ID
      if (HEADING.test(element.tagName) && !isLabel) found.push({ element, index, parent })
    })
    const [first] = found
    if (first && repeatsTitle(textOf(first.element), String(file.data.title ?? ''))) {
      found.shift()
      removeRepeatedTitle(first)
    }
    const headings = found.map(({ element }) => element)
    if (!headings.some(({ tagName }) => tagName === 'h1')) return
    for (const heading of headings) {
      const depth = Math.min(HEADING_DEPTH_MAX, Number(heading.tagName[1]) + 1)
      heading.tagName = `h${depth}`
    }
  }
}

/** Removes an element and gives its id to the next element, unless that has one. */
function removeRepeatedTitle({ parent, index }: { parent: Parents; index: number }): void {
  const after = parent.children[index + 1]
  const isBlank = after?.type === 'text' && after.value.trim() === ''
  const [gone] = parent.children.splice(index, isBlank ? 2 : 1)
  const next = parent.children.slice(index).find(({ type }) => type === 'element')
  if (gone?.type === 'element' && next?.type === 'element') {
    next.properties.id ??= gone.properties.id
  }
}

/**
 * Usability: images load lazily into reserved space, wide tables and code can be scrolled by
 * keyboard, task checkboxes have labels. An image whose address was removed is replaced by its alt
 * text.
 */
export function rehypeAccessible() {
  return (tree: Root, file: { data: Record<string, unknown> }) => {
    const { sizes }: { sizes?: ReadonlyMap<string, ImageSize> } = file.data
    visit(tree, 'element', (element, index, parent) => {
      const { src, alt, checked } = element.properties
      if (element.tagName === 'pre') element.properties.tabIndex = 0
      else if (element.tagName === 'input') {
        element.properties.ariaLabel = checked ? 'Done' : 'Not done'
      } else if (element.tagName === 'img' && parent && index !== undefined) {
        const late = { loading: 'lazy', decoding: 'async' }
        if (typeof src === 'string') {
          const size = storedImageSize(src) ?? sizes?.get(src) ?? null
          Object.assign(element.properties, reservedSize(element, size), late)
        } else parent.children[index] = { type: 'text', value: String(alt ?? '') }
      } else if (element.tagName === 'table' && parent && index !== undefined) {
        if (parent.type === 'element' && parent.properties.role === 'region') return
        parent.children[index] = scrollable(element, 'table-scroll', labelOf(element))
        // Visit the new element, and through it the table.
        return index
      }
      return
    })
  }
}

/** The reserved size: the author's width, and the height that the image has then. */
function reservedSize({ properties }: Element, size: ImageSize | null) {
  if (size === null || properties.height !== undefined) return {}
  if (properties.width === undefined) return size
  const width = Number(properties.width)
  return width > 0 ? { height: Math.round((width * size.height) / size.width) } : {}
}

function labelOf(table: Element): string {
  const cells: string[] = []
  visit(table, 'element', (element) => {
    if (element.tagName === 'th') cells.push(textOf(element).trim())
  })
  return cutText(`Table: ${cells.filter(Boolean).join(', ')}`, TABLE_LABEL_LENGTH_MAX).text
}

/** An element in a labelled region that can be scrolled by keyboard. */
export function scrollable(child: Element, className: string, ariaLabel: string): Element {
  const properties = { className: [className], role: 'region', ariaLabel, tabIndex: 0 }
  return { type: 'element', tagName: 'div', properties, children: [child] }
}

/** Prefixes each id and each reference to one with `file.data.idPrefix`. */
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

/** Letters of right-to-left scripts: Hebrew, Arabic, Syriac, N'Ko … */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Sets `dir="auto"` on each block of a text with right-to-left letters. A list, quote or table takes
 * the direction of its first letters, including its markers, bar or columns.
 */
export function rehypeTextDirection() {
  return (tree: Root) => {
    if (RIGHT_TO_LEFT.test(textOf(tree))) direct(tree)
  }
}

function direct({ children }: Parents): void {
  for (const child of children) {
    if (child.type !== 'element' || child.tagName === 'pre') continue
    // The footnotes begin with a hidden heading that no author wrote.
    if (child.tagName === 'section') direct(child)
    else child.properties.dir ??= 'auto'
  }
}

/**
 * Headings of levels 2 to 4 of a rendered tree, except empty ones and those in quotes or
 * notes; without footnote marks.
 */
export function headingsOf(tree: Root): PostHeading[] {
  const headings: PostHeading[] = []
  visit(tree, 'element', (element) => {
    const { tagName, properties } = element
    if (tagName === 'blockquote' || properties.dataFootnotes) return SKIP
    if (!/^h[2-4]$/.test(tagName)) return
    let words = ''
    visit(element, (node) => {
      if (node.type === 'element' && node.properties.dataFootnoteRef) return SKIP
      if (node.type === 'text') words += node.value
      return
    })
    const text = words.replace(/\s+/g, ' ').trim()
    if (text) headings.push({ id: String(properties.id), text, level: Number(tagName[1]) })
    return SKIP
  })
  return headings
}
