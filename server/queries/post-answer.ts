/** Converts post records to answers of the API. */

import type { PostMeta } from '#domain/answers/public-answers.ts'
import {
  CONTENTS_HEADINGS_MIN,
  type Post,
  type PostLink,
  type PostSummary,
  readingMinutes,
} from '#domain/post.ts'
import { loggedOf } from '#domain/record/logged.ts'
import { escapeXml } from '#domain/texts/escaped.ts'
import type { PostFieldName } from '../content/formats/post-fields.ts'
import type { PostRecord, Snapshot } from '../content/records.ts'
import type { QueryContext } from './query-context.ts'

export type Rendering = Pick<QueryContext, 'snapshot' | 'text'>

/** A post with its markdown and html. */
export async function fullPost(post: PostRecord, { snapshot, text }: Rendering): Promise<Post> {
  const rendered = await text(post)
  return {
    ...(await fields(post, snapshot)),
    content: post.content,
    html: rendered?.html ?? previewHtml(post),
    ...(post.syndication.length > 0 && { syndication: post.syndication }),
    ...(post.canonical && { canonical: post.canonical }),
    ...(post.atUri && { atUri: post.atUri }),
  }
}

/** A post to be read by itself: escaped if it is not rendered, with an essay's table of contents. */
export async function readablePost(
  post: PostRecord,
  { snapshot, text }: Rendering,
): Promise<{ data: Post } & Pick<PostMeta, 'contents' | 'image'>> {
  const rendered = await text(post, 'page')
  const data = await fullPost(post, { snapshot, text: async () => rendered })
  const headings = post.type === 'essay' ? (rendered?.headings ?? []) : []
  const image = snapshot.covers.get(post.image_url) ?? null
  const contents = headings.length < CONTENTS_HEADINGS_MIN ? [] : [...headings]
  return { data, contents, image }
}

/** Fallback html of an unrendered text: the preview as a paragraph, '' if it is empty. */
export function previewHtml(post: PostRecord): string {
  const { preview } = post.summary()
  return preview === '' ? '' : `<p>${escapeXml(preview)}</p>`
}

/** A post without its text; a short post has its html if rendered. */
export async function postSummary(
  post: PostRecord,
  { snapshot, text }: Rendering,
): Promise<PostSummary> {
  const rendered = post.type === 'short' ? await text(post) : null
  return { ...(await fields(post, snapshot)), ...(rendered && { html: rendered.html }) }
}

async function fields(post: PostRecord, snapshot: Snapshot): Promise<Omit<PostSummary, 'html'>> {
  const words = await post.wordCount()
  return {
    id: post.id,
    type: post.type,
    title: post.title,
    ...post.summary(),
    url: post.url,
    image_url: post.image_url,
    image_alt: post.image_alt,
    featured: post.featured,
    draft: post.draft,
    tags: post.tags.map((name) => snapshot.tagNamed(name)),
    created_at: post.created_at,
    updated_at: post.updated_at,
    day: post.day,
    word_count: words,
    reading_minutes: readingMinutes(words),
    ...(post.lang && { lang: post.lang }),
    project: post.project,
    amount: post.amount,
    check_in: checkInOf(post, snapshot),
    logged: loggedOf(post, snapshot.facts, snapshot.site.time_zone),
    revision: post.revision,
  }
}

function checkInOf({ project, amount }: PostRecord, snapshot: Snapshot): PostSummary['check_in'] {
  const named = project === null ? undefined : snapshot.projectNamed(project)
  if (named === undefined) return null
  const { id, title, goal, each, unit } = named
  return { id, title, unit, amount: goal === null ? null : (amount ?? each) }
}

/** Fields of the front matter that an answer has by another name, or not at all. */
type OtherField = 'date' | 'updated' | 'aliases'
/** Fails to compile if an answer lacks a field. */
true satisfies Exclude<PostFieldName, keyof Post | OtherField> extends never ? true : never

export function postLink({ id, title }: PostRecord): PostLink {
  return { id, title }
}
