/** Every post, fifty at a time: found by words, type and state, each with what can be done. */
import { memo, useDeferredValue, useEffect, useRef, useState } from 'react'
import { formatShortDay } from '#domain/days/day.ts'
import { POST_TYPES, type PostSummary } from '#domain/post.ts'
import { POST_STATES, type PostState, postState } from '#domain/post-state.ts'
import { Empty, Failure, Waiting } from '../../components/frame/notices.tsx'
import { postHref } from '../../components/post-card.tsx'
import { formatWords, TypeBadge } from '../../components/post-meta.tsx'
import { deletePost, toggleFeatured } from './post-actions.ts'
import { PostHistory } from './post-history.tsx'
import {
  filterList,
  loadMorePosts,
  NO_FILTER,
  reloadPosts,
  usePostList,
} from './post-list-query.ts'
import { copyPreviewLink } from './preview-link.tsx'

const STATE_WORDS: Record<PostState, [text: string, tone: string]> = {
  live: ['Live', 'tone-green'],
  scheduled: ['Scheduled', 'tone-blue'],
  draft: ['Draft', 'tone-gray'],
}
const TYPING_MS = 200

interface PostListProps {
  /** The post whose form was closed last. */
  closedPost: string | null
  onEdit: (id: string) => void
}

export function PostList({ closedPost, onEdit }: PostListProps) {
  const { posts: loaded, total, nextCursor, failed, loading, filter } = usePostList()
  // There are many rows: typing goes first.
  const posts = useDeferredValue(loaded)
  useFocusOnRow(closedPost, posts)
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(NO_FILTER)
  return (
    <section className="admin-list" aria-label="Posts" tabIndex={-1}>
      <ListFilters />
      {failed && posts === null && (
        <Failure text="Failed to load posts" onRetry={() => void reloadPosts()} />
      )}
      {posts === null && !failed && <Waiting text="Loading posts..." shape="entry" />}
      {posts?.length === 0 &&
        (isFiltered ? (
          <Empty title="No posts match." />
        ) : (
          <Empty title="Start your accountability journey by creating your first post!" />
        ))}
      {posts && posts.length > 0 && (
        <>
          <p className="admin-count" role="status">
            {total === posts.length ? countWords(total) : `${posts.length} of ${countWords(total)}`}
          </p>
          <ul className="admin-rows" aria-busy={loading || posts !== loaded}>
            {posts.map((post) => (
              <PostRow key={post.id} post={post} onEdit={onEdit} />
            ))}
          </ul>
          {nextCursor !== null && (
            <button
              type="button"
              className="button"
              disabled={loading}
              onClick={() => void loadMorePosts()}
            >
              Load more
            </button>
          )}
        </>
      )}
    </section>
  )
}

/** Leads the focus from a form that has closed to its post's row, unless it has moved on since. */
function useFocusOnRow(id: string | null, posts: readonly PostSummary[] | null): void {
  const wanted = useRef(id)
  const focusAtFirst = useRef<Element | null>(null)
  useEffect(() => {
    focusAtFirst.current ??= document.activeElement
    const button = wanted.current && document.getElementById(editButtonId(wanted.current))
    if (!posts || !button || document.activeElement !== focusAtFirst.current) return
    wanted.current = null
    button.focus()
  }, [posts])
}

const editButtonId = (id: string) => `edit-${id}`

/** The row goes with its post: the focus stays in the list, on what is never pressed by mistake. */
function focusBeside(row: Element | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const target =
    beside?.querySelector('[id^="edit-"]') ?? row?.closest('.admin-list') ?? document.body
  if (target instanceof HTMLElement) target.focus()
}

const countWords = (count: number) => (count === 1 ? '1 post' : `${count} posts`)

function ListFilters() {
  const filter = usePostList((state) => state.filter)
  const [words, setWords] = useState(filter.q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setWords(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void filterList({ q: text }), TYPING_MS)
  }
  return (
    <search className="admin-filters">
      <label className="admin-field">
        <span className="admin-label">Search posts</span>
        <input
          type="search"
          className="input"
          dir="auto"
          value={words}
          onChange={(event) => type(event.target.value)}
        />
      </label>
      <label className="admin-field">
        <span className="admin-label">Type</span>
        <select
          className="input"
          value={filter.type}
          // The options are the types.
          onChange={(event) => void filterList({ type: event.target.value as typeof filter.type })}
        >
          <option value="">All types</option>
          {POST_TYPES.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="admin-field">
        <span className="admin-label">State</span>
        <select
          className="input"
          value={filter.state}
          // The options are the states.
          onChange={(event) => void filterList({ state: event.target.value as PostState | '' })}
        >
          <option value="">All states</option>
          {POST_STATES.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </search>
  )
}

interface PostRowProps {
  post: PostSummary
  onEdit: (id: string) => void
}

/** Further posts do not render those above them again. */
const PostRow = memo(function PostRow({ post, onEdit }: PostRowProps) {
  const [historyOpen, setHistoryOpen] = useState(false)
  const { id, title, day, type, featured, draft, tags } = post
  const state = postState({ draft, instant: Date.parse(post.created_at) }, Date.now())
  const [stateText, tone] = STATE_WORDS[state]
  return (
    <li className="admin-row">
      <div className="admin-row-words">
        <p className="admin-row-title" dir="auto">
          {state === 'live' ? (
            <a href={postHref(id)} target="_blank" rel="noopener">
              {title}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          ) : (
            title
          )}
        </p>
        <p className="meta meta-dots">
          <TypeBadge type={type} />
          <span className={`status ${tone}`}>{stateText}</span>
          <time dateTime={day}>{formatShortDay(day)}</time>
          <span>{formatWords(post.word_count)}</span>
          {featured && <span className="status tone-yellow">Featured</span>}
          {tags.length > 0 && <span>{tags.map(({ name }) => name).join(', ')}</span>}
        </p>
      </div>
      <div className="admin-row-buttons">
        {state !== 'live' && (
          <button
            type="button"
            className="button button-small"
            aria-label={`Copy preview link: ${title}`}
            onClick={() => void copyPreviewLink(post)}
          >
            Copy preview link
          </button>
        )}
        <button
          type="button"
          className="button button-small"
          aria-label={`${featured ? 'Unfeature' : 'Feature'}: ${title}`}
          onClick={() => void toggleFeatured(post)}
        >
          {featured ? 'Unfeature' : 'Feature'}
        </button>
        <button
          type="button"
          id={editButtonId(id)}
          className="button button-small"
          aria-label={`Edit: ${title}`}
          onClick={() => onEdit(id)}
        >
          Edit
        </button>
        <button
          type="button"
          className="button button-small"
          aria-label={`History: ${title}`}
          aria-expanded={historyOpen}
          onClick={() => setHistoryOpen(!historyOpen)}
        >
          History
        </button>
        <button
          type="button"
          className="button button-small button-danger"
          aria-label={`Delete: ${title}`}
          onClick={(event) => {
            focusBeside(event.currentTarget.closest('li'))
            void deletePost(post)
          }}
        >
          Delete
        </button>
      </div>
      {historyOpen && <PostHistory post={post} />}
    </li>
  )
})
