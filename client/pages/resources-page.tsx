/** A resource page: the list of its content file. */
import { useLocation } from 'wouter'
import type { ResourcePageAnswer } from '#domain/answers/public-answers.ts'
import type { Resource } from '#domain/site.ts'
import { Empty, Icon, Loaded, OutLink, PageHeading } from '../components/frame/parts.tsx'
import { useQuery } from '../data/use-query.ts'

export function ResourcesPage() {
  // The query path is the path of the page.
  const [path] = useLocation()
  const page = useQuery<ResourcePageAnswer>(path).answer?.data
  return (
    <>
      <PageHeading title={page?.title ?? 'Resources'}>
        {page?.intro && <p dir="auto">{page.intro}</p>}
      </PageHeading>
      <Loaded<ResourcePageAnswer>
        path={path}
        loading="Loading..."
        failed="Failed to load this list"
        shape="cards"
      >
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
