/** A resource page: the list of its content file. */
import type { ResourcePageAnswer } from '#domain/answers/public-answers.ts'
import type { Resource } from '#domain/site.ts'
import { type PageProps, useQuery } from '../app-context.ts'
import { Empty, Icon, Loaded, OutLink, PageHeading } from '../components/frame/parts.tsx'
import { resourcesQuery } from '../start/page-queries.ts'
import { NotFoundPage, useIsUnknown } from './not-found-page.tsx'

export function ResourcesPage({ params }: PageProps) {
  const path = resourcesQuery(params.pageId ?? '')
  const page = useQuery<ResourcePageAnswer>(path).answer?.data
  if (useIsUnknown(path)) return <NotFoundPage />
  return (
    <>
      <PageHeading title={page?.title ?? 'Resources'}>
        {page?.intro && <p dir="auto">{page.intro}</p>}
      </PageHeading>
      <Loaded<ResourcePageAnswer> path={path} failed="Failed to load this list" shape="cards">
        {({ data: { items } }) =>
          items.length === 0 ? (
            <Empty title="Nothing on this list yet." />
          ) : (
            <ul className="cards">
              {items.map((resource) => (
                <li key={resource.url}>
                  <ResourceCard resource={resource} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

function ResourceCard({ resource }: { resource: Resource }) {
  const { title, category, badge, description, url } = resource
  return (
    <article className="box card resource">
      <p className="meta">
        <bdi>{category}</bdi>
        <span className={`badge-${badge.toLowerCase()}`}>{badge}</span>
      </p>
      <h2 className="card-title" dir="auto">
        {title}
      </h2>
      <p className="muted" dir="auto">
        {description}
      </p>
      <OutLink className="button" href={url}>
        Visit
        <span className="visually-hidden"> {title}</span>
        <Icon name="external" size={16} />
      </OutLink>
    </article>
  )
}
