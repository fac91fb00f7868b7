/** The date of a post that says none: that of its file's first commit, else of its last change. */
import { gitOr } from '../../content/git.ts'
import type { SourcePost } from './source-post.ts'

/** Nothing that the source's own settings name is run. */
const QUIET = ['-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false']

/** The posts, those without a date with what is known of it. */
export async function withKnownDates(
  posts: readonly SourcePost[],
  folder: string,
): Promise<SourcePost[]> {
  if (posts.every(({ fields }) => fields.date !== undefined)) return [...posts]
  const commits = await firstCommits(folder)
  return posts.map((post) => {
    const commit = commits.get(post.source)
    const date = commit ?? post.fields.updated
    if (post.fields.date !== undefined || !date) return post
    const from = commit === undefined ? 'last change' : 'first commit of its file'
    const updated = commit === undefined ? '' : (post.fields.updated ?? '')
    return {
      ...post,
      fields: { ...post.fields, date, updated },
      left: [...post.left, `a date from elsewhere: that of the ${from}`],
    }
  })
}

/** When each file of a folder was added, followed through renames; empty without a repository. */
async function firstCommits(folder: string): Promise<Map<string, string>> {
  const log = ['log', '--reverse', '--relative', '-M', '--diff-filter=AR', '--name-status', '-z']
  // Of a shallow clone's oldest commits nobody knows what they added.
  const isShallow = (await gitOr('', folder, ['rev-parse', '--is-shallow-repository'])) === 'true'
  const format = `--format=%x01%aI${isShallow ? ' %P' : ' +'}`
  const dates = new Map<string, string>()
  const output = await gitOr('', folder, [...QUIET, ...log, format])
  for (const commit of output.split('\u0001').slice(1)) {
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
