/** The list of all posts with search, twenty at a time; a row opens the editor. */
import { Link } from 'wouter'
import type { PostListMeta } from '#domain/answers/public-answers.ts'
import { formatShortDay } from '#domain/days/day.ts'
import type { Post, PostSummary } from '#domain/post.ts'
import { postState } from '#domain/post-state.ts'
import { useApp } from '../../app-context.ts'
import { Empty } from '../../components/frame/parts.tsx'
import { postHref, TypeBadge } from '../../components/post-card.tsx'
import { useErrorToast } from '../../data/use-query.ts'
import { postQuery } from '../../start/page-queries.ts'
import { unsavedNames } from '../forms/unsaved.ts'
import { write } from '../frame/messages.ts'
import { FROM_LIST } from '../frame/panel-address.ts'
import { Actions, Button, ReadState, Row } from '../frame/parts.tsx'
import { useLiveRead, useRead } from '../frame/use-read.ts'
import { CommitList, TwoTexts } from '../versions/two-texts.tsx'
import { copyPreviewLink, deletePost, POST_UPDATED, toggleFeatured } from './post-calls.ts'
import { postFields } from './post-fields.tsx'

const LIST_PART = 20
/** The API's limit. */
const LIMIT_MAX = 100

const STATE_MARKS = {
  live: null,
  scheduled: ['Scheduled', 'tone-blue'],
  draft: ['Draft', 'tone-gray'],
} as const

/** Beginning of the names of the unsaved texts of new posts. */
export const NEW_POST = 'post-new:'

export const editButtonId = (id: string) => `edit-${id}`

/** What of the list is kept while an editor covers it. */
interface ListState {
  /** Words of the search. */
  words: string
  /** Number of posts to show. */
  count: number
}

export const NEWEST_POSTS: ListState = { words: '', count: LIST_PART }

interface PostListProps {
  list: ListState
  onList: (list: ListState) => void
  /** Opens the form of a query. */
  onOpen: (query: string) => void
}

export function PostList({ list, onList, onOpen }: PostListProps) {
  const { words, count } = list
  const q = words.trim()
  const options = new URLSearchParams({ view: 'summary', ...(q && { q }) })
  return (
    <section className="stack admin-list" aria-label="Posts" tabIndex={-1}>
      <input
        type="search"
        className="input"
        aria-label="Search posts"
        placeholder="Search posts"
        dir="auto"
        value={words}
        onChange={({ target }) => onList({ words: target.value, count: LIST_PART })}
      />
      <UnsavedTexts />
      <PostRows
        path={`/posts/admin?${options}`}
        first={0}
        count={count}
        empty={
          q ? 'No posts match.' : 'Start your accountability journey by creating your first post!'
        }
        onMore={() => onList({ words, count: count + LIST_PART })}
        onOpen={onOpen}
      />
    </section>
  )
}

interface PostRowsProps {
  /** Query path without its limit. */
  path: string
  /** Number of posts before these. */
  first: number
  /** Number of posts to show. */
  count: number
  empty: string
  onMore: () => void
  onOpen: (query: string) => void
}

/** The first posts of a query, and after the API's limit those that follow. */
function PostRows({ path, first, count, empty, onMore, onOpen }: PostRowsProps) {
  const limit = Math.min(count, LIMIT_MAX)
  const read = useLiveRead<PostSummary[], PostListMeta>(`${path}&limit=${limit}`)
  useErrorToast(read.error && 'Failed to load posts', read.error ?? '')
  const { data, meta } = read
  if (data === null) return <ReadState read={read} name="posts" failed="Failed to load posts" />
  if (first + data.length === 0) return <Empty title={empty} />
  const { next_cursor = null, total = 0 } = meta ?? {}
  const [shown, more] = [first + data.length, count - limit]
  return (
    <>
      <ul className="admin-rows">
        {data.map((post) => (
          <PostRow key={post.id} post={post} onOpen={onOpen} />
        ))}
      </ul>
      {next_cursor !== null && more > 0 && (
        <PostRows
          path={`${path}&cursor=${encodeURIComponent(next_cursor)}`}
          first={shown}
          count={more}
          {...{ empty, onMore, onOpen }}
        />
      )}
      {more <= 0 && shown < total && (
        <p className="row">
          <Button onClick={onMore}>Load more</Button>
          <span className="admin-hint" role="status">
            {`${shown} of ${total} posts`}
          </span>
        </p>
      )}
    </>
  )
}

