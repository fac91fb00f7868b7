/** Boxes of figures with headings: projects, shares of tags, promises. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { LedgerAnswer, PostListAnswer, TagsAnswer } from '#domain/answers/public-answers.ts'
import type { Day } from '#domain/days/day.ts'
import { formatDays, type Project, projectStats } from '#domain/project.ts'
import { LEDGER_GROUPS, type Ledger, type LedgerGroup } from '#domain/record/ledger.ts'
import { type TagShare, tagKey, tagShares } from '#domain/tag.ts'
import { useQuery } from '../../app-context.ts'
import { essayTotalsQuery, LEDGER_QUERY, shortTotalsQuery } from '../../start/page-queries.ts'
import { Loaded } from '../frame/parts.tsx'
import { mergeTags } from '../list.tsx'

interface FigureBoxProps {
  /** Prefix of the heading's id, and class of the box. */
  name: string
  title: string
  link?: ReactNode
  children: ReactNode
}

export function FigureBox({ name, title, link, children }: FigureBoxProps) {
  const id = `${name}-heading`
  return (
    <section className={`${name} box stack`} aria-labelledby={id}>
      <div className="row row-apart">
        <h2 className="panel-title" id={id}>
          {title}
        </h2>
        {link}
      </div>
      {children}
    </section>
  )
}

interface FigureListProps {
  rows: readonly (readonly [label: string, value: number | string])[]
  className?: string
}

export function FigureList({ rows, className = '' }: FigureListProps) {
  return (
    <dl className={`ledger ${className}`}>
      {rows.map(([label, value]) => (
        <div key={label} className={label === 'Missed Deadlines' && value ? 'ledger-bad' : ''}>
          <dt className="muted">{label}</dt>
          <dd className={/^0/.test(`${value}`) ? 'muted' : ''}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function ProjectStats({ projects, day }: { projects: readonly Project[]; day: Day }) {
  const stats = projectStats(projects, day)
  return (
    <FigureBox name="project-stats" title="Project Stats">
      <FigureList
        rows={[
          ['Total', stats.total],
          ['Active', stats.active],
          ['Completed', stats.completed],
          ['Due This Week', stats.due_this_week],
          ['Due This Month', stats.due_this_month],
          ['Missed Deadlines', stats.missed],
          ['Completion Rate', `${stats.completion_rate}%`],
        ]}
      />
    </FigureBox>
  )
}

const BAR_WIDTH = 240
/** Minimal width of the bar of a tag that has posts: 8 px also in a box of 220 px. */
const BAR_WIDTH_MIN = 9
/** With more tags than this, only the first have their bars at once; the rest is folded. */
const SHARES_MAX = 10
const SHARES_SHOWN = 8

export function TagShares() {
  const tags = useQuery<TagsAnswer>('/posts/tags').answer
  const essays = useQuery<PostListAnswer>(essayTotalsQuery).answer
  const shorts = useQuery<PostListAnswer>(shortTotalsQuery).answer
  // Nothing until all answers are loaded.
  if (!Array.isArray(tags?.data) || !essays || !shorts) return null
  const total = (essays.meta?.total ?? 0) + (shorts.meta?.total ?? 0)
  const used = mergeTags([essays, shorts].flatMap(({ meta }) => meta?.tags ?? []))
  const counts = new Map(used.map(({ name, count }) => [tagKey(name), count]))
  const shares = tagShares(tags.data, counts, total)
  const visible = shares.length > SHARES_MAX ? SHARES_SHOWN : SHARES_MAX
  return (
    <FigureBox name="shares" title="% of Posts by Sub-Vertical">
      {total === 0 ? (
        <p className="muted">No posts yet.</p>
      ) : (
        <>
          <ShareList shares={shares.slice(0, visible)} />
          {shares.length > visible && (
            <details>
              <summary className="muted">More tags</summary>
              <ShareList shares={shares.slice(visible)} />
            </details>
          )}
        </>
      )}
    </FigureBox>
  )
}

function ShareList({ shares }: { shares: readonly TagShare[] }) {
  return (
    <ul className="share-list cards">
      {shares.map(({ tag, count, percent }) => (
        <li key={tag.id}>
          <p className="row row-line row-apart">
            <span dir="auto">{tag.name}</span>
            <span className="share-figures">
              <span className="muted">{count}</span> {`${percent}%`}
            </span>
          </p>
          <svg
            className={`share-bar ${tag.color}`}
            viewBox={`0 0 ${BAR_WIDTH} 6`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect fill="var(--heat-0)" width={BAR_WIDTH} height="6" />
            <rect fill="var(--sign, var(--tag))" width={barWidth(count, percent)} height="6" />
          </svg>
        </li>
      ))}
    </ul>
  )
}

const barWidth = (count: number, percent: number) =>
  count > 0 ? Math.max(BAR_WIDTH_MIN, (percent / 100) * BAR_WIDTH) : 0

/**
 * Labels of the groups, with the page of their entries. 'Missed, ever' may exceed 'Missed
 * Deadlines', which counts only projects that are still open.
 */
const LEDGER_FIGURES: Record<LedgerGroup, readonly [label: string, href: string]> = {
  kept_first: ['Kept on the first date', '/record?kind=kept'],
  kept_moved: ['Kept after moving it', '/record?kind=kept'],
  missed: ['Missed, ever', '/record?kind=missed&kind=done_late'],
  given_up: ['Given up', '/record?kind=given_up'],
  open: ['Open', '/projects'],
}

export function Promises() {
  return (
    <FigureBox
      name="promises"
      title="Promises"
      link={
        <Link className="button button-small" href="/record">
          The record
        </Link>
      }
    >
      <Loaded<LedgerAnswer>
        path={LEDGER_QUERY}
        loading="Loading promises..."
        failed="Failed to load the promises"
      >
        {({ data }) =>
          data ? (
            <>
              <ul className="promise-figures cards">
                {LEDGER_GROUPS.map((group) => {
                  const [label, href] = LEDGER_FIGURES[group]
                  return (
                    <li key={group}>
                      <Link className="promise" href={href}>
                        <span className="promise-count">{data[group]}</span>{' '}
                        <span className="muted">{label}</span>
                      </Link>
                    </li>
                  )
                })}
              </ul>
              <p className="muted">
                {`Of all projects that there were, deleted ones too. ${slipLine(data)}`.trim()}
              </p>
            </>
          ) : (
            // The server is still reading the history.
            <p className="muted">The history is being read. The figures follow in a moment.</p>
          )
        }
      </Loaded>
    </FigureBox>
  )
}

/** 'Moved deadlines slipped 8.5 days on average, 19 days at most.'; empty if none moved. */
function slipLine({ slip_days_mean: mean, slip_days_max: max }: Ledger): string {
  if (mean === null) return ''
  const days = formatDays(Math.round(Math.abs(mean) * 10) / 10)
  if (mean < 0) return `Moved deadlines came ${days} earlier on average.`
  return `Moved deadlines slipped ${days} on average, ${formatDays(max)} at most.`
}
