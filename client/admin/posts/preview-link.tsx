/** A link that shows a post before it is published: copied for a friend, and revoked. */
import { formatShortDay } from '#domain/days/day.ts'
import type { Post } from '#domain/post.ts'
import { addToast, dismissErrors } from '../../state/toasts.ts'
import { call } from '../frame/admin-api.ts'
import { showFailed } from '../frame/messages.ts'
import { postPath } from './post-actions.ts'

type Linked = Pick<Post, 'id' | 'title'>

const linkPath = (id: string) => `${postPath(id)}/preview-link`
const topicOf = (id: string) => `preview link ${id}`

/** Makes a link and copies it; where that is not allowed a message shows it. */
export async function copyPreviewLink(post: Linked): Promise<void> {
  const { id, title } = post
  const asked = call<{ url: string; expires_at: string }>('POST', linkPath(id))
  const copying = copyComing(asked.then(({ data }) => data.url))
  try {
    const { url, expires_at } = (await asked).data
    const isCopied = await copying
    dismissErrors(topicOf(id))
    addToast({
      title: isCopied ? 'Preview link copied' : 'Copy this preview link by hand',
      description: isCopied
        ? `Anyone who has it sees the saved text until ${formatShortDay(expires_at.slice(0, 10))}.`
        : url,
      about: title,
      tone: 'success',
      action: { label: 'Revoke', run: () => void revokePreviewLink(post) },
      isLasting: !isCopied,
    })
  } catch (error) {
    showFailed('Failed to make a preview link', error, topicOf(id))
  }
}

/** Begun within the click, before the text is there: Safari allows no copying later. */
async function copyComing(text: Promise<string>): Promise<boolean> {
  const coming = text.then((words) => new Blob([words], { type: 'text/plain' }))
  // The caller that waits for the text shows a failure.
  coming.catch(() => null)
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': coming })])
    return true
  } catch {
    return false
  }
}

async function revokePreviewLink({ id, title }: Linked): Promise<void> {
  try {
    await call('DELETE', linkPath(id))
    dismissErrors(topicOf(id))
    addToast({
      title: 'Preview link revoked',
      description: 'All links to this post no longer work.',
      about: title,
      tone: 'success',
    })
  } catch (error) {
    showFailed('Failed to revoke the preview link', error, topicOf(id))
  }
}

/** In the form of a post that was saved and that nobody else can read yet. */
export function PreviewLinkField({ post }: { post: Linked }) {
  return (
    <fieldset className="admin-field">
      <legend className="admin-label">Show it to a friend</legend>
      <p className="admin-hint">
        Anyone who has the link sees the text as it was last saved, for seven days.
      </p>
      <div className="preview-link-buttons">
        <button
          type="button"
          className="button button-small"
          onClick={() => void copyPreviewLink(post)}
        >
          Copy preview link
        </button>
        <button
          type="button"
          className="button button-small"
          onClick={() => void revokePreviewLink(post)}
        >
          Revoke preview link
        </button>
      </div>
    </fieldset>
  )
}
