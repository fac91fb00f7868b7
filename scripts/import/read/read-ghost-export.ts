/**
 * Reads the posts of a Ghost export and converts their HTML. A post that only members could read
 * becomes a draft.
 */
import { readFileSync } from 'node:fs'
import { dateAt } from '#domain/days/post-date.ts'
import { htmlToMarkdown } from '../text/html-to-markdown.ts'
import { plainText } from '../text/plain-text.ts'
import type { SourcePost, SourceSite } from './source-post.ts'

type Row = Readonly<Record<string, unknown>>

/** Reads every post of an export, or the reason why it is none; null if it is no export. */
export function readGhostExport(path: string, timeZone: string): SourceSite | null {
  const { db, data } = /\.json$/i.test(path) ? record(json(readFileSync(path, 'utf8'))) : {}
  const tables = record(Array.isArray(db) ? record(db[0]).data : data)
  const rows = (name: string) => list(tables[name]).map(record)
  if (rows('posts').length === 0) return null
  const tagNames = new Map(rows('tags').map((tag) => [tag.id, text(tag.name)]))
  const links = rows('posts_tags').toSorted((a, b) => Number(a.sort_order) - Number(b.sort_order))
  const metas = new Map(rows('posts_meta').map((meta) => [meta.post_id, meta]))
  const site: SourceSite = { posts: [], skipped: [] }
  for (const row of rows('posts')) {
    const source = text(row.slug) || text(row.title) || String(row.id)
    if (row.type === 'page' || row.page === true || row.page === 1) {
      site.skipped.push({ source, reason: 'It is a page.' })
      continue
    }
    const tags = links
      .filter((link) => link.post_id === row.id)
      .map((link) => tagNames.get(link.tag_id) ?? '')
      // Tags with `#` are internal in Ghost.
      .filter((name) => name !== '' && !name.startsWith('#'))
    site.posts.push(postOf(row, { source, tags, meta: metas.get(row.id) ?? {}, timeZone }))
  }
  return site
}

function postOf(
  row: Row,
  { source, tags, meta, timeZone }: { source: string; tags: string[]; meta: Row; timeZone: string },
): SourcePost {
  const html = text(row.html)
  const { text: content, notes } = plainText(html, { kind: 'ghost', path: 'post.html' })
  const isForEditor = html === '' && `${text(row.lexical)}${text(row.mobiledoc)}` !== ''
  const visibility = row.visibility ?? 'public'
  const isPublished = row.status === 'published' || row.status === 'scheduled'
  const address = text(row.feature_image)
  const caption = address && htmlToMarkdown(text(meta.feature_image_caption))
  const closed = `a draft, because not everybody could read it: ${String(visibility)}`
  const dateOf = (value: unknown) => {
    const instant = Date.parse(text(value))
    return Number.isNaN(instant) ? '' : dateAt(instant, timeZone).iso
  }
  const date = dateOf(row.published_at) || dateOf(row.created_at)
  return {
    source,
    name: source,
    otherNames: [],
    fields: {
      ...(date === '' ? {} : { date }),
      title: text(row.title),
      type: 'essay',
      updated: dateOf(row.updated_at),
      tags,
      featured: row.featured === true || row.featured === 1,
      draft: !isPublished || visibility !== 'public',
      description: text(row.custom_excerpt) || text(meta.meta_description),
      aliases: isPublished && visibility === 'public' ? [`/${source}/`] : [],
      // The caption is that of the cover, which is above the text.
      content: [caption, content].filter(Boolean).join('\n\n'),
    },
    changedAt: Date.now(),
    cover: address === '' ? null : { address, alt: text(meta.feature_image_alt) },
    notes: [
      ...notes,
      ...(isForEditor ? [`no text: the export has it for Ghost's editor alone`] : []),
      ...(visibility === 'public' ? [] : [closed]),
    ],
  }
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function record(value: unknown): Row {
  // The fields stay `unknown`: each is checked before its use.
  return typeof value === 'object' && value !== null ? (value as Row) : {}
}

/** A string without Ghost's placeholder of the site's address; empty for other values. */
const text = (value: unknown): string =>
  typeof value === 'string' ? value.trim().replaceAll('__GHOST_URL__', '') : ''

function json(value: unknown): unknown {
  try {
    return JSON.parse(String(value))
  } catch {
    return null
  }
}
