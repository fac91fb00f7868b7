/**
 * The HTML that a writing program stores, as markdown. What markdown has no sign for and the site
 * shows stays HTML; the words of any other tag stay.
 */
import type { Root } from 'hast'
import rehypeParse from 'rehype-parse'
import rehypeRemark, { type Options } from 'rehype-remark'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'

type Handler = NonNullable<NonNullable<Options['handlers']>[string]>

const writer = unified().use(rehypeStringify).freeze()

const asHtml: Handler = (_, element) => ({
  type: 'html',
  value: writer.stringify({ type: 'root', children: [element] }),
})
const asWords: Handler = (state, element) => state.all(element)
const each = (names: string, handler: Handler) =>
  Object.fromEntries(names.split(' ').map((name) => [name, handler]))

/** A table in markdown has no caption, so the caption becomes a paragraph before it. */
const captionsFirst = () => (tree: Root) =>
  visit(tree, 'element', (table, index = 0, parent) => {
    const [caption] = table.children.filter(
      (child) => child.type === 'element' && child.tagName === 'caption',
    )
    if (table.tagName !== 'table' || caption?.type !== 'element') return undefined
    table.children = table.children.filter((child) => child !== caption)
    parent?.children.splice(index, 0, { ...caption, tagName: 'p' })
    return index + 2
  })

const processor = unified()
  .use(rehypeParse, { fragment: true })
  .use(captionsFirst)
  .use(rehypeRemark, {
    handlers: {
      ...each('abbr ins kbd mark small sub sup video audio', asHtml),
      // Without these the words would go with the tag.
      ...each('dialog math noscript', asWords),
    },
    nodeHandlers: { comment: () => undefined },
  })
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', rule: '-' })
  .freeze()

export function htmlToMarkdown(html: string): string {
  return String(processor.processSync(html)).trim()
}
