/** Posts that were deleted, each of which can come back. */
import type { DeletedPost } from '#domain/answers/admin-answers.ts'
import { OpenedList } from '../frame/opened-list.tsx'
import { MomentText } from '../frame/time-text.tsx'
import { restoreDeleted } from './post-actions.ts'
import { usePostList } from './post-list-query.ts'

export function DeletedPosts() {
  // A list that was loaded again means that something was deleted or came back.
  const posts = usePostList((state) => state.posts)
  return (
    <OpenedList<DeletedPost>
      title="Deleted posts"
      name="deleted posts"
      path="/posts/deleted"
      cause={posts}
    >
      {(deleted) => <DeletedList posts={deleted} />}
    </OpenedList>
  )
}

function DeletedList({ posts }: { posts: readonly DeletedPost[] }) {
  return (
    <ul className="admin-rows">
      {posts.map((post) => (
        <li key={post.commit + post.id} className="admin-row">
          <div className="admin-row-words">
            <p className="admin-row-title" dir="auto">
              {post.title}
            </p>
            <p className="meta meta-dots">
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
