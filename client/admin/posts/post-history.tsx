/** The commits of one post; one of them shown as the words it would change, to be restored. */
import { useEffect, useMemo, useState } from 'react'
import type { HistoryEntry, SavedMeta } from '#domain/answers/admin-answers.ts'
import type { Post, PostSummary } from '#domain/post.ts'
import { useApp } from '../../app-context.ts'
import { Failure } from '../../components/frame/notices.tsx'
import { TextDiff } from '../conflicts/text-diff.tsx'
import { call, sentenceOf } from '../frame/admin-api.ts'
import { MESSAGES, showFailed, showSaved } from '../frame/messages.ts'
import { MomentText } from '../frame/time-text.tsx'
import { useLoaded } from '../frame/use-loaded.ts'
import { postPath, postsChanged, readPost } from './post-actions.ts'
import { fieldsOf, updateBody } from './post-form.ts'

const SHOWN = 20

export function PostHistory({ post }: { post: PostSummary }) {
  const path = `/history?post=${encodeURIComponent(post.id)}`
  // A save of this post is another entry.
  const { data: entries, fault, reload } = useLoaded<HistoryEntry[]>(path, post.revision)
  const [shown, setShown] = useState(SHOWN)
  const [chosen, setChosen] = useState<string | null>(null)
  if (fault !== null && entries === null) {
    return <Failure text={fault} onRetry={() => void reload()} />
  }
  return (
    <section className="history" aria-label={`History of ${post.title}`} aria-busy={!entries}>
      {entries?.length === 0 && <p className="admin-hint">This post is not committed yet.</p>}
      <ol className="history-entries">
        {entries?.slice(0, shown).map((entry) => (
          <li key={entry.commit}>
            <button
              type="button"
              className="history-entry"
              aria-expanded={chosen === entry.commit}
              onClick={() => setChosen(chosen === entry.commit ? null : entry.commit)}
            >
              <span className="history-subject" dir="auto">
                {entry.subject}
              </span>
              <span className="meta meta-dots">
                <MomentText at={entry.date} />
                <span>{entry.author}</span>
                <span>{entry.commit.slice(0, 7)}</span>
              </span>
            </button>
            {chosen === entry.commit && (
              <Version key={post.revision} post={post} commit={entry.commit} />
            )}
          </li>
        ))}
      </ol>
      {entries && entries.length > shown && (
        <button type="button" className="button" onClick={() => setShown(shown + SHOWN)}>
          Load more
        </button>
      )}
    </section>
  )
}

/** The post at a commit against the post as it is now. */
function Version({ post, commit }: { post: PostSummary; commit: string }) {
  const { site } = useApp()
  const { posts, fault } = useVersions(post.id, commit)
  const texts = useMemo(() => posts && { old: textOf(posts.old), now: textOf(posts.now) }, [posts])
  if (fault !== null) return <p className="admin-fault">{fault}</p>
  if (!posts || !texts) return null
  const isSame = texts.old === texts.now
  const restore = async () => {
    const { old, now } = posts
    const body = updateBody(fieldsOf(old, site.time_zone), {
      start: fieldsOf(now, site.time_zone),
      typeTouched: false,
      revision: now.revision,
    })
    const type = old.type === now.type ? {} : { type: old.type }
    try {
      const sent = { ...body, ...type }
      const { data, meta } = await call<Post, SavedMeta>('PUT', postPath(post.id), sent)
      showSaved({ ...MESSAGES.postUpdated, about: data.title }, meta, {
        changed: postsChanged,
        topic: commit,
      })
    } catch (error) {
      showFailed('Failed to restore', error, commit)
    }
    postsChanged()
  }
  return (
    <div className="history-version">
      <p className="admin-hint">
        {isSame
          ? 'The post is as it was then.'
          : 'Struck through is what this version had; underlined is what the post has now.'}
      </p>
      <TextDiff before={texts.old} after={texts.now} />
      {!isSame && (
        <button
          type="button"
          className="button button-small"
          onClick={(event) => {
            // This goes with the difference; the focus stays with its entry.
            event.currentTarget.closest('li')?.querySelector('button')?.focus()
            void restore()
          }}
        >
          Restore this version
        </button>
      )}
    </div>
  )
}

/** The post at a commit, and as it is now. */
function useVersions(id: string, commit: string) {
  const [posts, setPosts] = useState<{ old: Post; now: Post }>()
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    const path = `/history/${commit}?post=${encodeURIComponent(id)}`
    Promise.all([call<Post>('GET', path), readPost(id)]).then(
      ([{ data }, now]) => {
        if (!gone && now) setPosts({ old: data, now })
      },
      (error: unknown) => {
        if (!gone) setFault(sentenceOf(error))
      },
    )
    return () => {
      gone = true
    }
  }, [id, commit])
  return { posts, fault }
}

/** What a version says, fields first. */
function textOf({ type, title, url, tags, featured, draft, content }: Post): string {
  const names = tags.map(({ name }) => name).join(', ')
  const flags = [featured && 'featured', draft && 'draft'].filter(Boolean).join(', ')
  const lines = [title, type, url, names && `Tags: ${names}`, flags].filter(Boolean)
  return `${lines.join('\n')}\n\n${content}`
}
