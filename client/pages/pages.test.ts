/** What pages say of answers that would each need a site of their own; it is Friday, 2026-11-20. */
import { expect, it } from 'vitest'
import type { Answer } from '#domain/answers/public-answers.ts'
import type { Streak } from '#domain/days/streak.ts'
import type { Post } from '#domain/post.ts'
import type { Project } from '#domain/project.ts'
import type { RecordEntry } from '#domain/record/record-entry.ts'
import type { Site } from '#domain/site.ts'
import { EMPTY_SITE, NO_GOAL, plainPostFields } from '../../server/test/test-records.ts'
import type { InitialData, QueryFailure } from '../data/query-store.ts'
import { matchPage } from '../start/page-table.ts'
import { renderApp } from '../start/render-app.tsx'

const TODAY = '2026-11-20'
const SITE: Site = { ...EMPTY_SITE, time_zone: 'Europe/Berlin' }
const WRITING = { id: 'writing', name: 'Writing', color: 'tag-rose', count: 2 } as const
const LATE = { state: 'late', day: '2026-11-24', days_late: 5, commit: 'c'.repeat(40) } as const

/** A post that was logged late, unless told. */
function postOf(part: Partial<Post> = {}): Post {
  const fields = plainPostFields('shipping')
  const { aliases: _, syndication: __, canonical, lang, atUri, ...plain } = fields
  const time = '2026-11-19T09:30:00+01:00'
  return {
    ...plain,
    ...{ id: 'shipping', type: 'essay', title: 'Shipping in public', tags: [WRITING] },
    ...{ content: '', html: '<p>Full text</p>', description: 'A description', image_url: '' },
    ...{ excerpt: 'An excerpt…', preview: 'A preview…', preview_cut: true },
    ...{ created_at: time, updated_at: time, day: '2026-11-19', logged: LATE },
    check_in: null,
    ...{ word_count: 812, reading_minutes: 5, revision: 'a'.repeat(40), ...part },
  }
}

const PROJECT: Project = {
  ...NO_GOAL,
  progress: null,
  ...{ id: 'ship-v1', title: 'Ship v1', tags: ['Writing'], status: 'In Progress', link: '' },
  ...{ due_date: '2026-11-30', first_due_date: '2026-11-30', moves: [], slip_days: 0 },
  ...{ completed_on: null, completed_due_date: null, evidence: [], revision: 'b'.repeat(40) },
}

const CUPS: Project = {
  ...PROJECT,
  ...{ id: 'cups', title: 'Draw cups', goal: 30, unit: 'cups', stake: '50 €' },
  ...{ description: 'One.\n\nTwo.', progress: { done: 12, expected: 15, behind: 3, posts: 4 } },
}
const NONE = { behind: 0, posts: 0 }
const at = (day: string, value: number) => ({ day: `2026-11-${day}`, value })
const LINE = { expected: [at('10', 0), at('30', 30)], done: [at('10', 0), at('15', 12)] }
const counting = (amount: number | null) =>
  postOf({ project: 'cups', check_in: { id: 'cups', title: 'Draw cups', amount, unit: 'cups' } })

const STREAK: Streak = {
  ...{ current_streak: 3, longest_streak: 12, this_week: 4, this_month: 11, total_posts: 240 },
  ...{ failure_days: 19, posted_today: true, weekly: null, counted_days: 13, on_time_days: 12 },
  ...{ today: TODAY, time_zone: 'Europe/Berlin' },
}

const WEEKLY = { target: 3, this_week: 2, weeks_kept: 11, longest: 20 }

const LEDGER = {
  ...{ kept_first: 4, kept_moved: 1, missed: 2, given_up: 1, open: 3 },
  ...{ slip_days_mean: 8.5, slip_days_max: 19 },
  projects: { kept_first: [], kept_moved: [], missed: ['ship-v1'], given_up: ['gone'], open: [] },
}

const entry = (kind: RecordEntry['kind'], day: string, part: Partial<RecordEntry> = {}) => ({
  ...{ kind, day, title: `Of ${kind}`, id: kind, commit: null, from: null, to: null, reason: null },
  ...{ days_late: null, ...part },
})

