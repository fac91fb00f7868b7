/**
 * The date of a post whose front matter has none: that in its address or path, else that of the
 * first commit of its file, else that of its last change as it says itself.
 */
import { isDay } from '#domain/days/day.ts'
import { createGit, GitFailure, gitEnvironment } from '../../../server/git/objects/git-process.ts'
import type { SourcePost } from './source-post.ts'

const WHOLE_DATE = /(?:^|[/_.-])((?:19|20)\d\d)[/_.-](\d\d)[/_.-](\d\d)(?=[/_.T -]|$)/
const MONTH = /(?:^|\/)((?:19|20)\d\d)\/(\d\d)(?=\/)/
/** Of the whole history of a site. */
const HISTORY_TIME_LIMIT_MS = 120_000

/** The posts, those without a date with what is known of it; the others are as they were. */
export async function withKnownDates(
  posts: readonly SourcePost[],
  folder: string,
): Promise<SourcePost[]> {
  if (posts.every(({ date }) => date !== null)) return [...posts]
  const commits = await firstCommits(folder)
  return posts.map((post) => (post.date === null ? withDate(post, commits) : post))
}

function withDate(post: SourcePost, commits: ReadonlyMap<string, string>): SourcePost {
  const places = [post.permalink ?? '', post.source]
  const day = places.map(dayIn).find((found) => found !== null)
  if (day) return { ...post, date: day }
  const known = [
    { date: commits.get(post.source) ?? null, from: 'first commit of its file' },
    { date: post.updated, from: 'last change' },
  ]
  const months = places.flatMap((place) => MONTH.exec(place)?.slice(1, 3).join('-') ?? [])
  const [month] = months.filter((each) => isDay(`${each}-01`))
  const found = known.find(({ date }) => date?.startsWith(month ?? ''))
  if (found) return dated(post, found.date, `that of the ${found.from}`)
  if (month === undefined) return post
  return dated(post, `${month}-01`, 'the first day of the month in its address')
}

function dated(post: SourcePost, date: string | null, whose: string): SourcePost {
  const updated = post.updated === date ? null : post.updated
  return { ...post, date, updated, left: [...post.left, `a date from elsewhere: ${whose}`] }
}

function dayIn(place: string): string | null {
  const day = WHOLE_DATE.exec(place)?.slice(1, 4).join('-') ?? ''
  return isDay(day) ? day : null
}

/** When each file of a folder was added, followed through renames; empty without a repository. */
async function firstCommits(folder: string): Promise<Map<string, string>> {
  const git = createGit({ cwd: folder, env: gitEnvironment(process.env, {}), config: QUIET })
  const log = ['log', '--reverse', '--relative', '-M', '--diff-filter=AR', '--name-status', '-z']
  try {
    // Of a shallow clone's oldest commits nobody knows what they added.
    const boundary = await git.text(['rev-parse', '--is-shallow-repository'])
    const text = await git.text([...log, `--format=%x01%aI${boundary === 'true' ? ' %P' : ' +'}`], {
      timeLimitMs: HISTORY_TIME_LIMIT_MS,
    })
    return datesIn(text)
  } catch (error) {
    if (error instanceof GitFailure) return new Map()
    throw error
  }
}

/** Nothing that the source's own settings name is run. */
const QUIET = ['core.fsmonitor=false', 'log.showSignature=false', 'core.hooksPath=/dev/null']

function datesIn(log: string): Map<string, string> {
  const dates = new Map<string, string>()
  for (const commit of log.split('\u0001').slice(1)) {
    const [head = '', ...fields] = commit.split('\0')
    const [date = '', parents] = head.trim().split(' ')
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const status = (fields[at] ?? '').trim()
      const path = fields[at + 1] ?? ''
      if (status.startsWith('R')) {
        const renamed = fields[at + 2] ?? ''
        dates.set(renamed, dates.get(path) ?? date)
        at += 1
      } else if (parents && !dates.has(path)) dates.set(path, date)
    }
  }
  return dates
}
