/**
 * `dir="auto"` for texts with letters that run from right to left. The browser skips what has a
 * direction of its own when it finds that of a list, a quote or a table, so the first text inside
 * one goes without, decides for it, and puts its markers, its bar and its columns on the right side.
 */
import type { Element, Root, RootContent } from 'hast'
import { toString as textOf } from 'hast-util-to-string'

/** Letters of the scripts that are written from right to left: Hebrew, Arabic, Syriac, N'Ko … */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const LETTER = /\p{L}/u
const TEXTS = new Set('p h1 h2 h3 h4 h5 h6 td th dt dd summary figcaption'.split(' '))
const CONTAINERS = new Set('ul ol blockquote table dl details'.split(' '))

/** Gives each block its own direction; a text without such letters stays as it is. */
export function rehypeTextDirection() {
  return (tree: Root) => {
    if (RIGHT_TO_LEFT.test(textOf(tree))) for (const node of tree.children) direct(node, false)
  }
}

/**
 * @param decides whether the text stands first in a container, which takes its direction from it
 * @returns whether the next text in the same container still does
 */
function direct(node: RootContent, decides: boolean): boolean {
  if (node.type !== 'element') return decides && !(node.type === 'text' && node.value.trim())
  if (TEXTS.has(node.tagName)) {
    // A browser would lay a number out from left to right; it goes by what is around it.
    if (!decides && LETTER.test(textOf(node))) node.properties.dir = 'auto'
    return false
  }
  if (!isContainer(node)) return directChildren(node, decides)
  if (!decides) node.properties.dir = 'auto'
  directChildren(node, true)
  return false
}

/** A table is in a box (rehypeReadable), which puts it on the right side. */
function isContainer({ tagName, properties }: Element): boolean {
  return CONTAINERS.has(tagName) || properties.role === 'region'
}

function directChildren({ children }: Element, decides: boolean): boolean {
  let first = decides
  for (const child of children) first = direct(child, first)
  return first
}
