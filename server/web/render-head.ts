/** Renders the `<head>`; after a move inside the site client/start/head.ts updates it. */
import { projectCardPath, projectPath } from '#domain/addresses.ts'
import type { Site } from '#domain/site.ts'
import { escapeXml } from '#domain/texts/escaped.ts'
import type { Head } from '../../client/start/head.ts'
import type { Page, PageMatch } from '../../client/start/page-table.ts'
import { FEED_FORMATS } from './feeds/feed-formats.ts'
import { authorUrl, feedAddress, feedTitle } from './feeds/feed-source.ts'

const HEADLINE_LENGTH_MAX = 110

interface Place {
  site: Site
  siteUrl: string
  page: Page
  params: PageMatch['params']
}

/** The tags from `<title>` to the structured data, without assets, charset and viewport. */
export function renderHead(head: Head, place: Place): string {
  return [
    `<title>${escapeXml(head.title)}</title>`,
    meta('name', 'description', head.description),
    head.canonical && `<link rel="canonical" href="${escapeXml(head.canonical)}">`,
    head.robots && meta('name', 'robots', head.robots),
    ...socialTags(head, place),
    ...feedLinks(head, place),
    ...postLinks(head.post, place),
    head.canonical && jsonLdScript(head, place),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Links of a post for other programs. */
function postLinks(post: Head['post'], { site }: Place): string[] {
  const links = { webmention: post && site.webmention, 'site.standard.document': post?.atUri }
  return Object.entries(links).flatMap(([rel, href]) =>
    href ? [`<link rel="${rel}" href="${escapeXml(href)}">`] : [],
  )
}

/** Links to the feeds of all posts, of the list's tags, and of the record or a project on its page. */
function feedLinks(head: Head, { site, siteUrl, page, params }: Place): string[] {
  const { tags } = head
  const linkTo = (format: { type: string; name: string }, title: string, path: string) =>
    `<link rel="alternate" type="${format.type}" ` +
    `title="${escapeXml(`${title} (${format.name})`)}" href="${escapeXml(siteUrl + path)}">`
  const feeds = tags.length === 0 ? [[]] : [[], [...tags].sort()]
  const links = feeds.flatMap((chosen) =>
    FEED_FORMATS.map((feed) =>
      linkTo(feed, feedTitle(site.brand, chosen), feedAddress(feed.path, chosen)),
    ),
  )
  if (page.name === 'record') {
    links.push(linkTo(FEED_FORMATS[0], `${site.brand}: Record`, '/record.xml'))
  }
  if (page.name === 'project') {
    const path = `${projectPath(params.projectId ?? '')}/feed.xml`
    links.push(linkTo(FEED_FORMATS[0], head.title, path))
  }
  return links
}

/** The post's image, else a drawn card. */
function socialImage({ post, image, title }: Head, { siteUrl, page, params }: Place) {
  const alt = image?.alt || (post?.title ?? title)
  const own = page.name === 'project' ? projectCardPath(params.projectId ?? '') : '/og.png'
  const card = post ? `/og/${encodeURIComponent(post.id)}.png` : own
  const { path, width, height } = image ?? { path: card, width: 1200, height: 630 }
  return { url: siteUrl + path, width, height, alt }
}

function socialTags(head: Head, place: Place) {
  const { site } = place
  const { post, title, canonical, description } = head
  if (canonical === null) return []
  const heading = post?.title ?? title
  const image = socialImage(head, place)
  return [
    meta('property', 'og:type', post ? 'article' : 'website'),
    meta('property', 'og:title', heading),
    meta('property', 'og:description', description),
    meta('property', 'og:url', canonical),
    meta('property', 'og:site_name', site.title),
    meta('property', 'og:image', image.url),
    meta('property', 'og:image:width', String(image.width)),
    meta('property', 'og:image:height', String(image.height)),
    meta('property', 'og:image:alt', image.alt),
    ...(post
      ? [
          meta('property', 'article:published_time', post.created_at),
          meta('property', 'article:modified_time', post.updated_at),
          ...post.tags.map(({ name }) => meta('property', 'article:tag', name)),
        ]
      : []),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', heading),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', image.url),
    site.author.fediverse && meta('name', 'fediverse:creator', site.author.fediverse),
  ]
}

/** Structured data: BlogPosting on article pages, else WebSite with the search action. */
function jsonLdOf(head: Head, place: Place): object {
  const { site, siteUrl } = place
  const { post, canonical, description } = head
  if (post === null) {
    return {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: site.title,
      alternateName: site.brand,
      url: `${siteUrl}/`,
      description: site.description,
      inLanguage: site.language,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?q={term}` },
        'query-input': 'required name=term',
      },
    }
  }
  const image = socialImage(head, place)
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title.slice(0, HEADLINE_LENGTH_MAX),
    description,
    url: canonical,
    mainEntityOfPage: { '@type': 'WebPage', '@id': canonical },
    datePublished: post.created_at,
    dateModified: post.updated_at,
    inLanguage: post.lang ?? site.language,
    wordCount: post.word_count,
    keywords: post.tags.map(({ name }) => name),
    image: [{ '@type': 'ImageObject', url: image.url, width: image.width, height: image.height }],
    author: {
      '@type': 'Person',
      name: site.author.name,
      url: authorUrl(site, siteUrl),
    },
    publisher: { '@type': 'Organization', name: site.brand, url: `${siteUrl}/` },
    ...(post.url ? { sharedContent: { '@type': 'WebPage', url: post.url } } : {}),
  }
}

function jsonLdScript(head: Head, place: Place): string {
  return `<script type="application/ld+json">${scriptJson(jsonLdOf(head, place))}</script>`
}

/** JSON that is safe inside a `<script>` element. */
export function scriptJson(
  value: unknown,
  replacer?: (key: string, value: unknown) => unknown,
): string {
  return JSON.stringify(value, replacer).replaceAll('<', '\\u003c')
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeXml(content)}">`
}
