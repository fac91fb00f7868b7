/** The list of all posts with search, twenty at a time; a row opens the editor. */
import { create } from 'zustand'
import { postPath } from '#domain/addresses.ts'
import type { PostListMeta } from '#domain/answers/public-answers.ts'
import { formatShortDay } from '#domain/days/day.ts'
import { type Post, type PostSummary, postState } from '#domain/post.ts'
import { useApp, useErrorToast, useQuery } from '../../app-context.ts'
import { Empty } from '../../components/frame/parts.tsx'
import { useParts } from '../../components/list.tsx'
import { TypeBadge } from '../../components/post-card.tsx'
import { postQuery } from '../../start/page-queries.ts'
import { unsavedOfKind } from '../forms/unsaved.ts'
import { write } from '../frame/messages.ts'
import { openForm } from '../frame/panel-address.ts'
import { Actions, Button, Read, Row, UnsavedTexts, viewAction } from '../frame/parts.tsx'
import { CommitList, TwoTexts } from '../versions/two-texts.tsx'
import { copyPreviewLink, deletePost, POST_UPDATED, toggleFeatured } from './post-calls.ts'
import { postFields } from './post-fields.tsx'

const FAILED = 'Failed to load posts'

const STATE_MARKS = {
  live: null,
  scheduled: ['Scheduled', 'tone-blue'],
  draft: ['Draft', 'tone-gray'],
} as const

/** Beginning of the names of the unsaved texts of new posts. */
export const NEW_POST = 'post-new:'

/** Text of the search field, kept while an editor covers the list. */
const useSearchText = create(() => ({ text: '' }))

export function PostList() {
  const { text } = useSearchText()
  const q = text.trim()
  const options = new URLSearchParams({ view: 'summary', limit: '20', ...(q && { q }) })
  const path = `/posts/admin?${options}`
  const [parts, add] = useParts(path)
  return (
    <section className="stack admin-list" aria-label="Posts" tabIndex={-1}>
      <input
        type="search"
        className="input"
        aria-label="Search posts"
        placeholder="Search posts"
        dir="auto"
        value={text}
        onChange={({ target }) => useSearchText.setState({ text: target.value })}
      />
      <UnsavedTexts list="/admin/blog" texts={unsavedPosts()} />
      <PostRows
        path={path}
        first={0}
        parts={parts}
        empty={
          q ? 'No posts match.' : 'Start your accountability journey by creating your first post!'
        }
        onMore={add}
      />
    </section>
  )
}

interface PostRowsProps {
  path: string
  cursor?: string
  /** Number of posts before these. */
  first: number
  parts: number
  empty: string
  onMore: () => void
}

/** A part of the posts, and those that follow. */
function PostRows({ cursor, ...props }: PostRowsProps) {
  const { path, first, parts, empty, onMore } = props
  const query = cursor ? `${path}&cursor=${encodeURIComponent(cursor)}` : path
  const { failure } = useQuery(query)
  useErrorToast(failure && FAILED, failure?.error ?? '')
  return (
    <Read<PostSummary[], PostListMeta> path={query} name="posts" failed={FAILED}>
      {(posts, meta) => {
        const count = first + posts.length
        if (count === 0) return <Empty title={empty} />
        const next = meta?.next_cursor
        return (
          <>
            <ul className="admin-rows">
              {posts.map((post) => (
                <PostRow key={post.id} post={post} />
              ))}
            </ul>
            {next && parts > 1 && (
              <PostRows {...props} cursor={next} first={count} parts={parts - 1} />
            )}
            {next && parts === 1 && (
              <p className="row">
                <Button onClick={onMore}>Load more</Button>
                <span className="admin-hint" role="status">
                  {`${count} of ${meta.total} posts`}
                </span>
              </p>
            )}
          </>
        )
      }}
    </Read>
  )
}

/** Label and query of each form with an unsaved text. */
function unsavedPosts() {
  return [
    ...unsavedOfKind('post:').map((id) => [id, `edit=${encodeURIComponent(id)}`] as const),
    ...unsavedOfKind(NEW_POST).map((query) => ['New post', query] as const),
  ]
}

function PostRow({ post }: { post: PostSummary }) {
  const { id, title, day, type, featured, draft, tags } = post
  const state = postState({ draft, instant: Date.parse(post.created_at) }, Date.now())
  const mark = STATE_MARKS[state]
  const query = `edit=${encodeURIComponent(id)}`
  return (
    <Row
      subject={title}
      href={`/admin/blog?${query}`}
      actions={[
        {
          label: featured ? 'Unfeature' : 'Feature',
          title: 'Home shows the three newest featured posts',
          onClick: () => toggleFeatured(post),
        },
        { label: 'Edit', id: `edit-${id}`, onClick: () => openForm('/admin/blog', query) },
        { label: 'Delete', isDanger: true, onClick: () => deletePost(post) },
        {
          label: 'More',
          symbol: '⋯',
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
    ? viewAction(postPath(id))
    : { label: 'Copy preview link', onClick: () => copyPreviewLink(post) }
  const history = () => (
    <section className="box" aria-label={`History of ${title}`}>
      <CommitList
        path={`/history?post=${encodeURIComponent(id)}`}
        actions={({ commit }) => [
          { label: 'Compare', content: () => <Version id={id} commit={commit} /> },
        ]}
      />
    </section>
  )
  return <Actions subject={title} actions={[show, { label: 'History', content: history }]} />
}

/** Compares the post at a commit with the current one. */
function Version({ id, commit }: { id: string; commit: string }) {
  const query = encodeURIComponent(id)
  return (
    <Read<Post> path={`/history/${commit}?post=${query}`} name="both versions">
      {(old) => (
        <Read<Post[]> path={`/posts/admin?id=${query}`} name="both versions">
          {([current]) =>
            current ? (
              <TwoVersions old={old} current={current} />
            ) : (
              <p className="admin-fault">Post not found</p>
            )
          }
        </Read>
      )}
    </Read>
  )
}

function TwoVersions({ old, current }: { old: Post; current: Post }) {
  const { site } = useApp()
  const table = postFields(site.time_zone)
  const [fields, savedFields] = [table.fieldsOf(old), table.fieldsOf(current)]
  const [before, after] = [table.textOf(fields), table.textOf(savedFields)]
  if (before === after && old.type === current.type) {
    return <p className="admin-hint">The post is as it was then.</p>
  }
  const restore = () => {
    const state = { version: current, revision: current.revision, savedFields, fields }
    // Restores types that the form does not offer, too.
    const type = old.type === current.type ? {} : { type: old.type }
    return write<Post>({
      method: 'PUT',
      path: postQuery(current.id),
      body: { ...table.bodyOf(state), ...type },
      saved: ({ title }) => ({ ...POST_UPDATED, subject: title }),
      failed: 'Failed to restore',
    })
  }
  return (
    <TwoTexts
      hint="Struck through is what this version had; underlined is what the post has now."
      before={before}
      after={after}
      choices={{ 'Restore this version': restore }}
    />
  )
}
