/** Posts that were deleted, each of which can come back. */
import type { DeletedPost } from '#domain/answers/admin-answers.ts'
import { Fold, MomentText, ReadList, Row } from '../frame/parts.tsx'
import { useLiveRead } from '../frame/use-read.ts'
import { restoreDeleted } from './post-calls.ts'

export function DeletedPosts() {
  return <Fold title="Deleted posts">{() => <DeletedList />}</Fold>
}

function DeletedList() {
  const read = useLiveRead<readonly DeletedPost[]>('/posts/deleted')
  return (
    <ReadList name="deleted posts" read={read}>
      {(post) => (
        <Row
          key={post.commit + post.id}
          about={post.title}
          actions={[{ label: 'Restore', onClick: () => restoreDeleted(post) }]}
        >
          <p className="meta">
            <span>
              Deleted <MomentText at={post.deleted_at} />
            </span>
          </p>
        </Row>
      )}
    </ReadList>
  )
}
