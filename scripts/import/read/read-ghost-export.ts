/**
 * The posts of a Ghost export. Text that was written as markdown is taken as it is; the rest is
 * there as HTML, which is converted. What only members could read becomes a draft.
 */
import { droppedWords, htmlToMarkdown } from './html-to-markdown.ts'
import type { SkippedSource, SourcePost } from './source-post.ts'

type Row = Readonly<Record<string, unknown>>

/** Whether a parsed JSON file is an export of Ghost. */
export function isGhostExport(value: unknown): boolean {
  return rows(tablesOf(value), 'posts').length > 0
}

/** Every post of the export, or the reason why it is none. */
export function readGhostExport(value: unknown): {
  posts: SourcePost[]
  skipped: SkippedSource[]
} {
  const tables = tablesOf(value)
  const tagNames = new Map(rows(tables, 'tags').map((tag) => [tag.id, text(tag.name) ?? '']))
  const links = rows(tables, 'posts_tags').toSorted(
    (a, b) => Number(a.sort_order) - Number(b.sort_order),
  )
  const metas = new Map(rows(tables, 'posts_meta').map((meta) => [meta.post_id, meta]))
  const posts: SourcePost[] = []
  const skipped: SkippedSource[] = []
  for (const row of rows(tables, 'posts')) {
    const source = text(row.slug) ?? text(row.title) ?? String(row.id)
    if (row.type === 'page' || row.page === true || row.page === 1) {
      skipped.push({ source, reason: 'It is a page.' })
      continue
    }
    const tags = links
      .filter((link) => link.post_id === row.id)
      .map((link) => tagNames.get(link.tag_id) ?? '')
      // Ghost's internal tags, which no reader sees.
      .filter((name) => name !== '' && !name.startsWith('#'))
    const meta = metas.get(row.id)
    const description = text(meta?.meta_description)
    posts.push(
      postOf(row, {
        ...{ source, tags, description, coverAlt: text(meta?.feature_image_alt) ?? '' },
        coverCaption: text(meta?.feature_image_caption) ?? '',
      }),
    )
  }
  return { posts, skipped }
}

interface About extends Pick<SourcePost, 'source' | 'tags' | 'description'> {
  coverAlt: string
  /** HTML. */
  coverCaption: string
}

function postOf(row: Row, { coverAlt, coverCaption, ...about }: About): SourcePost {
  const { content, left } = contentOf(row)
  const isOpen = (row.visibility ?? 'public') === 'public'
  const isPublished = row.status === 'published' || row.status === 'scheduled'
  const image = text(row.feature_image)
  const caption = image === null ? '' : htmlToMarkdown(coverCaption).markdown
  return {
    ...about,
    name: about.source,
    otherNames: [],
    title: text(row.title),
    type: 'essay',
    date: text(row.published_at) ?? text(row.created_at),
    changedAt: Date.now(),
    updated: text(row.updated_at),
    description: text(row.custom_excerpt) ?? about.description,
    featured: row.featured === true || row.featured === 1,
    draft: !isPublished || !isOpen,
    url: null,
    aliases: [],
    permalink: null,
    categories: [],
    // The picture is put before it.
    content: [caption, content].filter((part) => part !== '').join('\n\n'),
    cover: image === null ? null : { address: image, alt: coverAlt },
    images: [],
    left: [
      ...left,
      ...(isOpen
        ? []
        : [`a draft, because not everybody could read it: ${String(row.visibility)}`]),
    ],
  }
}

function contentOf(row: Row): { content: string; left: string[] } {
  const markdown = markdownOf(row)
  if (markdown !== null) return { content: markdown, left: [] }
  const html = text(row.html)
  const isUnread = html === null && (text(row.lexical) ?? text(row.mobiledoc)) !== null
  if (isUnread)
    return { content: '', left: [`no text: the export has it for Ghost's editor alone`] }
  const { markdown: content, dropped } = htmlToMarkdown(html ?? '')
  return { content, left: droppedWords(dropped) }
}

/** The markdown of a post that consists of markdown cards alone. */
function markdownOf(row: Row): string | null {
  const lexical = record(record(json(row.lexical)).root).children
  if (Array.isArray(lexical) && lexical.length > 0) {
    const parts = lexical.map(record)
    const isMarkdown = parts.every(({ type }) => type === 'markdown')
    return isMarkdown ? parts.map((card) => text(card.markdown) ?? '').join('\n\n') : null
  }
  const mobiledoc = record(json(row.mobiledoc))
  const { cards, sections } = mobiledoc
  if (!Array.isArray(cards) || !Array.isArray(sections) || cards.length === 0) return null
  const names = cards.map((card: unknown) => (Array.isArray(card) ? card[0] : null))
  // A section of kind 10 is a card; an empty paragraph at the end is none of the text.
  const isText = (section: unknown) =>
    Array.isArray(section) && section[0] !== 10 && JSON.stringify(section[2] ?? []) !== '[]'
  if (sections.some(isText) || !names.every((name) => /^(?:card-)?markdown$/.test(String(name)))) {
    return null
  }
  return cards
    .map((card: unknown) => text(record(Array.isArray(card) ? card[1] : null).markdown) ?? '')
    .join('\n\n')
}

function tablesOf(value: unknown): Row {
  const { db, data } = record(value)
  const first = Array.isArray(db) ? record(db[0]).data : data
  return record(first)
}

function rows(tables: Row, name: string): Row[] {
  const table = tables[name]
  return Array.isArray(table) ? table.map(record) : []
}

function record(value: unknown): Row {
  // Its fields are unknown still: each is looked at before it is used.
  return typeof value === 'object' && value !== null ? (value as Row) : {}
}

function text(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  return value.replaceAll('__GHOST_URL__', '')
}

function json(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return null
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}
