/**
 * Posts in lists. The title is the link, so that it has the title's name; on a card of plain text it
 * covers the other words too. One with rendered text has links of its own, so there a click elsewhere
 * on the card follows it.
 */

import type { ReactNode } from 'react'
import { listOfType, type PostSummary } from '#domain/post.ts'
import { Icon } from './frame/icon.tsx'
import {
  formatMinutes,
  formatWords,
  LengthMeta,
  PostDay,
  TagList,
  TypeBadge,
} from './post-meta.tsx'
import { Prose } from './prose.tsx'

/** The page of a post. */
export const postHref = (id: string) => `/post/${encodeURIComponent(id)}`

interface CardLinkProps {
  post: PostSummary
  heading: 'h2' | 'h3'
  /** What the link says it does, 'Read Essay'; null where nothing says so. */
  action?: string | null
  text: string
  /** What stands between title and text. */
  children?: ReactNode
}

/** The words of a card. Its title is the link, which takes clicks anywhere on them. */
export function CardLink({ post, heading: Heading, action, text, children }: CardLinkProps) {
  return (
    <div className="card-link">
      <Heading className="card-title" dir="auto">
        <a href={postHref(post.id)}>{post.title}</a>
      </Heading>
      {children}
      <p className="card-text" dir="auto">
        {text}
      </p>
      {action && (
        // For the eye: who goes from link to link has the title's already.
        <span className="card-action" aria-hidden>
          {action}
        </span>
      )}
    </div>
  )
}

/** A card of the featured block: excerpt of 150 characters and 'Read'. */
export function FeaturedCard({ post, large }: { post: PostSummary; large: boolean }) {
  return (
    <article className={large ? 'featured-card featured-large' : 'featured-card'}>
      <p className="meta meta-dots">
        <TypeBadge type={post.type} />
        <PostDay post={post} />
      </p>
      <CardLink post={post} heading="h3" action="Read" text={post.excerpt} />
    </article>
  )
}

/** A card of the essays' grid. */
export function EssayCard({ post }: { post: PostSummary }) {
  return (
    <article className="essay-card">
      <LengthMeta post={post} />
      <CardLink post={post} heading="h2" action="Read Essay" text={post.excerpt} />
      <TagList tags={post.tags} list={listOfType(post.type)} />
    </article>
  )
}

/** A row of Recent Posts: short posts in full, others as a preview of 200 characters. */
export function RecentPost({ post }: { post: PostSummary }) {
  return post.type === 'short' ? (
    <ShortPost post={post} badge heading="h3" />
  ) : (
    <PreviewPost post={post} badge heading="h3" />
  )
}

interface EntryProps {
  post: PostSummary
  badge?: boolean
  heading: 'h2' | 'h3'
}

function PreviewPost({ post, badge = false, heading }: EntryProps) {
  return (
    <article className="entry">
      <EntryDay post={post} badge={badge} />
      <div className="entry-body">
        <CardLink
          post={post}
          heading={heading}
          action={post.preview_cut ? 'Read More' : null}
          text={post.preview}
        />
        <TagList tags={post.tags} list={listOfType(post.type)} />
      </div>
    </article>
  )
}

/** A short post with its full text, as an entry of a timeline; a preview while there is none. */
export function ShortPost({ post, badge = false, heading: Heading }: EntryProps) {
  if (post.html === undefined) return <PreviewPost post={post} badge={badge} heading={Heading} />
  return (
    <article className="entry entry-short" data-href={postHref(post.id)}>
      <EntryDay post={post} badge={badge} />
      <div className="entry-body">
        <Heading className="card-title" dir="auto">
          <a href={postHref(post.id)}>{post.title}</a>
        </Heading>
        <Prose id={post.id} html={post.html} className="prose-short" />
        <TagList tags={post.tags} list={listOfType(post.type)} />
      </div>
    </article>
  )
}

function EntryDay({ post, badge }: { post: PostSummary; badge: boolean }) {
  return (
    <p className="meta meta-dots entry-meta">
      <PostDay post={post} />
      {badge && <TypeBadge type={post.type} />}
      <span>
        {post.type === 'essay' ? formatMinutes(post.reading_minutes) : formatWords(post.word_count)}
      </span>
    </p>
  )
}

/** A row of the home page's 'Links': where it leads and what is said about it. */
export function LinkPost({ post }: { post: PostSummary }) {
  return (
    <article className="link-post">
      <CardLink post={post} heading="h3" text={post.excerpt}>
        <p className="meta meta-dots">
          <PostDay post={post} />
          {post.url && (
            <span className="link-host">
              <bdi>{hostOf(post.url)}</bdi>
              <Icon name="arrow-up-right" size={14} />
            </span>
          )}
        </p>
      </CardLink>
    </article>
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url
}
