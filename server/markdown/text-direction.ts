/**
 * `dir="auto"` for texts with letters that run from right to left. A list, a quote and a table take
 * the direction of their first letters, with their markers, their bar and their columns.
 */
import type { Parents, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'

/** Letters of the scripts that are written from right to left: Hebrew, Arabic, Syriac, N'Ko … */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Gives each block its own direction; a text without such letters stays as it is. */
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
