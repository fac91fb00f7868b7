/** A page of the author: title and text of a file in `pages/`. */
import type { PageAnswer } from '#domain/answers/public-answers.ts'
import type { PageProps } from '../app-context.ts'
import { Loaded, PageHeading } from '../components/frame/parts.tsx'
import { Prose } from '../components/prose.tsx'
import { useQuery } from '../data/use-query.ts'
import { pageQuery } from '../start/page-queries.ts'
import { NotFoundPage, useIsUnknown } from './not-found-page.tsx'

export function OwnPage({ params }: PageProps) {
  const path = pageQuery(params.pageId ?? '')
  const { answer } = useQuery<PageAnswer>(path)
  if (useIsUnknown(path)) return <NotFoundPage />
  return (
    <article className="article">
      <PageHeading title={answer?.data.title ?? 'Page'} />
      <Loaded<PageAnswer> path={path} failed="Failed to load this page">
        {({ data }) => <Prose html={data.html} />}
      </Loaded>
    </article>
  )
}
