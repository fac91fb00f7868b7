/** What pages say of the record: when a post was logged, what became of promises, and each entry. */
import { describe, expect, it } from 'vitest'
import type { RecordEntry } from '#domain/record/record-entry.ts'
import { renderApp } from '../start/render-app.tsx'
import {
  answering,
  initialDataOf,
  listOf,
  postOf,
  projectOf,
  SITE,
  STREAK,
  screenAt,
  TODAY,
  textAt,
} from '../test/fixtures.ts'

const LATE = { state: 'late', day: '2026-11-24', days_late: 5, commit: 'c'.repeat(40) } as const
const NOTHING = { commit: null, from: null, to: null, reason: null, days_late: null }
const LEDGER = {
  ...{ kept_first: 4, kept_moved: 1, missed: 2, given_up: 1, open: 3 },
  ...{ slip_days_mean: 8.5, slip_days_max: 19 },
  projects: { kept_first: [], kept_moved: [], missed: ['ship-v1'], given_up: ['gone'], open: [] },
}

const entry = (part: Partial<RecordEntry> & Pick<RecordEntry, 'kind' | 'day'>): RecordEntry => ({
  ...{ title: `Of ${part.kind}`, id: part.kind, ...NOTHING },
  ...part,
})

describe('when a post was logged', () => {
  const late = postOf({ logged: LATE })
  const pages = answering({
    '/posts/featured': { data: [late] },
    '/posts/public/essay': listOf([late]),
    '/posts/public/short': listOf([{ ...late, type: 'short', id: 'note', html: '<p>Text</p>' }]),
    '/posts/public/link': listOf([
      { ...late, type: 'link', id: 'tool', url: 'https://a.example/' },
    ]),
    '/posts/by-id': { data: late },
    '/search': { data: [{ ...late, snippet: 'words' }] },
  })

  it.each([
    ['/', 4],
    ['/essays', 1],
    ['/short-posts', 1],
    ['/search?q=x', 1],
    ['/post/shipping', 1],
  ])('stands beside the date on each card of %s', async (address, cards) => {
    const text = await textAt(address, pages)
    expect(text.match(/November 19, 2026 Logged 5 days later/g)).toHaveLength(cards)
  })

  it('is said for none that was on time', async () => {
    expect(await textAt('/post/shipping', () => ({ data: postOf() }))).not.toContain('ogged')
  })
})

describe('the streak', () => {
  const atHome = (part: object, site: object = {}, path = '/') => {
    const answers = answering({ '/posts/streak': { data: { ...STREAK, ...part } } })
    const initial = { ...initialDataOf(path, answers), site: { ...SITE, ...site } }
    return renderApp(initial, { path, search: '' })
  }

  it.each([
    ['12 of the last 14 days were logged on time.', { on_time_days: 12 }],
    ['1 of the last 14 days was logged on time.', { on_time_days: 1 }],
  ])('says on the stats page alone: %s', (line, part) => {
    expect(atHome(part, {}, '/stats')).toContain(line)
    expect(atHome(part)).not.toContain('logged on time')
  })

  it('does not speak of days logged on time before the first post', () => {
    expect(atHome({ on_time_days: 0, total_posts: 0 }, {}, '/stats')).not.toContain('on time')
  })

  it('says the rules that the site has set', () => {
    expect(atHome({})).not.toMatch(/rest days|do not carry/)
    const page = atHome({}, { streak: 'on-time', rest_days: ['sunday'] })
    expect(page).toContain('Posts logged later do not carry the streak.')
    expect(page).toContain(
      'Sundays are rest days: without a post they neither end a streak nor count as failure days.',
    )
  })
})

