/** A list of things worth reading or using, as its content file has it. */

import type { ResourcePageAnswer } from '#domain/answers/public-answers.ts'
import type { Resource } from '#domain/site.ts'
import { type PageProps, useApp } from '../app-context.ts'
import { Icon } from '../components/frame/icon.tsx'
import { Empty, Failure, Waiting } from '../components/frame/notices.tsx'
import { PageHeading } from '../components/frame/page-heading.tsx'
import { useFailureToast, useQuery } from '../data/use-query.ts'
import { resourceQuery } from '../start/page-queries.ts'

const FAILED = 'Failed to load this list'

export function ResourcesPage({ params }: PageProps) {
  const { queries } = useApp()
  const path = resourceQuery(params.page ?? '')
  const state = useQuery<ResourcePageAnswer>(path)
  useFailureToast(state, FAILED)
  const page = state.answer?.data
  return (
    <>
      <PageHeading title={page?.title ?? 'Resources'}>
        {page?.intro && <p dir="auto">{page.intro}</p>}
      </PageHeading>
      {state.status === 'loading' && <Waiting text="Loading..." shape="resource" count={2} />}
      {state.status === 'failed' && <Failure text={FAILED} onRetry={() => queries.retry(path)} />}
      {page && page.items.length === 0 && <Empty title="Nothing on this list yet." />}
      {page && page.items.length > 0 && (
        <ul className="resource-list">
          {page.items.map((resource) => (
            <li key={resource.url}>
              <ResourceCard resource={resource} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function ResourceCard({ resource }: { resource: Resource }) {
  const { title, category, badge, description, url } = resource
  return (
    <article className="resource">
      <p className="meta meta-dots">
        <span>
          <bdi>{category}</bdi>
        </span>
        <span className={`resource-badge badge-${badge.toLowerCase()}`}>{badge}</span>
      </p>
      <h2 className="card-title" dir="auto">
        {title}
      </h2>
      <p className="card-text" dir="auto">
        {description}
      </p>
      <a className="button" href={url} target="_blank" rel="noopener noreferrer">
        Visit
        <span className="visually-hidden"> {title} (opens in a new tab)</span>
        <Icon name="external" size={16} />
      </a>
    </article>
  )
}
