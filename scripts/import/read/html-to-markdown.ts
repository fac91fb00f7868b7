/**
 * The HTML that a writing program stores, as markdown. A tag for which markdown has nothing is
 * dropped: its text stays, its name is reported. A player becomes a link to what it plays.
 */
import type { Element, Root } from 'hast'
import type { Link } from 'mdast'
import rehypeParse from 'rehype-parse'
import rehypeRemark, { type Options } from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'

const CONVERTED: ReadonlySet<string> = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code ul ol li dl dt dd a img ' +
    'em i strong b del s strike table thead tbody tfoot tr th td ' +
    // Only group other tags, or name a part of the page.
    'html head body div span section article main header footer figure figcaption picture'
  ).split(' '),
)

const toMarkdown: Options = {
  handlers: { iframe: playerLink, video: playerLink, audio: playerLink },
  nodeHandlers: { comment: () => undefined },
}

const parser = unified().use(rehypeParse, { fragment: true }).freeze()
const converter = unified()
  .use(rehypeRemark, toMarkdown)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', rule: '-' })
  .freeze()

/** @returns the text, and the names of the dropped tags in the order of their first use */
export function htmlToMarkdown(html: string): { markdown: string; dropped: string[] } {
  const tree = parser.parse(html)
  const markdown = converter.stringify(converter.runSync(tree)).trim()
  return { markdown, dropped: droppedTags(tree) }
}

function droppedTags(tree: Root): string[] {
  const dropped = new Set<string>()
  visit(tree, 'element', ({ tagName }) => {
    if (!CONVERTED.has(tagName)) dropped.add(tagName)
  })
  return [...dropped]
}

function playerLink(_: unknown, player: Element): Link | undefined {
  const sources = [player, ...player.children].map((node) =>
    node.type === 'element' ? node.properties.src : undefined,
  )
  const url = sources.find((source) => typeof source === 'string' && source !== '')
  if (typeof url !== 'string') return undefined
  return { type: 'link', title: null, url, children: [{ type: 'text', value: url }] }
}
