/**
 * `dir="auto"` for texts with right-to-left letters. A list, quote or table takes the direction of
 * its first letters, including its markers, bar or columns.
 */
import type { Parents, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'

/** Letters of right-to-left scripts: Hebrew, Arabic, Syriac, N'Ko … */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Sets `dir="auto"` on each block; a text without right-to-left letters stays unchanged. */
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
