/** A post that is not published yet, for anyone with a preview link to it. */
import type { PreviewAnswer } from '#domain/answers/public-answers.ts'
import type { PageProps } from '../app-context.ts'
import { DayText } from '../components/post-meta.tsx'
import { useQuery } from '../data/use-query.ts'
import { previewQuery } from '../start/page-queries.ts'
import { Lost } from './not-found-page.tsx'
import { Article } from './post-page.tsx'

const ENDED = 'This preview link has ended'
const WHY =
  'Preview links last seven days, unless they are revoked before. Ask the author for a new one.'

/** Always rendered by the server first, which leads to the post once it is published. */
export function PreviewPage({ params }: PageProps) {
  const { answer } = useQuery<PreviewAnswer>(previewQuery(params.token ?? ''))
  if (!answer) return <Lost title={ENDED} text={WHY} />
  const { data: post, meta } = answer
  return (
    <Article
      post={post}
      meta={meta}
      before={
        meta &&
        'expires_at' in meta && (
          <p className="preview-note">
            <strong>Preview.</strong> This is not published. Only people with this link can see it,
            until <DayText day={meta.expires_at.slice(0, 10)} />.
          </p>
        )
      }
    />
  )
}