function listOf(post?: Post, next_cursor: string | null = null) {
  const data = post ? [post] : []
  return { data, meta: { next_cursor, total: data.length, tags: post ? [WRITING] : [] } }
}

/** Null has not come yet. */
type AnswerOf = (path: string) => Answer<unknown, unknown> | QueryFailure | null

/** Answers by the start of a query path; what is not named is an empty list. */
function answering(answers: Record<string, Answer<unknown, unknown>>): AnswerOf {
  const usual = { '/posts/streak': { data: STREAK }, '/deadlines/ledger': { data: null } }
  const known = { ...answers, '/posts/public': listOf(), ...usual, ...answers }
  return (path) => Object.entries(known).find(([key]) => path.startsWith(key))?.[1] ?? { data: [] }
}

const filled = answering({
  '/posts/featured': { data: [postOf()] },
  '/posts/public/essay': listOf(postOf(), 'abc'),
  '/posts/public/short': listOf(postOf({ type: 'short', id: 'note' })),
  '/posts/public/link': listOf(postOf({ type: 'link', url: 'https://a.example/' })),
  '/posts/by-id': { data: postOf() },
  '/posts/heatmap': { data: [{ date: '2026-11-18', count: 2, ids: ['a'], late: 1, days_late: 5 }] },
  '/search': { data: [{ ...postOf(), snippet: 'words' }] },
  '/about': { data: { html: '<p>Why</p>', areas: [] } },
  '/deadlines/ledger': { data: LEDGER },
  '/deadline-projects?at=2020-01-01': { data: [], meta: { record_begins: '2026-08-14' } },
  '/deadline-projects': { data: [PROJECT] },
  '/record': {
    data: [
      entry('done_late', '2026-11-18', { days_late: 2 }),
      entry('missed', '2026-11-17'),
      entry('moved', '2026-11-02', { from: '2026-11-05', to: '2026-11-16', reason: 'Ill.' }),
      entry('posted', '2026-10-30', { days_late: 5 }),
      entry('promised', '2026-10-02', { to: '2026-11-05' }),
      entry('goal_changed', '2026-10-01', { from: '30 cups' }),
    ],
    meta: { next_cursor: 'abc', total: 60, gone: ['promised', 'posted'] },
  },
})
const empty = answering({
  '/posts/streak': { data: { ...STREAK, current_streak: 0, total_posts: 0, on_time_days: 0 } },
})
const onBreak = answering({
  '/posts/streak': { data: { ...STREAK, weekly: WEEKLY } },
  '/posts/heatmap': {
    data: [{ date: '2026-11-19', count: 0, ids: [], break: true, reason: 'Ill' }],
  },
  '/record': {
    data: [
      {
        ...entry('break', '2026-11-18', { from: '2026-11-18', to: '2026-11-30', reason: 'Ill.' }),
        ...{ title: null, id: null },
      },
    ],
    meta: { next_cursor: null, total: 1 },
  },
})
const failing = () => ({ statusCode: 500, error: 'An error occurred' })
const pending = () => ({ statusCode: 503, error: 'The history is still being read.' })

/** The markup of an address, each of its queries answered by `answerOf`. */
async function screenAt(address: string, answerOf: AnswerOf, site = SITE): Promise<string> {
  const siteUrl = 'https://gap.example'
  const { pathname, search, searchParams } = new URL(address, siteUrl)
  const { page, params } = matchPage(pathname)
  const initial: InitialData = { today: TODAY, site, siteUrl, answers: {}, failures: {} }
  for (const path of page.queries({ params, search: searchParams, today: TODAY })) {
    const answer = answerOf(path)
    if (answer && 'data' in answer) initial.answers[path] = answer
    else if (answer) initial.failures = { ...initial.failures, [path]: answer }
  }
  return renderApp(initial, { path: pathname, search })
}

/** What a visitor reads at an address: no tags, entities resolved. */
async function textAt(address: string, answerOf: AnswerOf): Promise<string> {
  const markup = await screenAt(address, answerOf)
  const words = markup.replace(/<!-- -->/g, '').replace(/<[^>]+>/g, ' ')
  return words.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replace(/\s+/g, ' ')
}

