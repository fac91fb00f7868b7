/** Why the site is public, the areas of exploration and what was written about each. */
import type { AboutAnswer } from '#domain/answers/public-answers.ts'
import type { Area } from '#domain/site.ts'
import { useApp } from '../app-context.ts'
import { TagShares } from '../components/figures/tag-shares.tsx'
import { Failure, Waiting } from '../components/frame/notices.tsx'
import { PageHeading } from '../components/frame/page-heading.tsx'
import { Prose } from '../components/prose.tsx'
import { useQuery } from '../data/use-query.ts'
import { ABOUT_HTML_ID } from '../start/initial-data.ts'

const FAILED = 'Failed to load the text of this page'

export function AboutPage() {
  const { queries } = useApp()
  const state = useQuery<AboutAnswer>('/about')
  return (
    <>
      <PageHeading title="About" />
      <div className="about">
        <div>
          {state.status === 'loading' && <Waiting text="Loading..." shape="article" count={1} />}
          {state.status === 'failed' && (
            <Failure text={FAILED} onRetry={() => queries.retry('/about')} />
          )}
          {state.answer && <Prose id={ABOUT_HTML_ID} html={state.answer.data.html} />}
        </div>
        <div className="about-side">
          {state.answer && <Areas areas={state.answer.data.areas} />}
          <TagShares />
        </div>
      </div>
    </>
  )
}

function Areas({ areas }: { areas: readonly Area[] }) {
  return (
    <section className="panel areas" aria-labelledby="areas-heading">
      <h2 className="panel-title" id="areas-heading">
        Areas of Exploration
      </h2>
      {areas.map(({ title, items }) => (
        <div key={title} className="area">
          <h3 dir="auto">{title}</h3>
          <ul className="tags">
            {items.map(({ name, color }) => (
              <li key={name} className={`tag ${color}`} dir="auto">
                {name}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
