/** Posts that were deleted, each of which can come back. */
import type { DeletedPost } from '#domain/answers/admin-answers.ts'
import { Fold, MomentText, ReadList, RowButton } from '../frame/parts.tsx'
import { useLiveRead } from '../frame/use-read.ts'
import { restoreDeleted } from './post-calls.ts'

export function DeletedPosts() {
  return <Fold title="Deleted posts">{() => <DeletedList />}</Fold>
}

function DeletedList() {
  const read = useLiveRead<readonly DeletedPost[]>('/posts/deleted')
  return (
    <ReadList name="deleted posts" read={read}>
      {(posts) => (
        <ul className="admin-rows">
          {posts.map((post) => (
            <li key={post.commit + post.id} className="admin-row">
              <div className="admin-row-words">
                <p className="admin-row-title" dir="auto">
                  {post.title}
                </p>
                <p className="meta">
                  Deleted <MomentText at={post.deleted_at} />
                </p>
              </div>
              <RowButton
                label="Restore"
                about={post.title}
                onClick={() => void restoreDeleted(post)}
              />
            </li>
          ))}
        </ul>
      )}
    </ReadList>
  )
}
