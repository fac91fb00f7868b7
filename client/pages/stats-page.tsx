/** The stats page: streak, projects, heatmap, tags and promises. */
import { Link } from 'wouter'
import type { HeatmapAnswer, ProjectsAnswer } from '#domain/answers/public-answers.ts'
import { formatLongDay } from '#domain/days/day.ts'
import { type HeatmapRange, heatmapWindow } from '#domain/days/heatmap.ts'
import { plural } from '#domain/texts/plural.ts'
import { type PageProps, useApp, useQuery } from '../app-context.ts'
import { FigureBox, ProjectStats, Promises, TagShares } from '../components/figures/figure-box.tsx'
import { Heatmap } from '../components/figures/heatmap.tsx'
import { StreakPanel } from '../components/figures/streak-panel.tsx'
import { Loaded, PageHeading } from '../components/frame/parts.tsx'
import { IN_PLACE } from '../start/navigation.ts'
import { chartQuery, heatmapRangeOf } from '../start/page-queries.ts'

export function StatsPage({ search }: PageProps) {
  const { today } = useApp()
  return (
    <>
      <PageHeading title="Stats">
        <p>What was promised, and what was done about it.</p>
      </PageHeading>
      <div className="stats stack">
        <StreakPanel showsOnTime />
        <PostingFrequency range={heatmapRangeOf(search)} />
        <Loaded<ProjectsAnswer>
          path="/deadline-projects"
          loading="Loading projects..."
          failed="Failed to load projects"
        >
          {({ data }) => <ProjectStats projects={data} day={today} />}
        </Loaded>
        <TagShares />
        <Promises />
      </div>
    </>
  )
}

function PostingFrequency({ range }: { range: HeatmapRange }) {
  const { today } = useApp()
  const { from, to } = heatmapWindow(range, today)
  const path = chartQuery({ from, to })
  const days = useQuery<HeatmapAnswer>(path).answer?.data
  const total = days?.reduce((sum, { count }) => sum + count, 0)
  const posts = total === undefined ? '' : `, ${plural(total, 'post')}`
  return (
    <FigureBox
      name="frequency"
      title="Posting Frequency (Past Year)"
      link={
        <Link
          className="button button-small"
          href={range === 'year' ? '/stats' : '/stats?range=year'}
          state={IN_PLACE}
        >
          {range === 'year' ? 'Show recent months' : 'Show the past year'}
        </Link>
      }
    >
      <p className="muted">{`${formatLongDay(from)} to ${formatLongDay(to)}${posts}`}</p>
      <Loaded<HeatmapAnswer>
        key={range}
        path={path}
        loading="Loading heatmap..."
        failed="Failed to load posts"
      >
        {({ data, meta }) => <Heatmap {...{ from, to }} days={data} titles={meta?.titles} />}
      </Loaded>
    </FigureBox>
  )
}
