/** Pages of one text: about, with areas of exploration and the tags' shares, and the author's own. */
import type { AboutAnswer, PageAnswer } from '#domain/answers/public-answers.ts'
import { type PageProps, useQuery } from '../app-context.ts'
import { FigureBox, TagShares } from '../components/figures/figure-box.tsx'
import { Loaded, PageHeading } from '../components/frame/parts.tsx'
import { AuthorCard } from '../components/post-card.tsx'
import { Prose } from '../components/prose.tsx'
import { pageQuery } from '../start/page-queries.ts'
import { NotFoundPage, useIsUnknown } from './not-found-page.tsx'

export function AboutPage() {
  const areas = useQuery<AboutAnswer>('/about').answer?.data.areas
  return (
    <>
      <PageHeading title="About" />
      <AuthorCard />
      <div className="beside stack">
        <Loaded<AboutAnswer> path="/about" failed="Failed to load the text of this page">
          {({ data }) => <Prose html={data.html} />}
        </Loaded>
        <div className="stack">
          {areas && (
            <FigureBox name="areas" title="Areas of Exploration">
              <div className="rows">
                {areas.map(({ title, items }) => (
                  <div key={title} className="stack tight">
                    <h3 className="small" dir="auto">
                      {title}
                    </h3>
                    <ul className="tags row">
                      {items.map(({ name, color }) => (
                        <li key={name} className={`tag ${color}`} dir="auto">
                          {name}
                        </li>
                      ))}
                    </ul>
                  </div>
                ))}
              </div>
            </FigureBox>
          )}
          <TagShares />
        </div>
      </div>
    </>
  )
}

/** A page of the author: title and text of a file in `pages/`. */
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
