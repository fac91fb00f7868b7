/**
 * The posts of a Ghost export. Text that was written as markdown is taken as it is; the rest is
 * there as HTML, which is converted. What only members could read becomes a draft.
 */
import { droppedWords, htmlToMarkdown } from './html-to-markdown.ts'
import { withPlainPlayers } from './old-players.ts'
import type { SkippedSource, SourcePost } from './source-post.ts'

type Row = Readonly<Record<string, unknown>>

/** Whether a parsed JSON file is an export of Ghost. */
export function isGhostExport(value: unknown): boolean {
  return rows(value, 'posts').length > 0
}

/** Every post of the export, or the reason why it is none. */
export function readGhostExport(value: unknown): {
  posts: SourcePost[]
  skipped: SkippedSource[]
} {
  const tagNames = new Map(rows(value, 'tags').map((tag) => [tag.id, text(tag.name) ?? '']))
  const links = rows(value, 'posts_tags').toSorted(
    (a, b) => Number(a.sort_order) - Number(b.sort_order),
  )
  const metas = new Map(rows(value, 'posts_meta').map((meta) => [meta.post_id, meta]))
  const posts: SourcePost[] = []
  const skipped: SkippedSource[] = []
  for (const row of rows(value, 'posts')) {
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
    posts.push(postOf(row, { source, tags, meta: metas.get(row.id) ?? {} }))
  }
  return { posts, skipped }
}

function postOf(
  row: Row,
  { source, tags, meta }: { source: string; tags: string[]; meta: Row },
): SourcePost {
  const { content, left } = contentOf(row)
  const visibility = row.visibility ?? 'public'
  const isPublished = row.status === 'published' || row.status === 'scheduled'
  const image = text(row.feature_image)
  const caption = image && htmlToMarkdown(text(meta.feature_image_caption) ?? '').markdown
  const closed = `a draft, because not everybody could read it: ${String(visibility)}`
  return {
    source,
    name: source,
    otherNames: [],
    title: text(row.title),
    type: 'essay',
    date: text(row.published_at) ?? text(row.created_at),
    changedAt: Date.now(),
    updated: text(row.updated_at),
    tags,
    description: text(row.custom_excerpt) ?? text(meta.meta_description),
    featured: row.featured === true || row.featured === 1,
    draft: !isPublished || visibility !== 'public',
    url: null,
    aliases: [],
    permalink: null,
    categories: [],
    // The picture is put before it.
    content: [caption, content].filter(Boolean).join('\n\n'),
    cover: image === null ? null : { address: image, alt: text(meta.feature_image_alt) ?? '' },
    images: [],
    left: visibility === 'public' ? left : [...left, closed],
  }
}

function contentOf(row: Row): { content: string; left: string[] } {
  const markdown = lexicalMarkdown(row.lexical) ?? mobiledocMarkdown(row.mobiledoc)
  if (markdown !== null) return { content: withPlainPlayers(markdown), left: [] }
  const html = text(row.html)
  if (html === null && (text(row.lexical) ?? text(row.mobiledoc)) !== null) {
    return { content: '', left: [`no text: the export has it for Ghost's editor alone`] }
  }
  const { markdown: content, dropped } = htmlToMarkdown(html ?? '')
  return { content, left: droppedWords(dropped) }
}

/** The markdown of a post that consists of markdown cards alone. */
function lexicalMarkdown(lexical: unknown): string | null {
  const cards = list(record(record(json(lexical)).root).children).map(record)
  const isMarkdown = cards.length > 0 && cards.every(({ type }) => type === 'markdown')
  return isMarkdown ? cards.map((card) => text(card.markdown) ?? '').join('\n\n') : null
}

/** The same of Ghost's older editor. */
function mobiledocMarkdown(mobiledoc: unknown): string | null {
  const { cards, sections } = record(json(mobiledoc))
  const pairs = list(cards).map(list)
  // A section of kind 10 is a card; an empty paragraph at the end is left out.
  const hasText = list(sections)
    .map(list)
    .some(([kind, , words]) => kind !== 10 && list(words).length > 0)
  const isMarkdown = pairs.every(([name]) => /^(?:card-)?markdown$/.test(String(name)))
  if (pairs.length === 0 || hasText || !isMarkdown) return null
  return pairs.map(([, card]) => text(record(card).markdown) ?? '').join('\n\n')
}

/** A table of the export. */
function rows(value: unknown, name: string): Row[] {
  const { db, data } = record(value)
  const tables = record(Array.isArray(db) ? record(db[0]).data : data)
  return list(tables[name]).map(record)
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function record(value: unknown): Row {
  // Its fields are unknown still: each is looked at before it is used.
  return typeof value === 'object' && value !== null ? (value as Row) : {}
}

function text(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  return value.replaceAll('__GHOST_URL__', '')
}

function json(value: unknown): unknown {
  try {
    return JSON.parse(String(value))
  } catch {
    return null
  }
}
