/**
 * Metadata of a document's head. The server renders it into the html (server/web/render-head.ts);
 * after a client-side navigation the browser updates it.
 */
import type { Answer, PostListMeta, PostMeta } from '#domain/answers/public-answers.ts'
import { imagePath } from '#domain/image.ts'
import { DESCRIPTION_LENGTH, type Post } from '#domain/post.ts'
import type { Site } from '#domain/site.ts'
import { cutText } from '#domain/texts/excerpt.ts'
import { listAddressOf } from './page-queries.ts'
import type { Page, QueryInput } from './page-table.ts'

export interface Head {
  /** `<heading> | G.A.P.` */
  title: string
  description: string
  /** Absolute, without the query; null on pages that are not indexed. */
  canonical: string | null
  /** Content of the robots tag; null if indexing is allowed. */
  robots: string | null
  post: Post | null
  /** The post's image; its path begins with `/`. */
  image: { path: string; width: number; height: number; alt: string } | null
  /** Names of the tags that the page's list is of. */
  tags: readonly string[]
}

interface HeadInput extends QueryInput {
  page: Page
  /** The answer of a query path; undefined if it failed or is loading. */
  answer: (path: string) => Answer<unknown, unknown> | undefined
  site: Site
  siteUrl: string
  /** The browser's pathname. */
  path: string
}

/** The head of a page from its answers. */
export function headOf(input: HeadInput): Head {
  const { page, answer, site, siteUrl, path } = input
  const [query = ''] = page.queries(input)
  // A post, a resource page, an own page or a tag's list; the page determines its answer.
  const found = page.isNamedByAnswer ? answer(query) : undefined
  const { tag, image: size } = (found?.meta ?? {}) as Partial<PostListMeta & PostMeta>
  const named = (tag ? titleOfTag(tag) : found?.data) as
    | (Pick<Post, 'title'> & { description?: string; intro?: string })
    | undefined
  const description = named?.description ?? named?.intro ?? page.description
  const isMissing =
    page.name === 'not-found' || (/^(post|project|own-page|tag)$/.test(page.name) && !named)
  const isPrivate = page.component === null || page.name === 'preview'
  // The page determines the type of its answer.
  const post = page.name === 'post' ? ((named ?? null) as Post | null) : null
  return {
    title: `${named?.title ?? page.title} | ${site.brand}`,
    description: cutText((!isPrivate && description) || site.description, DESCRIPTION_LENGTH).text,
    canonical: isMissing || isPrivate ? null : (post?.canonical ?? siteUrl + path),
    robots: isMissing ? 'noindex' : (page.robots ?? null),
    post,
    image: post && size ? { ...size, path: imagePath(post.image_url), alt: post.image_alt } : null,
    tags: tag ? [tag.name] : listAddressOf(input.search).tags,
  }
}

const titleOfTag = ({ name }: { name: string }) => ({
  title: name,
  description: `Posts tagged ${name}, newest first.`,
})

/** Updates the document's head after a client-side navigation. Browser only. */
export function applyHead({ title, description, canonical, robots }: Head): void {
  document.title = title
  setTag('meta', 'name', 'description', 'content', description)
  setTag('meta', 'name', 'robots', 'content', robots)
  setTag('link', 'rel', 'canonical', 'href', canonical)
}

function setTag(tag: string, key: string, name: string, field: string, value: string | null): void {
  document.head.querySelector(`${tag}[${key}="${name}"]`)?.remove()
  if (value === null) return
  const element = document.head.appendChild(document.createElement(tag))
  element.setAttribute(key, name)
  element.setAttribute(field, value)
}
