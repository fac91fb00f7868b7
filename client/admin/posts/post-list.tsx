/** Every post, fifty at a time and found by words; a row opens its editor. */
import { useDeferredValue, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { PostListMeta } from '#domain/answers/public-answers.ts'
import { formatShortDay } from '#domain/days/day.ts'
import type { PostSummary } from '#domain/post.ts'
import { postState } from '#domain/post-state.ts'
import { Empty } from '../../components/frame/notices.tsx'
import { postHref } from '../../components/post-card.tsx'
import { TypeBadge } from '../../components/post-meta.tsx'
import { useErrorToast } from '../../data/use-query.ts'
import { unsavedNames } from '../forms/unsaved.ts'
import { Actions, Button, ReadState, Row } from '../frame/parts.tsx'
import { useLiveRead } from '../frame/use-read.ts'
import { copyPreviewLink, deletePost, toggleFeatured } from './post-calls.ts'
import { PostHistory } from './post-history.tsx'

const LIST_PART = 50

const STATE_MARKS = {
  live: null,
  scheduled: ['Scheduled', 'tone-blue'],
  draft: ['Draft', 'tone-gray'],
} as const

export const editButtonId = (id: string) => `edit-${id}`

export function PostList() {
  const [words, setWords] = useState('')
  // Typing goes first.
  const q = useDeferredValue(words.trim())
  const options = new URLSearchParams({
    ...{ view: 'summary', limit: String(LIST_PART) },
    ...(q && { q }),
  })
  return (
    <section className="stack admin-list" aria-label="Posts" tabIndex={-1}>
      <input
        type="search"
        className="input"
        aria-label="Search posts"
        placeholder="Search posts"
        dir="auto"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <UnsavedTexts />
      <ListPart
        path={`/posts/admin?${options}`}
        empty={
          q ? 'No posts match.' : 'Start your accountability journey by creating your first post!'
        }
      />
    </section>
  )
}

interface ListPartProps {
  path: string
  empty: string
  cursor?: string
  /** Posts in the parts above. */
  above?: number
}

/** A part of the list, and the next one below it once that was asked for. */
function ListPart({ path, empty, cursor, above = 0 }: ListPartProps) {
  const read = useLiveRead<PostSummary[], PostListMeta>(cursor ? `${path}&cursor=${cursor}` : path)
  const [hasNext, setHasNext] = useState(false)
  const { data, meta, fault } = read
  useErrorToast(fault && 'Failed to load posts', fault ?? '')
  if (data === null) return <ReadState read={read} name="posts" failed="Failed to load posts" />
  if (data.length === 0) return <Empty title={empty} />
  const shown = above + data.length
  const next = meta?.next_cursor
  return (
    <>
      <ul className="admin-rows">
        {data.map((post) => (
          <PostRow key={post.id} post={post} />
        ))}
      </ul>
      {next && hasNext && <ListPart path={path} empty={empty} cursor={next} above={shown} />}
      {next && !hasNext && (
        <p className="row">
          <Button onClick={() => setHasNext(true)}>Load more</Button>
          <span className="admin-hint" role="status">
            {shown} of {meta.total} posts
          </span>
        </p>
      )}
    </>
  )
}

/** A line that leads to the forms with a text that this browser alone has. */
function UnsavedTexts() {
  const names = unsavedNames('post')
  if (names.length === 0) return null
  return (
    <p className="row small unsaved-texts">
      Unsaved:
      {names.map((name) => {
        const rest = name.slice('post:'.length)
        const isAddress = rest === 'new' || rest.includes('=')
        const search = isAddress ? rest : `edit=${encodeURIComponent(rest)}`
        return (
          <a key={name} href={`/admin/blog?${search}`} dir="auto">
            {isAddress ? 'New post' : rest}
          </a>
        )
      })}
    </p>
  )
}

function PostRow({ post }: { post: PostSummary }) {
  const { id, title, day, type, featured, draft, tags } = post
  const state = postState({ draft, instant: Date.parse(post.created_at) }, Date.now())
  const mark = STATE_MARKS[state]
  const address = `/admin/blog?edit=${encodeURIComponent(id)}`
  const remove = () => {
    focusBeside(document.getElementById(editButtonId(id))?.closest('li'))
    return deletePost(post)
  }
  return (
    <Row
      about={title}
      href={address}
      actions={[
        { label: featured ? 'Unfeature' : 'Feature', onClick: () => toggleFeatured(post) },
        { label: 'Edit', id: editButtonId(id), onClick: () => navigate(address) },
        { label: 'Delete', isDanger: true, onClick: remove },
        {
          label: 'More',
          sign: '⋯',
          content: () => <MoreOfPost post={post} isLive={state === 'live'} />,
        },
      ]}
    >
      <p className="meta">
        <TypeBadge type={type} />
        {mark && <span className={`status ${mark[1]}`}>{mark[0]}</span>}
        <time dateTime={day}>{formatShortDay(day)}</time>
        {featured && <span className="status tone-yellow">Featured</span>}
        {tags.length > 0 && <span>{tags.map(({ name }) => name).join(', ')}</span>}
      </p>
    </Row>
  )
}

/** The row goes with its post: the focus stays in the list, on what is never pressed by mistake. */
function focusBeside(row: Element | null | undefined): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const target = beside?.querySelector('[id^="edit-"]') ?? row?.closest('.admin-list')
  if (target instanceof HTMLElement) target.focus()
}

function MoreOfPost({ post, isLive }: { post: PostSummary; isLive: boolean }) {
  const { id, title } = post
  const show = isLive
    ? { label: 'View', onClick: () => void open(postHref(id), '_blank', 'noopener') }
    : { label: 'Copy preview link', onClick: () => copyPreviewLink(post) }
  const history = { label: 'History', content: () => <PostHistory post={post} /> }
  return <Actions about={title} actions={[show, history]} />
}
