/**
 * The words of a document's head. The server writes all of it into the html
 * (server/web/render-head.ts); after a move the browser sets what has changed.
 */
import type { PostAnswer } from '#domain/answers/public-answers.ts'
import { DESCRIPTION_LENGTH, type Post } from '#domain/post.ts'
import type { Site } from '#domain/site.ts'
import { cutText } from '#domain/texts/excerpt.ts'
import { postQuery } from './page-queries.ts'
import type { AnswerOf, Page, PagePlace } from './page-table.ts'

export interface Head {
  /** `<heading> | G.A.P.` */
  title: string
  description: string
  /** Absolute, without the query; null on pages that are not indexed. */
  canonical: string | null
  /** Null where robots are welcome. */
  robots: string | null
  /** The post of an article page. */
  post: Post | null
}

export interface HeadInput extends PagePlace {
  page: Page
  answer: AnswerOf
  site: Site
  siteUrl: string
  /** The pathname as the browser has it. */
  path: string
}

const MISSING_POST = 'Post not found'

/** The head of a page, made of its answers. */
export function headOf(input: HeadInput): Head {
  const { page, answer, site, siteUrl, path, params } = input
  const title = typeof page.title === 'string' ? page.title : page.title(input, answer)
  const own =
    typeof page.description === 'function' ? page.description(input, answer) : page.description
  const isMissing = title === null || page.name === 'not-found'
  const isPrivate = page.component === null || page.name === 'preview'
  // The path decides the shape of an answer (server/domain/answers/public-answers.ts).
  const post = answer(postQuery(params.postId ?? '')) as PostAnswer | undefined
  return {
    title: `${title ?? MISSING_POST} | ${site.brand}`,
    description: cutText(own || site.description, DESCRIPTION_LENGTH).text,
    canonical: isMissing || isPrivate ? null : siteUrl + path,
    robots: isMissing ? 'noindex' : (page.robots ?? null),
    post: page.name === 'post' ? (post?.data ?? null) : null,
  }
}

/** Brings the document's head up to date after a move inside the site. Browser only. */
export function applyHead({ title, description, canonical, robots }: Head): void {
  document.title = title
  setTag('meta', 'name', 'description', 'content', description)
  setTag('meta', 'name', 'robots', 'content', robots)
  setTag('link', 'rel', 'canonical', 'href', canonical)
}

function setTag(tag: string, key: string, name: string, field: string, value: string | null): void {
  const present = document.head.querySelector(`${tag}[${key}="${name}"]`)
  if (value === null) {
    present?.remove()
    return
  }
  const element = present ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(key, name)
  element.setAttribute(field, value)
}
