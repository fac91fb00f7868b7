/** Posts that were deleted, each of which can come back. */
import { type SyntheticEvent, useEffect, useState } from 'react'
import type { DeletedPost } from '#domain/answers/admin-answers.ts'
import { MomentText } from '../frame/time-text.tsx'
import { useLoaded } from '../frame/use-loaded.ts'
import { restoreDeleted } from './post-actions.ts'
import { usePostList } from './post-list-query.ts'

export function DeletedPosts() {
  const [open, setOpen] = useState(false)
  return (
    <details
      className="deleted-posts"
      onToggle={(event: SyntheticEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open)}
    >
      <summary>Deleted posts</summary>
      {open && <DeletedList />}
    </details>
  )
}

function DeletedList() {
  // A list that was loaded again means that something was deleted or came back.
  const posts = usePostList((state) => state.posts)
  const { data, fault, reload } = useLoaded<DeletedPost[]>('/posts/deleted')
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => void reload(), [posts, reload])
  if (fault !== null) return <p className="admin-fault">{fault}</p>
  if (data === null) return <p className="admin-hint">Loading deleted posts...</p>
  if (data.length === 0) return <p className="admin-hint">No deleted posts.</p>
  return (
    <ul className="admin-rows">
      {data.map((post) => (
        <li key={post.commit + post.id} className="admin-row">
          <div className="admin-row-words">
            <p className="admin-row-title" dir="auto">
              {post.title}
            </p>
            <p className="meta">
              <span>
                Deleted <MomentText at={post.deleted_at} />
              </span>
              <span>{post.commit.slice(0, 7)}</span>
            </p>
          </div>
          <div className="admin-row-buttons">
            <button
              type="button"
              className="button button-small"
              aria-label={`Restore: ${post.title}`}
              onClick={() => void restoreDeleted(post)}
            >
              Restore
            </button>
          </div>
        </li>
      ))}
    </ul>
  )
}