/** Links to the forms with an unsaved text in this browser. */
function UnsavedTexts() {
  const saved = unsavedNames('post:').map((name) => {
    const id = name.slice('post:'.length)
    return { label: id, search: `edit=${encodeURIComponent(id)}` }
  })
  const unsaved = unsavedNames(NEW_POST).map((name) => {
    return { label: 'New post', search: name.slice(NEW_POST.length) }
  })
  if (saved.length + unsaved.length === 0) return null
  return (
    <p className="row small unsaved-texts">
      <span>Unsaved:</span>
      {[...saved, ...unsaved].map(({ label, search }) => (
        <Link key={search} href={`/admin/blog?${search}`} state={FROM_LIST} dir="auto">
          {label}
        </Link>
      ))}
    </p>
  )
}

function PostRow({ post, onOpen }: { post: PostSummary } & Pick<PostListProps, 'onOpen'>) {
  const { id, title, day, type, featured, draft, tags } = post
  const state = postState({ draft, instant: Date.parse(post.created_at) }, Date.now())
  const mark = STATE_MARKS[state]
  const query = `edit=${encodeURIComponent(id)}`
  return (
    <Row
      about={title}
      href={`/admin/blog?${query}`}
      actions={[
        { label: featured ? 'Unfeature' : 'Feature', onClick: () => toggleFeatured(post) },
        { label: 'Edit', id: editButtonId(id), onClick: () => onOpen(query) },
        { label: 'Delete', isDanger: true, onClick: () => deletePost(post) },
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

function MoreOfPost({ post, isLive }: { post: PostSummary; isLive: boolean }) {
  const { id, title } = post
  const show = isLive
    ? { label: 'View', onClick: () => void open(postHref(id), '_blank', 'noopener') }
    : { label: 'Copy preview link', onClick: () => copyPreviewLink(post) }
  const history = { label: 'History', content: () => <PostHistory post={post} /> }
  return <Actions about={title} actions={[show, history]} />
}

function PostHistory({ post }: { post: PostSummary }) {
  const compare = (commit: string) => ({
    label: 'Compare',
    content: () => <Version post={post} commit={commit} />,
  })
  return (
    <section className="box" aria-label={`History of ${post.title}`}>
      <CommitList
        path={`/history?post=${encodeURIComponent(post.id)}`}
        actions={({ commit }) => [compare(commit)]}
      />
    </section>
  )
}

/** Compares the post at a commit with the current one. */
function Version({ post: { id }, commit }: { post: PostSummary; commit: string }) {
  const { site } = useApp()
  const oldRead = useRead<Post>(`/history/${commit}?post=${encodeURIComponent(id)}`)
  const currentRead = useLiveRead<Post[]>(`/posts/admin?id=${encodeURIComponent(id)}`)
  const [old, current] = [oldRead.data, currentRead.data?.[0]]
  if (currentRead.data?.length === 0) return <p className="admin-fault">Post not found</p>
  if (!old || !current) return <ReadState read={old ? currentRead : oldRead} name="both versions" />
  const table = postFields(site.time_zone)
  const [fields, savedFields] = [table.fieldsOf(old), table.fieldsOf(current)]
  const [oldText, currentText] = [table.textOf(fields), table.textOf(savedFields)]
  const isSame = oldText === currentText && old.type === current.type
  const restore = () => {
    const { revision } = current
    const state = { version: current, revision, savedFields, fields }
    // Restores types that the form does not offer, too.
    const type = old.type === current.type ? {} : { type: old.type }
    return write<Post>({
      method: 'PUT',
      path: postQuery(id),
      body: { ...table.bodyOf(state), ...type },
      saved: ({ title }) => ({ ...POST_UPDATED, about: title }),
      failed: 'Failed to restore',
    })
  }
  return (
    <TwoTexts
      hint={
        isSame
          ? 'The post is as it was then.'
          : 'Struck through is what this version had; underlined is what the post has now.'
      }
      before={oldText}
      after={currentText}
      choices={isSame ? {} : { 'Restore this version': restore }}
    />
  )
}
