/**
 * The HTML that a writing program stores, as markdown. What markdown has no sign for and the site
 * shows stays HTML, players too; another tag is dropped: its text stays, its name is reported. A
 * frame becomes a link to what it shows, a video's to its page.
 */
import type { Element, ElementContent, Root } from 'hast'
import type { Html, PhrasingContent } from 'mdast'
import rehypeParse from 'rehype-parse'
import rehypeRemark, { type Options } from 'rehype-remark'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { withPlainPlayers } from './old-players.ts'

/** What a handler is given of the conversion. */
type State = Parameters<NonNullable<NonNullable<Options['handlers']>[string]>>[0]

/** Tags inside a line that stay as they are. */
const KEPT = ['abbr', 'ins', 'kbd', 'mark', 'small', 'sub', 'sup'] as const

const CONVERTED: ReadonlySet<string> = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code ul ol li dl dt dd a img ' +
    'em i strong b del s strike table thead tbody tfoot tr th td ' +
    // Only group other tags, or name a part of the page.
    'html head body div span section article main header footer figure figcaption picture caption video audio source ' +
    KEPT.join(' ')
  ).split(' '),
)

const toMarkdown: Options = {
  handlers: {
    video: keptPlayer,
    audio: keptPlayer,
    // Their words would go with them.
    dialog: (state, element) => state.all(element),
    math: (state, element) => state.all(element),
    noscript: (state, element) => state.all(element),
    ...Object.fromEntries(KEPT.map((name) => [name, keptTag])),
  },
  nodeHandlers: { comment: () => undefined },
}

const writer = unified().use(rehypeStringify).freeze()
const parser = unified().use(rehypeParse, { fragment: true }).freeze()
const converter = unified()
  .use(rehypeRemark, toMarkdown)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', rule: '-' })
  .freeze()

/** @returns the text, and the names of the dropped tags in the order of their first use */
export function htmlToMarkdown(html: string): { markdown: string; dropped: string[] } {
  const tree = parser.parse(withPlainPlayers(html))
  liftCaptions(tree)
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

/** The names of dropped tags, for the report. */
export function droppedWords(dropped: readonly string[]): string[] {
  const tags = dropped.map((tag) => `<${tag}>`).join(', ')
  return tags === '' ? [] : [`HTML that markdown does not have: ${tags}`]
}

/** Without what the site takes away. */
function keptPlayer(_: unknown, player: Element): Html | undefined {
  const { src, poster, width, height, loop, muted } = player.properties
  const sources = player.children.filter(
    (child): child is Element => child.type === 'element' && child.tagName === 'source',
  )
  if (!src && sources.length === 0) return undefined
  const properties = { src, poster, width, height, loop, muted, controls: true }
  const tree: Root = {
    type: 'root',
    children: [{ ...player, properties, children: sources }],
  }
  return { type: 'html', value: writer.stringify(tree) }
}

function keptTag(state: State, element: Element): PhrasingContent[] {
  const { tagName, properties } = element
  const title = typeof properties.title === 'string' ? properties.title : ''
  const words =
    title === '' ? '' : ` title="${title.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`
  const tag = (value: string): Html => ({ type: 'html', value })
  // These tags hold nothing but phrases.
  const inside = state.all(element) as PhrasingContent[]
  return [tag(`<${tagName}${words}>`), ...inside, tag(`</${tagName}>`)]
}

/** A table in markdown has no caption, so the caption becomes a paragraph before it. */
function liftCaptions(tree: Root): void {
  visit(tree, 'element', (table, index, parent) => {
    if (table.tagName !== 'table' || parent === undefined || index === undefined) return undefined
    const isCaption = (node: ElementContent) =>
      node.type === 'element' && node.tagName === 'caption'
    const captions = table.children.filter(isCaption)
    table.children = table.children.filter((node) => !isCaption(node))
    const lines = captions.map((caption) => ({ ...caption, tagName: 'p' }) as Element)
    parent.children.splice(index, 0, ...lines)
    return index + lines.length + 1
  })
}