it.each([
  ['/', 4],
  ['/essays', 1],
  ['/short-posts', 1],
  ['/search?q=x', 1],
  ['/post/shipping', 1],
])('when a post was logged stands beside its date on each card of %s', async (address, cards) => {
  const text = await textAt(address, filled)
  expect(text.match(/November 19, 2026 Logged 5 days later/g)).toHaveLength(cards)
})

it.each<[string, AnswerOf, RegExp]>([
  ['/?tag=x', empty, /No posts match the selected tags\./],
  ['/search?q=x', filled, /1 post for “x”/],
  ['/search?q=x', empty, /No posts found for “x”/],
  ['/stats', onBreak, /2 of 3 posts this week · 11 weeks in a row with 3 or more.*On a break Less/],
  ['/record', onBreak, /Nov 18 Break from November 18, 2026 to November 30, 2026 Ill\./],
  ['/record?kind=break', onBreak, /Break Posted .*Given up Clear Filter/],
  ['/stats?range=year', filled, /November 16, 2025 to November 20, 2026, 2 posts/],
  ['/stats', filled, /12 of the last 14 days were logged on time\..*Logged later Less More/],
  [
    '/stats',
    filled,
    /Vertical.*Promises.* 4 Kept on the first date 1 Kept after moving it 2 Missed, ever 1 Given up 3 Open.*slipped 8\.5 days on average, 19 days at most\./,
  ],
  ['/stats', empty, /The history is being read\./],
  ['/projects?at=2026-10-20', filled, /As of October 20, 2026 Back to today.*41 days remaining/],
  ['/projects?at=2020-01-01', filled, /Before the record began.*begins on August 14, 2026/],
  ['/projects?at=2030-01-01', failing, /This day is still to come Choose a day up to today\./],
  ['/projects?at=2026-02-30', failing, /There is no such day Choose a day up to today\./],
  ['/projects?at=2026-10-20', pending, /The history is still being read\. Try Again/],
  ['/projects?tag=Writing', filled, /Ship v1/],
  ['/projects?tag=Nothing', filled, /No active projects found\..*Total 1/],
  [
    '/record',
    filled,
    /November 2026 Nov 18 Of done_late Completed 2 days late Nov 17 Of missed Missed , was due November 16, 2026 Nov 2 Of moved Moved from November 5, 2026 to November 16, 2026 Ill\. October 2026 Oct 30 Of posted Posted , logged 5 days later Oct 2 Of promised Promised for November 5, 2026 Oct 1 Of goal_changed Goal changed from 30 cups to none/,
  ],
  ['/record', empty, /Nothing on record yet/],
  ['/record?kind=kept', empty, /Nothing of this kind is on record\./],
  ['/short-posts', failing, /Failed to load posts Try Again/],
  ['/projects', failing, /Failed to load projects Try Again/],
  ['/record', failing, /Failed to load the record Try Again/],
  ['/stats', () => null, /Loading streak\.\.\./],
])('%s says so (%#)', async (address, answers, words) => {
  expect(await textAt(address, answers)).toMatch(words)
})

it.each([
  ['essay', '/essays'],
  ['short', '/short-posts'],
  ['reading', '/'],
] as const)('a post that is %s leads back to %s', async (type, href) => {
  const page = await screenAt('/post/shipping', () => ({ data: postOf({ type }) }))
  expect(page).toContain(`<a href="${href}" class="back-link`)
})

const ON_TIME = postOf({ logged: { ...LATE, state: 'on_time', days_late: 0 } })

it('a heading or figure without anything to show is left out', async () => {
  expect(await textAt('/', empty)).not.toMatch(/Links|Failure Days/)
  expect(await textAt('/stats', empty)).not.toMatch(/on time|ogged later|Kept|this week ·|break/)
  expect(await textAt('/record', filled)).not.toContain('Break')
  expect(await textAt('/post/shipping', () => ({ data: ON_TIME }))).not.toMatch(/ogged/)
})

