/** A deadline project: its title and its check-ins. */
import { Link } from 'wouter'
import type { PostListAnswer, ProjectAnswer } from '#domain/answers/public-answers.ts'
import type { PageProps } from '../app-context.ts'
import { Loaded, PageHeading } from '../components/frame/parts.tsx'
import { postHref } from '../components/post-card.tsx'
import { useQuery } from '../data/use-query.ts'
import { projectPostsQuery, projectQuery } from '../start/page-queries.ts'
import { NotFoundPage, useIsUnknown } from './not-found-page.tsx'

export function ProjectPage({ params }: PageProps) {
  const id = params.projectId ?? ''
  const path = projectQuery(id)
  const { answer } = useQuery<ProjectAnswer>(path)
  if (useIsUnknown(path)) return <NotFoundPage />
  return (
    <article>
      <PageHeading title={answer?.data.title ?? 'Project'} />
      <Loaded<PostListAnswer> path={projectPostsQuery(id)} failed="Failed to load the check-ins">
        {({ data }) => (
          <ul>
            {data.map((post) => (
              <li key={post.id}>
                <Link href={postHref(post.id)}>{post.title}</Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </article>
  )
}