describe('a day with posts that were logged later', () => {
  const days = { data: [{ date: '2026-11-18', count: 2, ids: ['a', 'b'], late: 1, days_late: 5 }] }
  const stats = answering({ '/posts/heatmap': days })

  it('is hatched, and says so in its label and the legend', async () => {
    const markup = await screenAt('/stats', stats)
    expect(markup).toContain(
      'aria-label="2 posts on Wednesday, November 18, 1 logged 5 days later"',
    )
    expect(markup).toMatch(/class="hatch" fill="url\(#day-low\)"/)
    expect(await textAt('/stats', stats)).toMatch(/Logged later Less More/)
  })

  it('is no other than the rest where none was', async () => {
    const [day] = days.data
    const markup = await screenAt(
      '/stats',
      answering({ '/posts/heatmap': { data: [{ ...day, late: 0 }] } }),
    )
    expect(markup).not.toMatch(/class="hatch"|ogged later/)
  })
})

describe('the panel Promises', () => {
  it('comes last, each figure a link to its projects', async () => {
    const stats = answering({ '/deadlines/ledger': { data: LEDGER } })
    const text = await textAt('/stats', stats)
    expect(text).toMatch(
      /Sub-Vertical.*Promises.* 4 Kept on the first date 1 Kept after moving it 2 Missed, ever 1 Given up 3 Open/,
    )
    expect(text).toContain('Moved deadlines slipped 8.5 days on average, 19 days at most.')
    const markup = await screenAt('/stats', stats)
    for (const group of Object.keys(LEDGER.projects)) {
      expect(markup).toContain(`href="/projects?ledger=${group}"`)
    }
    expect(markup).toContain('href="/record"')
  })

  it('leaves out what is not worked out yet', async () => {
    const text = await textAt('/stats', answering({}))
    expect(text).toContain('The history is being read.')
    expect(text).not.toContain('Kept')
  })
})

describe('the board', () => {
  const then = [
    projectOf({ id: 'kept', title: 'One', due_date: '2026-10-30' }),
    projectOf({ id: 'moved', title: 'Two', due_date: '2026-10-25' }),
    projectOf({ id: 'gone', title: 'Three', due_date: '2026-10-18' }),
  ]
  const now = [
    projectOf({
      id: 'kept',
      due_date: '2026-10-30',
      status: 'Done',
      completed_on: '2026-10-27',
      completed_due_date: '2026-10-30',
    }),
    projectOf({ id: 'moved', due_date: '2026-12-25' }),
    projectOf({ id: 'ship-v1', title: 'Ship v1' }),
  ]
  const boards = answering({
    '/deadline-projects?at=2020-01-01': { data: [], meta: { record_begins: '2026-08-14' } },
    '/deadline-projects?at': { data: then },
    '/deadline-projects': { data: now },
    '/deadlines/ledger': { data: LEDGER },
  })

  it('of an earlier day has its countdowns', async () => {
    const text = await textAt('/projects?at=2026-10-20', boards)
    expect(text).toMatch(/As of October 20, 2026 Back to today/)
    expect(text).toMatch(/10 days remaining One/)
    expect(text).toMatch(/5 days remaining Two/)
    expect(text).toMatch(/2 days overdue Three/)
  })

  it('of today leads to any day by a form', async () => {
    const markup = await screenAt('/projects?tag=Writing', boards)
    expect(markup).toMatch(/<form[^>]*action="\/projects">.*type="date".*<\/form>/)
    expect(markup).toContain(`max="${TODAY}"`)
    expect(markup).toContain('<input type="hidden" name="tag" value="Writing"/>')
  })

  it('keeps its day when a tag is chosen', async () => {
    const markup = await screenAt('/projects?at=2026-10-20', boards)
    expect(markup).toContain('href="/projects?at=2026-10-20&amp;tag=Writing"')
  })

  it('says where the record began for a day before it', async () => {
    const text = await textAt('/projects?at=2020-01-01', boards)
    expect(text).toMatch(/Before the record began.*The record begins on August 14, 2026/)
  })

  it.each([
    ['2030-01-01', 'This day is still to come'],
    ['2026-02-30', 'There is no such day'],
  ])('says what is wrong with the day %s', async (at, words) => {
    const refuse = () => ({ statusCode: 400, error: 'No.' })
    const text = await textAt(`/projects?at=${at}`, refuse)
    expect(text).toMatch(new RegExp(`Back to today.*${words} Choose a day up to today.`))
    expect(text).not.toContain('Try Again')
  })

  it('says so while the history is read', async () => {
    const pending = () => ({ statusCode: 503, error: 'The history is still being read.' })
    for (const address of ['/projects?at=2026-10-20', '/record']) {
      expect(await textAt(address, pending)).toContain('The history is still being read. Try Again')
    }
  })

  it('shows one group of the promises, and says which are no longer there', async () => {
    const missed = await textAt('/projects?ledger=missed', boards)
    expect(missed).toMatch(/Promises: Missed, ever Show all projects.*Ship v1.*Total 1/)
    expect(missed).not.toContain('One')
    expect(await textAt('/projects?ledger=given_up', boards)).toContain('1 no longer on the board')
  })
})