it('rare entries of the record lead to their commit where the site names its repository', async () => {
  const commit = 'c'.repeat(40)
  const data = [
    entry('moved', '2026-11-02', { commit }),
    entry('posted', '2026-11-01', { commit: 'd'.repeat(40) }),
    entry('missed', '2026-10-30'),
  ]
  const answerOf = answering({ '/record': { data } })
  const site = { ...SITE, repository: 'https://codeberg.org/ann/site.git' }
  const page = await screenAt('/record', answerOf, site)
  expect(page.match(/https:[^"]+/g)).toEqual([`https://codeberg.org/ann/site/commit/${commit}`])
  expect(page).toMatch(/commit[^>]*><strong>Moved<\/strong>/)
  expect(await screenAt('/record', answerOf)).not.toContain(commit)
})

it("a post's own page alone says that it is older than the record, and who wrote it", async () => {
  const old = postOf({ logged: { ...LATE, state: 'before_record', days_late: 0 } })
  const site = { ...SITE, author: { name: 'Ada', url: null, image: '/media/2026/ada.webp' } }
  expect(await textAt('/essays', () => listOf(old))).not.toContain('Before the record began')
  const page = await screenAt('/post/shipping', () => ({ data: old }), site)
  expect(page).toContain('Before the record began')
  expect(page).toMatch(/<span[^>]*>Ada<\/span>.*<a [^>]*h-card[^>]*><img class="u-photo"[^>]*>Ada</)
})

it.each([
  ['late', 1, 'November 19, 2026 Logged 1 day later 5 min read'],
  ['imported', 0, '812 words Imported'],
] as const)('a post that is %s by %i days says so: %s', async (state, days_late, words) => {
  const post = postOf({ logged: { ...LATE, state, days_late } })
  expect(await textAt('/post/shipping', () => ({ data: post }))).toContain(words)
})

it('completed projects of one due date have one order, whatever the order of the answer', async () => {
  const done = ['b', 'a'].map((id) => ({
    ...{ ...PROJECT, id, title: `Done ${id}` },
    ...{ status: 'Completed', due_date: '2026-10-01' },
  }))
  for (const data of [done, done.toReversed()]) {
    const text = await textAt('/projects', answering({ '/deadline-projects': { data } }))
    expect(text).toMatch(/Done a.*Done b/)
  }
})

it.each<[string, Partial<Project>, string, [least: number, most: number, now: number]]>([
  ['short of its goal', {}, '12 of 30 cups 3 cups behind the line', [0, 30, 12]],
  [
    'beyond its goal',
    { unit: null, progress: { done: 31.555, expected: 15, behind: 0, posts: 4 } },
    '31.56 of 30 16.56 ahead of the line',
    [0, 30, 30],
  ],
  [
    'on its way down',
    { ...{ start: 90, goal: 80, unit: 'kg' }, progress: { ...NONE, done: 87, expected: 87.004 } },
    '87 of 80 kg On the line',
    [80, 90, 87],
  ],
])('the page of a project says that it is %s', async (_, part, words, [least, most, now]) => {
  const evidence = [{ id: 'a', title: 'A cup' }]
  const project = {
    data: { ...CUPS, evidence, ...part },
    meta: { line: LINE, record: [entry('promised', '2026-08-14')] },
  }
  const posts = listOf(counting(-2), 'abc')
  const path = '/deadline-projects/cups'
  const answers = answering({ [`${path}/posts`]: posts, [path]: project })
  const text = await textAt('/projects/cups', answers)
  expect(text).toContain(`10 days remaining ${words}`)
  expect(text).toContain('One. Two. At stake 50 €')
  expect(text).toMatch(/Check-ins −2 cups November 19, 2026 .* Load more .*Record .*Promised/)
  const page = await screenAt('/projects/cups', answers)
  const values = `aria-valuemin="${least}" aria-valuemax="${most}" aria-valuenow="${now}"`
  expect(page).toMatch(new RegExp(`role="progressbar" aria-label="[^"]+" ${values}`))
  expect(page).toContain('role="img" aria-label="The line from ')
  expect(page).toContain('href="/projects/cups?after=abc"')
})

it('the page of a project with tags alone has no box about it', async () => {
  const data = { ...PROJECT, tags: ['Writing'], description: '', link: '', moves: [] }
  const page = await screenAt('/projects/p', answering({ '/deadline-projects/p': { data } }))
  expect(page).toContain('>Writing<')
  expect(page).not.toContain('about-heading')
})

it('a card leads to the link of its project, which then has Details, or to its page', async () => {
  const linked = { ...PROJECT, id: 'linked', link: 'https://a.example/' }
  const evidence = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, title: `Post ${id}` }))
  const done = { ...linked, id: 'done', status: 'Completed', due_date: '2026-10-01' } as const
  const data = [{ ...CUPS, status: 'Done', due_date: '2026-10-02' } as const, linked]
  data.push({ ...done, evidence })
  const page = await screenAt('/projects', answering({ '/deadline-projects': { data } }))
  const cards = page.split('<article').slice(1)
  const linksOf = (card: string) =>
    [...card.matchAll(/href="([^"]*(?:projects\/|a\.example)[^"]*)"/g)].map(([, href]) => href)
  expect(cards.map(linksOf)).toEqual([
    ['https://a.example/', '/projects/linked'],
    ['/projects/cups'],
    ['https://a.example/', '/projects/done', '/projects/done'],
  ])
  expect(cards.map((card) => card.includes('>Details<'))).toEqual([true, false, true])
  expect(cards[1]).toContain('</strong> of 30 cups')
  expect(cards[2]).toMatch(/Post a.*Post c.*>2 more</)
})

