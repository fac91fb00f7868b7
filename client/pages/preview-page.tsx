/** A post that is not published yet, for anyone with a preview link to it. */
import type { PreviewAnswer } from '#domain/answers/public-answers.ts'
import type { PageProps } from '../app-context.ts'
import { DayText } from '../components/post-meta.tsx'
import { useQuery } from '../data/use-query.ts'
import { previewQuery } from '../start/page-queries.ts'
import { Lost } from './not-found-page.tsx'
import { Article } from './post-page.tsx'

/** The server redirects to the post once it is public; no link inside the site leads here. */
export function PreviewPage({ params }: PageProps) {
  const { answer } = useQuery<PreviewAnswer>(previewQuery(params.token ?? ''))
  if (!answer) {
    return (
      <Lost
        title="This preview link has ended"
        text="Preview links last seven days, unless they are revoked before. Ask the author for a new one."
      />
    )
  }
  const { data: post, meta } = answer
  const note = meta && 'expires_at' in meta && (
    <p className="box muted">
      <strong>Preview.</strong> This is not published. Only people with this link can see it, until{' '}
      <DayText day={meta.expires_at.slice(0, 10)} />.
    </p>
  )
  return <Article post={post} meta={meta} before={note} />
}
