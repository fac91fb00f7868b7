/** Figures: projects, streak, tags and the posting heatmap. */
import type { HeatmapAnswer, ProjectsAnswer } from '#domain/answers/public-answers.ts'
import { formatLongDay } from '#domain/days/day.ts'
import { type HeatmapRange, heatmapWindow } from '#domain/days/heatmap.ts'
import { type PageProps, useApp } from '../app-context.ts'
import { Heatmap } from '../components/figures/heatmap.tsx'
import { ProjectStats } from '../components/figures/project-stats.tsx'
import { Promises } from '../components/figures/promises.tsx'
import { StreakPanel } from '../components/figures/streak-panel.tsx'
import { TagShares } from '../components/figures/tag-shares.tsx'
import { Failure, Waiting } from '../components/frame/notices.tsx'
import { PageHeading } from '../components/frame/page-heading.tsx'
import { useFailureToast, useQuery } from '../data/use-query.ts'
import { heatmapQuery, heatmapRangeOf } from '../start/page-queries.ts'

export function StatsPage({ search }: PageProps) {
  const range = heatmapRangeOf(search)
  return (
    <>
      <PageHeading title="Stats">
        <p>What was promised, and what was done about it.</p>
      </PageHeading>
      <div className={range === 'year' ? 'stats stats-year' : 'stats'}>
        <StreakPanel showsOnTime />
        <PostingFrequency range={range} />
        <Projects />
        <TagShares />
        <Promises />
      </div>
    </>
  )
}

function Projects() {
  const { queries, today } = useApp()
  const state = useQuery<ProjectsAnswer>('/deadline-projects')
  useFailureToast(state, 'Failed to load projects')
  if (state.status === 'loading')
    return <Waiting text="Loading projects..." shape="panel" count={1} />
  if (state.status === 'failed') {
    return (
      <Failure text="Failed to load projects" onRetry={() => queries.retry('/deadline-projects')} />
    )
  }
  return <ProjectStats projects={state.answer.data} day={today} />
}

function PostingFrequency({ range }: { range: HeatmapRange }) {
  const { queries, today } = useApp()
  const { from, to } = heatmapWindow(range, today)
  const path = heatmapQuery({ from, to })
  const state = useQuery<HeatmapAnswer>(path)
  const year = range === 'year'
  return (
    <section
      className={year ? 'panel frequency frequency-year' : 'panel frequency'}
      aria-labelledby="frequency-heading"
    >
      <div className="panel-head">
        <h2 className="panel-title" id="frequency-heading">
          Posting Frequency (Past Year)
        </h2>
        <a className="button button-small" href={year ? '/stats' : '/stats?range=year'}>
          {year ? 'Show recent months' : 'Show the past year'}
        </a>
      </div>
      <p className="panel-caption">
        {`${formatLongDay(from)} to ${formatLongDay(to)}`}
        {state.answer && `, ${formatPosts(state.answer.data)}`}
      </p>
      {state.status === 'loading' && (
        <Waiting text="Loading heatmap..." shape="heatmap" count={1} />
      )}
      {state.status === 'failed' && (
        <Failure text="Failed to load posts" onRetry={() => queries.retry(path)} />
      )}
      {state.status === 'ready' && <Heatmap from={from} to={to} days={state.answer.data} />}
    </section>
  )
}

function formatPosts(days: HeatmapAnswer['data']): string {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return total === 1 ? '1 post' : `${total} posts`
}
