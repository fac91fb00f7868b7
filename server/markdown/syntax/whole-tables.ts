/** GitHub's tables end each row where their head ends; here no cell that an author wrote is lost. */
import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'

/** A table is as wide as its longest row: the head gets empty cells. */
export function remarkWholeTables() {
  return (tree: Root) => {
    visit(tree, 'table', (table) => {
      const width = table.children.reduce((most, row) => Math.max(most, row.children.length), 0)
      // The width of the html is that of this list.
      const align = table.align ?? []
      table.align = [...align, ...Array.from({ length: width - align.length }, () => null)]
    })
  }
}
