/**
 * Converts HTML to markdown. Elements that markdown lacks and the site shows stay HTML; other
 * elements leave their text.
 */
import rehypeParse from 'rehype-parse'
import rehypeRemark, { type Options } from 'rehype-remark'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'

type Handler = NonNullable<NonNullable<Options['handlers']>[string]>

const writer = unified().use(rehypeStringify).freeze()

const asHtml: Handler = (_, element) => ({
  type: 'html',
  value: writer.stringify({ type: 'root', children: [element] }),
})
const asWords: Handler = (state, element) => state.all(element)
const each = (names: string, handler: Handler) =>
  Object.fromEntries(names.split(' ').map((name) => [name, handler]))

/** Markdown tables have no caption, so it becomes a paragraph before the table. */
const CAPTION = /(<table\b[^>]{0,999}>\s{0,99})<caption\b[^>]{0,999}>([\s\S]{0,9999}?)<\/caption>/gi

const processor = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark, {
    handlers: {
      ...each('abbr ins kbd mark small sub sup video audio', asHtml),
      // By default these would be removed with their text.
      ...each('dialog math noscript', asWords),
    },
    nodeHandlers: { comment: () => undefined },
  })
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', rule: '-' })
  .freeze()

export function htmlToMarkdown(html: string): string {
  return String(processor.processSync(html.replace(CAPTION, '<p>$2</p>$1'))).trim()
}
