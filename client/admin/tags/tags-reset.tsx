/** Makes the default tags the list of tags again: what that changes, and its button. */
import type { CountedTag } from '#domain/tag.ts'
import { useLoaded } from '../frame/use-loaded.ts'
import { resetTags } from '../posts/post-actions.ts'
import { usePostList } from '../posts/post-list-query.ts'
import { resetWords } from './tag-words.ts'

export function TagsReset() {
  // A list of posts that was loaded again means that something was saved or undone.
  const posts = usePostList((state) => state.posts)
  const { data: tags } = useLoaded<CountedTag[]>('/posts/tags', posts)
  return (
    <section className="tags-reset" aria-labelledby="tags-reset">
      <div className="admin-row-words">
        <h2 id="tags-reset" className="admin-subtitle">
          Default tags
        </h2>
        <p className="admin-hint" id="tags-reset-words">
          {tags && resetWords(tags)} Posts and projects keep their tags.
        </p>
      </div>
      <button
        type="button"
        className="button"
        aria-describedby="tags-reset-words"
        onClick={() => void resetTags()}
      >
        Reset Tags
      </button>
    </section>
  )
}
