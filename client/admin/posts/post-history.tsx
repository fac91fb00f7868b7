/** The commits of one post; each can be compared with the post of now, and restored. */
import type { Post, PostSummary } from '#domain/post.ts'
import { useApp } from '../../app-context.ts'
import { write } from '../frame/messages.ts'
import { ReadState } from '../frame/parts.tsx'
import { useRead } from '../frame/use-read.ts'
import { CommitList } from '../versions/commit-list.tsx'
import { TwoTexts } from '../versions/two-texts.tsx'
import { POST_UPDATED, postPath } from './post-calls.ts'
import { postFields } from './post-fields.tsx'

export function PostHistory({ post }: { post: PostSummary }) {
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

/** The post at a commit against the post of now. */
function Version({ post: { id, revision }, commit }: { post: PostSummary; commit: string }) {
  const { site } = useApp()
  const then = useRead<Post>(`/history/${commit}?post=${encodeURIComponent(id)}`)
  const today = useRead<Post[]>(`/posts/admin?id=${encodeURIComponent(id)}`, revision)
  const [old, now] = [then.data, today.data?.[0]]
  if (today.data?.length === 0) return <p className="admin-fault">Post not found</p>
  if (!old || !now) return <ReadState read={old ? today : then} name="both versions" />
  const table = postFields(site.time_zone)
  const [fields, start] = [table.fieldsOf(old), table.fieldsOf(now)]
  const [before, after] = [table.textOf(fields), table.textOf(start)]
  const isSame = before === after && old.type === now.type
  const restore = () => {
    const state = { version: now, revision: now.revision, start, fields, createKey: '' }
    // Types that the form does not know come back too.
    const type = old.type === now.type ? {} : { type: old.type }
    return write<Post>({
      method: 'PUT',
      path: postPath(id),
      body: { ...table.updateBody(state), ...type },
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
      before={before}
      after={after}
      choices={isSame ? [] : [{ label: 'Restore this version', onTake: () => void restore() }]}
    />
  )
}
