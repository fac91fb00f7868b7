/**
 * The date of a post whose front matter has none: that in its address or path, else that of the
 * first commit of its file, else that of its last change as it says itself.
 */
import { isDay } from '#domain/days/day.ts'
import { gitOr } from '../../content/git.ts'
import type { SourcePost } from './source-post.ts'

const DATE = /(?:^|[/_.-])((?:19|20)\d\d)[/_.-](\d\d)[/_.-](\d\d)(?=[/_.T -]|$)/
/** Nothing that the source's own settings name is run. */
const QUIET = ['-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false']

/** The posts, those without a date with what is known of it. */
export function withKnownDates(posts: readonly SourcePost[], folder: string): SourcePost[] {
  if (posts.every(({ date }) => date !== null)) return [...posts]
  const commits = firstCommits(folder)
  return posts.map((post) => (post.date === null ? withDate(post, commits) : post))
}

function withDate(post: SourcePost, commits: ReadonlyMap<string, string>): SourcePost {
  const places = [post.permalink ?? '', post.source]
  const days = places.map((place) => DATE.exec(place)?.slice(1, 4).join('-') ?? '')
  const day = days.find(isDay)
  if (day !== undefined) return { ...post, date: day }
  const commit = commits.get(post.source)
  const date = commit ?? post.updated
  if (date === null) return post
  const from = commit === undefined ? 'last change' : 'first commit of its file'
  const updated = post.updated === date ? null : post.updated
  return {
    ...post,
    date,
    updated,
    left: [...post.left, `a date from elsewhere: that of the ${from}`],
  }
}

/** When each file of a folder was added, followed through renames; empty without a repository. */
function firstCommits(folder: string): Map<string, string> {
  const log = ['log', '--reverse', '--relative', '-M', '--diff-filter=AR', '--name-status', '-z']
  // Of a shallow clone's oldest commits nobody knows what they added.
  const isShallow = gitOr('', folder, ['rev-parse', '--is-shallow-repository']) === 'true'
  const format = `--format=%x01%aI${isShallow ? ' %P' : ' +'}`
  const dates = new Map<string, string>()
  for (const commit of gitOr('', folder, [...QUIET, ...log, format])
    .split('\u0001')
    .slice(1)) {
    const [head = '', ...fields] = commit.split('\0')
    const [date = '', parents] = head.trim().split(' ')
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const path = fields[at + 1] ?? ''
      if ((fields[at] ?? '').trim().startsWith('R')) {
        dates.set(fields[at + 2] ?? '', dates.get(path) ?? date)
        at += 1
      } else if (parents && !dates.has(path)) dates.set(path, date)
    }
  }
  return dates
}
