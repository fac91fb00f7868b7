/** Converts post records to answers of the API. */
import { type Post, type PostLink, type PostSummary, readingMinutes } from '#domain/post.ts'
import { loggedOf } from '#domain/record/logged.ts'
import type { PostFieldName } from '../content/formats/post-fields.ts'
import type { PostRecord, Snapshot } from '../content/records.ts'
import { paragraph } from '../markdown/escaped-text.ts'
import type { QueryContext } from './query-context.ts'

export type Rendering = Pick<QueryContext, 'snapshot' | 'html'>

/** A post with its markdown and html. */
export async function fullPost(post: PostRecord, { snapshot, html }: Rendering): Promise<Post> {
  const rendered = await html(post)
  return {
    ...(await fields(post, snapshot)),
    content: post.content,
    html: rendered ?? previewHtml(post),
  }
}

/** Fallback html of an unrendered text: the preview as a paragraph. */
export function previewHtml(post: PostRecord): string {
  return paragraph(post.summary().preview)
}

/** A post without its text; a short post has its html if rendered. */
export async function postSummary(
  post: PostRecord,
  { snapshot, html }: Rendering,
): Promise<PostSummary> {
  const rendered = post.type === 'short' ? await html(post) : null
  return { ...(await fields(post, snapshot)), ...(rendered !== null && { html: rendered }) }
}

async function fields(post: PostRecord, snapshot: Snapshot): Promise<Omit<PostSummary, 'html'>> {
  const words = await post.wordCount()
  return {
    id: post.id,
    type: post.type,
    title: post.title,
    ...post.summary(),
    url: post.url,
    image_url: '',
    featured: post.featured,
    draft: post.draft,
    tags: post.tags.map((name) => snapshot.tagNamed(name)),
    created_at: post.created_at,
    updated_at: post.updated_at,
    day: post.day,
    word_count: words,
    reading_minutes: readingMinutes(words),
    project: post.project,
    logged: loggedOf(post, snapshot.facts, snapshot.site.time_zone),
    revision: post.revision,
  }
}

/** Fields of the front matter that an answer has by another name, or not at all. */
type OtherField = 'date' | 'updated' | 'aliases'
/** Fails to compile if an answer lacks a field. */
true satisfies Exclude<PostFieldName, keyof PostSummary | OtherField> extends never ? true : never

export function postLink({ id, title }: PostRecord): PostLink {
  return { id, title }
}
