/** A post that is not published yet, for whoever has a preview link to it. */
import { useEffect } from 'react'
import type { PostMeta, PreviewAnswer, PreviewMeta } from '#domain/answers/public-answers.ts'
import type { PageProps } from '../app-context.ts'
import { Waiting } from '../components/frame/notices.tsx'
import { postHref } from '../components/post-card.tsx'
import { DayText } from '../components/post-meta.tsx'
import type { QueryFailure } from '../data/query-store.ts'
import { useQuery } from '../data/use-query.ts'
import { navigateTo } from '../start/history-entries.ts'
import { previewQuery } from '../start/page-queries.ts'
import { Article } from './post-page.tsx'

export function PreviewPage({ params }: PageProps) {
  const state = useQuery<PreviewAnswer>(previewQuery(params.token ?? ''))
  const post = state.answer?.data
  const expiresAt = endOf(state.answer?.meta)
  const published = post && expiresAt === null ? post.id : null
  useEffect(() => {
    if (published !== null) navigateTo(postHref(published), { replace: true })
  }, [published])
  if (state.status === 'failed') return <EndedLink failure={state.failure} />
  if (!post) return <Waiting text="Loading preview..." shape="article" count={1} />
  return (
    <Article
      post={post}
      meta={undefined}
      before={
        expiresAt && (
          <p className="preview-note">
            <strong>Preview.</strong> This is not published. Only people with this link can see it,
            until <DayText day={expiresAt.slice(0, 10)} />.
          </p>
        )
      }
    />
  )
}

/** When the link ends; null for a post that everyone can see meanwhile. */
function endOf(meta: PreviewMeta | PostMeta | undefined): string | null {
  return meta && 'expires_at' in meta ? meta.expires_at : null
}

function EndedLink({ failure }: { failure: QueryFailure }) {
  const hasEnded = failure.statusCode === 404
  return (
    <div className="lost">
      {hasEnded && (
        <p className="lost-number" aria-hidden="true">
          404
        </p>
      )}
      <h1 className="page-title" tabIndex={-1}>
        {hasEnded ? 'This preview link has ended' : 'Failed to load the preview'}
      </h1>
      <p className="lost-text">
        {hasEnded
          ? 'Preview links last seven days, unless they are revoked before. Ask the author for a new one.'
          : 'Please try again in a moment.'}
      </p>
      <a className="button button-primary" href="/">
        Return to Home
      </a>
    </div>
  )
}
