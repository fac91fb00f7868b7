/**
 * Posts in lists: a card of a grid, or an entry of a timeline. The title is the link and so its
 * accessible name. On plain text the link covers the card; rendered text has other links, so there
 * a click handler follows it (app.tsx).
 */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { postPath, projectPath, tagPath } from '#domain/addresses.ts'
import { type Day, formatLongDay } from '#domain/days/day.ts'
import type { PostSummary, PostType } from '#domain/post.ts'
import { formatDays } from '#domain/project.ts'
import type { Logged } from '#domain/record/logged.ts'
import type { Tag } from '#domain/tag.ts'
import { formatChange } from '#domain/texts/amounts.ts'
import { plural } from '#domain/texts/plural.ts'
import { useApp } from '../app-context.ts'
import { hrefOf } from '../start/page-queries.ts'
import { Icon } from './frame/parts.tsx'
import { Prose } from './prose.tsx'

/**
 * Whether a short post's title is made from its text, so it is not shown: all of the text, or its
 * first words with an ellipsis. 'Today' over 'Today I ran' was typed.
 */
export function isUntitled(post: Pick<PostSummary, 'type' | 'title' | 'excerpt'>): boolean {
  const { type, title, excerpt } = post
  const isCut = title.endsWith('…') && excerpt.startsWith(title.slice(0, -1))
  return type === 'short' && (isCut || title === excerpt)
}

interface TitledTextProps {
  post: PostSummary
  heading: 'h2' | 'h3'
  text: ReactNode
  title?: ReactNode
  /** Call to action, 'Read Essay'; decorative, since the title is the link. */
  action?: string | false
  children?: ReactNode
}

const TitleLink = ({ id, ...link }: { id: string; children: ReactNode }) => (
  <Link className="p-name u-url" href={postPath(id)} {...link} />
)

function TitledText(props: TitledTextProps) {
  const { post, heading: Heading, text, title = post.title, action, children } = props
  return (
    <div className="card-link stack">
      <Heading className="card-title" dir="auto">
        <TitleLink id={post.id}>{title}</TitleLink>
      </Heading>
      {children}
      <p className="card-text muted p-summary" dir="auto">
        {text}
      </p>
      {action && (
        <span className="card-action" aria-hidden>
          {action}
        </span>
      )}
      <AuthorCard className="p-author" />
    </div>
  )
}

/** A card of the featured block, with an excerpt of 150 characters. */
export function FeaturedCard({ post }: { post: PostSummary }) {
  return (
    <article className="box card featured-card h-entry" lang={post.lang}>
      <p className="meta">
        <TypeBadge type={post.type} />
        <PostDay post={post} />
      </p>
      <TitledText post={post} heading="h3" action="Read" text={post.excerpt} />
      <ForProject post={post} />
    </article>
  )
}

export function EssayCard({ post }: { post: PostSummary }) {
  return (
    <article className="box card h-entry" lang={post.lang}>
      <LengthMeta post={post} />
      <TitledText post={post} heading="h2" action="Read Essay" text={post.excerpt} />
      <ForProject post={post} />
      <TagList tags={post.tags} />
    </article>
  )
}

interface PostEntryProps {
  post: PostSummary
  heading: 'h2' | 'h3'
  badge?: boolean
  /** Title and excerpt of a search hit, instead of the post's. */
  hit?: { title: ReactNode; text: ReactNode }
  /** Whether it is in the list of its project, with its amount beside the day. */
  isCheckIn?: boolean
}

export function PostEntry(props: PostEntryProps) {
  const { post, heading: Heading, badge = false, hit, isCheckIn = false } = props
  const { id, type, title, html, preview, preview_cut, tags } = post
  const inFull = hit === undefined && type === 'short' ? html : undefined
  const titled = inFull === undefined || !isUntitled(post)
  return (
    <article
      className="entry h-entry"
      lang={post.lang}
      data-href={inFull === undefined ? undefined : postPath(id)}
    >
      <p className="meta entry-meta">
        {isCheckIn && <Amount post={post} />}
        <PostDay post={post} isLink={!titled} />
        {badge && <TypeBadge type={type} />}
        {!isCheckIn && (
          <span>
            {type === 'essay'
              ? formatMinutes(post.reading_minutes)
              : plural(post.word_count, 'word')}
          </span>
        )}
      </p>
      <div className="entry-body stack">
        {inFull === undefined ? (
          <TitledText
            post={post}
            heading={Heading}
            title={hit?.title}
            action={!hit && preview_cut && 'Read More'}
            text={hit?.text ?? preview}
          />
        ) : (
          <>
            {titled && (
              <Heading className="card-title" dir="auto">
                <TitleLink id={id}>{title}</TitleLink>
              </Heading>
            )}
            <Prose html={inFull} className="prose-short e-content" />
            <AuthorCard className="p-author" />
          </>
        )}
        {!isCheckIn && <ForProject post={post} />}
        <TagList tags={tags} />
      </div>
    </article>
  )
}

