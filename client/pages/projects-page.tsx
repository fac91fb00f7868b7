/** Deadlines in public: today's board, that of an earlier day, or what became of the promises. */
import type { LedgerAnswer, ProjectsAnswer } from '#domain/answers/public-answers.ts'
import { type Day, formatLongDay, isDay } from '#domain/days/day.ts'
import type { LedgerGroup } from '#domain/record/ledger.ts'
import { type PageProps, useApp } from '../app-context.ts'
import { Board } from '../components/board/board.tsx'
import { BoardDay } from '../components/board/board-day.tsx'
import { boardHref, LEDGER_LABELS, ledgerHref } from '../components/board/project-words.ts'
import { Empty, Failure, failureText, Waiting } from '../components/frame/notices.tsx'
import { PageHeading } from '../components/frame/page-heading.tsx'
import { listAddressOf } from '../data/list-address.ts'
import type { QueryState } from '../data/query-store.ts'
import { useFailureToast, useQuery } from '../data/use-query.ts'
import { LEDGER_QUERY, ledgerGroupOf, projectsQuery } from '../start/page-queries.ts'

const NOW = projectsQuery(null)
const FAILED = 'Failed to load projects'

export function ProjectsPage({ search }: PageProps) {
  const { today } = useApp()
  const asked = search.get('at')
  const at = asked !== null && isDay(asked) && asked <= today ? asked : null
  const group = ledgerGroupOf(search)
  return (
    <>
      <PageHeading title="Current Projects">
        <BoardDay at={at} asked={asked} tags={listAddressOf(search).tags} />
      </PageHeading>
      {asked !== null ? (
        <EarlierBoard at={asked} search={search} />
      ) : group !== null ? (
        <LedgerBoard group={group} search={search} />
      ) : (
        <CurrentBoard search={search} />
      )}
    </>
  )
}

interface SearchProps {
  search: URLSearchParams
}

function CurrentBoard({ search }: SearchProps) {
  const { today } = useApp()
  const state = useQuery<ProjectsAnswer>(NOW)
  useFailureToast(state, FAILED)
  if (state.status !== 'ready') return <NotReady state={state} path={NOW} />
  return <Board projects={state.answer.data} day={today} path={boardHref(null)} search={search} />
}

function EarlierBoard({ at, search }: SearchProps & { at: string }) {
  const path = projectsQuery(at)
  const state = useQuery<ProjectsAnswer>(path)
  const isRefused = state.failure?.statusCode === 400
  useFailureToast(isRefused ? null : state, FAILED)
  if (isRefused) return <NoBoard at={at} />
  if (state.status !== 'ready') return <NotReady state={state} path={path} />
  const { data: then, meta } = state.answer
  if (meta?.record_begins) return <BeforeRecord begins={meta.record_begins} />
  return <Board projects={then} day={at} path={boardHref(at)} search={search} />
}

function NoBoard({ at }: { at: string }) {
  return (
    <Empty title={isDay(at) ? 'This day is still to come' : 'There is no such day'}>
      Choose a day up to today.
    </Empty>
  )
}

function BeforeRecord({ begins }: { begins: Day }) {
  return (
    <Empty title="Before the record began">
      Nothing is known of this day. The record begins on{' '}
      <a href={boardHref(begins)}>{formatLongDay(begins)}</a>.
    </Empty>
  )
}

function LedgerBoard({ group, search }: SearchProps & { group: LedgerGroup }) {
  const { today } = useApp()
  const projects = useQuery<ProjectsAnswer>(NOW)
  const ledger = useQuery<LedgerAnswer>(LEDGER_QUERY)
  useFailureToast(projects, FAILED)
  if (projects.status !== 'ready') return <NotReady state={projects} path={NOW} />
  if (ledger.status !== 'ready') return <NotReady state={ledger} path={LEDGER_QUERY} />
  const ids = new Set(ledger.answer.data?.projects[group])
  const shown = projects.answer.data.filter(({ id }) => ids.has(id))
  const gone = ids.size - shown.length
  return (
    <>
      <p className="board-filter">
        <span>
          Promises: <strong>{LEDGER_LABELS[group]}</strong>
        </span>{' '}
        <a href={boardHref(null)}>Show all projects</a>
        {gone > 0 && (
          <span>
            {gone} no longer on the board, <a href="/record">in the record</a>
          </span>
        )}
      </p>
      <Board projects={shown} day={today} path={ledgerHref(group)} search={search} />
    </>
  )
}

function NotReady({ state, path }: { state: QueryState<unknown>; path: string }) {
  const { queries } = useApp()
  const { failure } = state
  if (failure === null) return <Waiting text="Loading projects..." shape="project" count={4} />
  return <Failure text={failureText(failure, FAILED)} onRetry={() => queries.retry(path)} />
}
