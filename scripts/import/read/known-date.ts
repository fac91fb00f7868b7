/** Date of a post without one: its file's first commit, else its `updated`. */
import { readLog } from '../../../server/git/objects/log-records.ts'
import { authorGit, gitOr } from '../../content/git.ts'
import type { SourcePost } from './source-post.ts'

/** Adds known dates to posts without a date. */
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
      notes: [...post.notes, `a date from elsewhere: that of the ${from}`],
    }
  })
}

/** Date of each file's first commit, followed through renames; empty without a repository. */
async function firstCommits(folder: string): Promise<Map<string, string>> {
  const dates = new Map<string, string>()
  const head = await gitOr('', folder, ['rev-parse', '--is-shallow-repository', 'HEAD'])
  if (head === '') return dates
  const options = ['--reverse', '--relative', '-M', '--diff-filter=AR']
  for (const { date, parents, changes } of await readLog(authorGit(folder), options)) {
    // The oldest commits of a shallow clone seem to add every file.
    if (parents.length === 0 && head.startsWith('true')) continue
    for (const { path, from } of changes) {
      if (from !== null) dates.set(path, dates.get(from) ?? date)
      else if (!dates.has(path)) dates.set(path, date)
    }
  }
  return dates
}
