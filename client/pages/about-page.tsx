/** The about page: its text, the areas of exploration, and the tags' shares. */
import type { AboutAnswer } from '#domain/answers/public-answers.ts'
import { FigureBox, TagShares } from '../components/figures/figure-box.tsx'
import { Loaded, PageHeading } from '../components/frame/parts.tsx'
import { AuthorCard } from '../components/post-card.tsx'
import { Prose } from '../components/prose.tsx'
import { useQuery } from '../data/use-query.ts'

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
                  <div key={title}>
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
