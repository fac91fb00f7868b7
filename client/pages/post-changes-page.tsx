/** How a post changed after everybody could read it, newest change first. Behind its post's note. */
import type { PostChangesAnswer } from '#domain/answers/public-answers.ts'
import { formatLongDay } from '#domain/days/day.ts'
import type { ChangePart, PostChange, PostChanges } from '#domain/texts/post-changes.ts'
import type { PageProps } from '../app-context.ts'
import { Icon } from '../components/frame/icon.tsx'
import { Waiting } from '../components/frame/notices.tsx'
import { postHref } from '../components/post-card.tsx'
import { formatWords } from '../components/post-meta.tsx'
import { useQuery } from '../data/use-query.ts'
import { changesQuery } from '../start/page-queries.ts'
import { MissingPost } from './post-page.tsx'

export function PostChangesPage({ params }: PageProps) {
  const state = useQuery<PostChangesAnswer>(changesQuery(params.postId ?? ''))
  if (state.status === 'failed') return <MissingPost failure={state.failure} />
  if (state.status === 'loading') {
    return (
      <div className="article">
        <h1 className="visually-hidden" tabIndex={-1}>
          Changes
        </h1>
        <Waiting text="Loading changes..." shape="article" count={1} />
      </div>
    )
  }
  return <Changes post={state.answer.data} />
}

function Changes({ post }: { post: PostChanges }) {
  const { changes } = post
  return (
    <div className="article">
      <a className="back-link" href={postHref(post.id)}>
        <Icon name="arrow-left" size={16} />
        Back to the post
      </a>
      <header className="article-head">
        <h1 className="article-title changes-heading" dir="auto" tabIndex={-1}>
          Changes to “<bdi>{post.title}</bdi>”
        </h1>
        {changes.length > 0 && (
          <p className="changes-key">
            Newest first. Each shows what was <ins>added</ins> and what was <del>removed</del>.
          </p>
        )}
      </header>
      {changes.length === 0 && <p>No change of this text is on record.</p>}
      <ol className="changes">
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes may be of one second
          <Change key={index} change={change} />
        ))}
      </ol>
      {post.more && <p className="changes-more">Earlier changes are not shown.</p>}
    </div>
  )
}

function Change({ change }: { change: PostChange }) {
  return (
    <li className="change">
      <h2 className="change-heading">
        <time dateTime={change.at}>
          {formatLongDay(change.day)}, {change.at.slice(11, 16)}
        </time>
      </h2>
      <p className="meta">
        {formatWords(change.added)} added, {change.removed} removed
      </p>
      {change.title && (
        <p className="change-title" dir="auto">
          <Parts parts={change.title} />
        </p>
      )}
      {change.text.length > 0 && (
        <div className="change-text" dir="auto">
          <Parts parts={change.text} />
        </div>
      )}
      {change.text_cut && <p className="changes-more">The rest of this change is not shown.</p>}
    </li>
  )
}

function Parts({ parts }: { parts: readonly ChangePart[] }) {
  return parts.map((part, index) => {
    const key = `${index} ${part.kind}`
    if (part.kind === 'added') return <ins key={key}>{part.text}</ins>
    if (part.kind === 'removed') return <del key={key}>{part.text}</del>
    return part.kind === 'gap' ? (
      <span key={key} className="change-gap">
        {' […] '}
      </span>
    ) : (
      <span key={key}>{part.text}</span>
    )
  })
}
