/** The projects page: the board of today or of an earlier day. */
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { ProjectsAnswer } from '#domain/answers/public-answers.ts'
import { formatFullDay, formatLongDay, isDay } from '#domain/days/day.ts'
import { type PageProps, useApp } from '../app-context.ts'
import { announce, Empty, Loaded, PageHeading } from '../components/frame/parts.tsx'
import { Board, boardHref } from '../components/project-board.tsx'
import { useFieldValue } from '../components/use-field-value.ts'
import { projectsQuery } from '../start/page-queries.ts'

export function ProjectsPage({ search }: PageProps) {
  const { today } = useApp()
  const at = search.get('at')
  const isWrong = at !== null && (!isDay(at) || at > today)
  return (
    <>
      <PageHeading title="Current Projects">
        <BoardDay at={at} isWrong={isWrong} />
      </PageHeading>
      {isWrong ? (
        <Empty title={isDay(at) ? 'This day is still to come' : 'There is no such day'}>
          Choose a day up to today.
        </Empty>
      ) : (
        <Loaded<ProjectsAnswer>
          key={at}
          path={projectsQuery(at)}
          loading="Loading projects..."
          failed="Failed to load projects"
          shape="cards"
        >
          {({ data: projects, meta }) => {
            if (meta?.record_begins) {
              return (
                <Empty title="Before the record began">
                  Nothing is known of this day. The record begins on{' '}
                  <Link href={boardHref(meta.record_begins)}>
                    {formatLongDay(meta.record_begins)}
                  </Link>
                  .
                </Empty>
              )
            }
            return <Board {...{ projects, search }} day={at ?? today} path={boardHref(at)} />
          }}
        </Loaded>
      )}
    </>
  )
}

/** Names the board's day, with a form for another one. @param at of the address; null for today */
function BoardDay({ at, isWrong }: { at: string | null; isWrong: boolean }) {
  const { today } = useApp()
  const field = useFieldValue(at ?? '')
  const shown = at !== null && !isWrong ? at : null
  useEffect(() => {
    if (shown !== null) announce(`As of ${formatLongDay(shown)}`)
  }, [shown])
  return (
    <div className="row board-day">
      {shown === null ? (
        <time dateTime={today}>{formatFullDay(today)}</time>
      ) : (
        <p>
          As of <time dateTime={shown}>{formatLongDay(shown)}</time>
        </p>
      )}
      {at !== null && <Link href={boardHref(null)}>Back to today</Link>}
      <form className="row row-line" action="/projects">
        <label htmlFor="at">As it was on</label>
        <input
          ref={field}
          id="at"
          name="at"
          type="date"
          className="input"
          max={today}
          defaultValue={at ?? ''}
        />
        <button type="submit" className="button">
          Show
        </button>
      </form>
    </div>
  )
}