describe('the record', () => {
  const commit = 'abcdef0123'.repeat(4)
  const entries = [
    entry({ kind: 'done_late', day: '2026-11-18', commit, days_late: 2 }),
    entry({ kind: 'missed', day: '2026-11-17' }),
    entry({
      kind: 'moved',
      day: '2026-11-02',
      from: '2026-11-05',
      to: '2026-11-16',
      reason: 'Ill.',
      commit,
    }),
    entry({ kind: 'posted', day: '2026-10-30', days_late: 5, commit }),
    entry({ kind: 'promised', day: '2026-10-02', to: '2026-11-05', commit }),
    entry({ kind: 'kept', day: '2026-10-01', commit }),
    entry({ kind: 'given_up', day: '2026-10-01', commit }),
  ]
  const record = answering({
    '/record': { data: entries, meta: { next_cursor: 'abc', total: 60 } },
  })

  it('tells each kind of entry below its month', async () => {
    const text = await textAt('/record', record)
    expect(text).toMatch(
      /November 2026 Nov 18 Of done_late Completed 2 days late Nov 17 Of missed Missed , was due November 16, 2026 Nov 2 Of moved Moved from November 5, 2026 to November 16, 2026 Ill\./,
    )
    expect(text).toMatch(
      /October 2026 Oct 30 Of posted Posted , logged 5 days later.*Of promised Promised for November 5, 2026.*Of kept Kept.*Of given_up Given up/,
    )
  })

  it('links posts, projects and its feed', async () => {
    const markup = await screenAt('/record', record)
    for (const href of ['/post/posted', '/projects#kept', '/record.xml']) {
      expect(markup).toContain(`href="${href}"`)
    }
  })

  it('filters by kind and goes on by links', async () => {
    const asked: string[] = []
    const markup = await screenAt('/record?kind=moved&kind=kept&kind=nothing&after=xyz', (path) => {
      asked.push(path)
      return record(path)
    })
    expect(asked).toEqual(['/record?limit=50&kind=moved&kind=kept&cursor=xyz'])
    expect(markup).toContain('aria-current="true" href="/record?kind=kept"')
    expect(markup).toContain('href="/record?kind=moved&amp;kind=kept&amp;kind=missed"')
    expect(markup).toContain('href="/record?kind=moved&amp;kind=kept&amp;after=abc"')
    expect(markup).toContain('href="/record?kind=moved&amp;kind=kept">Back to the newest')
  })

  it.each([
    ['/record', 'Nothing on record yet'],
    ['/record?kind=kept', 'Nothing of this kind is on record.'],
  ])('says so where it is empty: %s', async (address, words) => {
    expect(await textAt(address, answering({}))).toContain(words)
  })

  it('says so where it cannot be loaded', async () => {
    const failing = () => ({ statusCode: 500, error: 'An error occurred' })
    expect(await textAt('/record', failing)).toMatch(/Failed to load the record Try Again/)
  })
})