it.each([
  [-2, 'For: Draw cups −2 cups Writing'],
  [0, 'For: Draw cups +0 cups Writing'],
  [null, 'For: Draw cups Writing'],
])('a post that counts %s says for which project, on its page and card', async (amount, words) => {
  const post = counting(amount)
  for (const path of ['/post/shipping', '/essays', '/search?q=x']) {
    const data = path === '/post/shipping' ? post : [{ ...post, snippet: 'words' }]
    expect(await textAt(path, () => ({ data })), path).toContain(words)
  }
})

it('lists are filtered and go on by links, and what scripts need not be there for by forms', async () => {
  const essays = await screenAt('/essays?tag=Gone&tag=gone&tag=+', filled)
  expect(essays).toContain('href="/essays?tag=Gone&amp;tag=Writing"')
  expect(essays).toMatch(/aria-current="true" href="\/essays"[^>]*>Gone</)
  expect(essays).toContain('href="/essays?tag=Gone&amp;after=abc"')
  const link = postOf({ type: 'link', url: 'https://a.example/' })
  const home = await screenAt('/', answering({ '/posts/public/link': listOf(link, 'abc') }))
  expect(home).toContain('href="/?after=abc"')
  const record = await screenAt('/record?kind=moved&kind=kept&kind=nothing&after=xyz', filled)
  expect(record).toContain('href="/projects/moved"')
  expect(record).toContain('href="/post/posted"')
  expect(record).not.toContain('href="/projects/promised"')
  expect(record).toContain('aria-current="true" href="/record?kind=kept"')
  expect(record).toContain('href="/record?kind=moved&amp;kind=kept&amp;after=abc"')
  expect(record).toContain('href="/record?kind=moved&amp;kind=kept">Back to the newest')
  const stats = await screenAt('/stats', filled)
  expect(stats).toMatch(/href="\/stats\?range=year"[\s\S]*href="\/record"/)
  const board = await screenAt('/projects?at=2026-10-20', filled)
  expect(board).toMatch(
    /href="\/projects"[^>]*>Back[\s\S]*<form [^>]*action="\/projects"[\s\S]*name="at"/,
  )
  const tags = [WRITING, { ...WRITING, id: 'unused', count: 0 }]
  const search = await screenAt('/search', answering({ '/posts/tags': { data: tags } }))
  expect(search).toMatch(/<form [^>]*action="\/search"[\s\S]*name="q"/)
  expect(search).toContain(`href="/tags/${WRITING.id}"`)
  expect(search).not.toContain('/tags/unused')
})

it('the streak says the rules that the site has set', async () => {
  const page = await screenAt('/', filled, { ...SITE, streak: 'on-time', rest_days: ['sunday'] })
  expect(page).toContain('Posts logged later do not carry the streak.')
  expect(page).toContain(
    'Sundays are rest days: without a post they neither end a streak nor count as failure days.',
  )
})
