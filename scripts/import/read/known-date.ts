import { realpathSync } from 'node:fs'
import { relative } from 'node:path'
import { authorEnvironment, Git } from '../../../server/git/objects/git-process.ts'
import { readLog } from '../../../server/git/objects/log-records.ts'
import { findRepositoryPlace } from '../../../server/git/objects/repository-place.ts'
import type { SourcePost } from './source-post.ts'

/** The posts, those without a date with that of their file's first commit, else their `updated`. */
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

/** Date of each file's first commit, followed through renames; empty without a history that can be read. */
async function firstCommits(folder: string): Promise<ReadonlyMap<string, string>> {
  const place = findRepositoryPlace(folder)
  if (place === null) return new Map()
  // The settings of a repository that is not ours may name programs that fetch what is missing
  // there: without a transport none of them starts.
  const env = { ...authorEnvironment(process.env), GIT_ALLOW_PROTOCOL: 'none' }
  const git = new Git({ place, env })
  const inside = relative(place.top, realpathSync(folder))
  const relativeTo = inside === '' ? [] : [`--relative=${inside}/`]
  const options = ['--reverse', ...relativeTo, '--diff-filter=AR', 'HEAD']
  const dates = (renames: string) => datesOf(git, [renames, ...options])
  // Without the text of a file, as in a partial clone, only a rename that changed nothing is known.
  return dates('-M')
    .catch(() => dates('-M100%'))
    .catch(() => new Map<string, string>())
}

async function datesOf(git: Git, options: readonly string[]) {
  const isShallow = (await git.text(['rev-parse', '--is-shallow-repository'])) === 'true'
  const dates = new Map<string, string>()
  for (const { date, parents, changes } of await readLog(git, options)) {
    // The oldest commits of a shallow clone seem to add every file.
    if (parents.length === 0 && isShallow) continue
    for (const { path, from } of changes) {
      if (from !== null) dates.set(path, dates.get(from) ?? date)
      else if (!dates.has(path)) dates.set(path, date)
    }
  }
  return dates
}