/** A row of the home page's 'Links': target and description. */
export function LinkPost({ post }: { post: PostSummary }) {
  return (
    <article className="link-post h-entry" lang={post.lang}>
      <TitledText post={post} heading="h3" text={post.excerpt}>
        <p className="meta">
          <PostDay post={post} />
          {post.url && (
            <span className="link-host accent">
              <bdi>{new URL(post.url).host.replace(/^www\./, '')}</bdi>
              <Icon name="arrow-up-right" size={14} />
            </span>
          )}
        </p>
      </TitledText>
      <ForProject post={post} />
    </article>
  )
}

export const TYPE_LABELS: Record<PostType, string> = {
  essay: 'Essay',
  short: 'Short',
  link: 'Link',
  project: 'Project',
  reading: 'Reading',
}

export function TypeBadge({ type }: { type: PostType }) {
  return <span className={`type-badge type-${type}`}>{TYPE_LABELS[type]}</span>
}

/** A day in long US format. @param at the exact time */
export function DayText({ day, at = day, ...time }: { day: Day; at?: string; className?: string }) {
  return (
    <time dateTime={at} {...time}>
      {formatLongDay(day)}
    </time>
  )
}

/** The author's name, by default for machines only (microformats2); with the picture if shown. */
export function AuthorCard({ className = '', isShown = false }) {
  const { name, url, image } = useApp().site.author
  return (
    <a className={`${className} h-card`.trim()} href={url ?? '/about'} hidden={!isShown}>
      {isShown && image && <img className="u-photo" src={image} alt="" width="40" height="40" />}
      {name}
    </a>
  )
}

/** 'Logged 5 days later'; null for a post logged on time or not yet. */
export function loggedText({ state, days_late }: Logged): string | null {
  if (state === 'late') return `Logged ${formatDays(days_late)} later`
  if (state === 'before_record') return 'Before the record began'
  return state === 'imported' ? 'Imported' : null
}

/** A post's day, optionally as its link, and a note if it was logged late, not if it is older. */
function PostDay({ post, isLink = false }: { post: PostSummary; isLink?: boolean }) {
  const day = <DayText day={post.day} at={post.created_at} className="dt-published" />
  const link = { className: 'u-url', href: postPath(post.id) }
  return (
    <>
      {isLink ? <Link {...link}>{day}</Link> : day}
      {post.logged?.state === 'late' && <span className="logged">{loggedText(post.logged)}</span>}
    </>
  )
}

export const formatMinutes = (minutes: number) => `${minutes} min read`

/** Day, reading time and word count, on essay cards and post pages. */
export function LengthMeta({ post, children }: { post: PostSummary; children?: ReactNode }) {
  return (
    <p className="meta">
      <PostDay post={post} />
      <span>{formatMinutes(post.reading_minutes)}</span>
      <span>{plural(post.word_count, 'word')}</span>
      {children}
    </p>
  )
}

/** 'For: Draw thirty cups +3 cups', with a link to the project; nothing without one. */
export function ForProject({ post }: { post: PostSummary }) {
  if (post.check_in === null) return null
  const { id, title } = post.check_in
  return (
    <p className="for-project small muted">
      For:{' '}
      <Link href={projectPath(id)} dir="auto">
        {title}
      </Link>{' '}
      <Amount post={post} />
    </p>
  )
}

/** What a post counts for its project, '+3 cups'; nothing if that has no goal. */
function Amount({ post: { check_in } }: { post: PostSummary }) {
  if (check_in === null || check_in.amount === null) return null
  return <strong className="amount">{formatChange(check_in.amount, check_in.unit)}</strong>
}

/** Coloured tags as links to their pages, or to `list` filtered by the tag. */
export function TagList({ tags, list }: { tags: readonly Tag[]; list?: string }) {
  if (tags.length === 0) return null
  return (
    <ul className="tags row" aria-label="Tags">
      {tags.map(({ id, name, color }) => (
        <li key={id} className={`tag ${color} p-category`} dir="auto">
          <Link href={list ? hrefOf(list, { tags: [name], after: null }) : tagPath(id)}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
