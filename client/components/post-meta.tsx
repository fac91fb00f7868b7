/** The small line that says what a post is: type, day, length. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Day, formatLongDay } from '#domain/days/day.ts'
import type { PostSummary, PostType } from '#domain/post.ts'
import { formatDays } from '#domain/project.ts'
import type { Logged } from '#domain/record/logged.ts'
import type { Tag } from '#domain/tag.ts'
import { hrefOf } from '../data/list-address.ts'

const TYPE_LABELS: Record<PostType, string> = {
  essay: 'Essay',
  short: 'Short',
  link: 'Link',
  project: 'Project',
  reading: 'Reading',
}

export function TypeBadge({ type }: { type: PostType }) {
  return <span className={`type-badge type-${type}`}>{TYPE_LABELS[type]}</span>
}

/** A day in long US format. */
export function DayText({ day }: { day: Day }) {
  return <time dateTime={day}>{formatLongDay(day)}</time>
}

/** What is said of each state. */
const LOGGED_TEXTS: Record<Logged['state'], (logged: Logged) => string | null> = {
  on_time: () => null,
  late: ({ days_late }) => `Logged ${formatDays(days_late)} later`,
  imported: () => 'Imported',
  before_record: () => 'Before the record began',
  uncommitted: () => null,
  pending: () => null,
}

/** 'Logged 5 days later'; null for a post that was logged on time, or is not logged yet. */
export function loggedText(logged: Logged | undefined): string | null {
  return logged ? LOGGED_TEXTS[logged.state](logged) : null
}

/** A post's day, and when it was logged where that was another time. */
export function PostDay({
  post: { day, logged },
  href = null,
}: {
  post: PostSummary
  /** Where the day leads; null for a day without a link. */
  href?: string | null
}) {
  const text = loggedText(logged)
  return (
    <>
      {href ? (
        <Link href={href}>
          <DayText day={day} />
        </Link>
      ) : (
        <DayText day={day} />
      )}
      {text && <span className="logged">{text}</span>}
    </>
  )
}

/** '812 words', '1 word'. */
export function formatWords(count: number): string {
  return count === 1 ? '1 word' : `${count} words`
}

/** '5 min read'. */
export function formatMinutes(minutes: number): string {
  return `${minutes} min read`
}

/** Day, reading time and words, as essay cards and the post page have them. */
export function LengthMeta({ post, children }: { post: PostSummary; children?: ReactNode }) {
  return (
    <p className="meta meta-dots">
      <PostDay post={post} />
      <span>{formatMinutes(post.reading_minutes)}</span>
      <span>{formatWords(post.word_count)}</span>
      {children}
    </p>
  )
}

/** Tags in their colours, each a link to what `list` has of it; words alone where there is no list. */
export function TagList({ tags, list }: { tags: readonly Tag[]; list: string | null }) {
  if (tags.length === 0) return null
  return (
    <ul className="tags" aria-label="Tags">
      {tags.map(({ id, name, color }) => (
        <li key={id} className={`tag ${color}`} dir="auto">
          {list === null ? (
            name
          ) : (
            <Link href={hrefOf(list, { tags: [name], after: null })}>{name}</Link>
          )}
        </li>
      ))}
    </ul>
  )
}
