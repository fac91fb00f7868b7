/** Date of a post without one: its file's first commit, else its `updated`. */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { authorEnvironment, Git } from '../../../server/git/objects/git-process.ts'
import { readLog } from '../../../server/git/objects/log-records.ts'
import { findRepositoryPlace } from '../../../server/git/objects/repository-place.ts'
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
async function firstCommits(folder: string): Promise<ReadonlyMap<string, string>> {
  const place = findRepositoryPlace(folder)
  if (place === null) return new Map()
  const env = { ...authorEnvironment(process.env), GIT_ALLOW_PROTOCOL: 'none' }
  const paths = ['objects', 'shallow'].flatMap((name) => ['--git-path', name])
  const args = ['rev-parse', '--path-format=absolute', ...paths, '--show-object-format', 'HEAD']
  const found = await new Git({ place, env }).text(args).catch(() => '')
  const [objects, shallow = '', format = '', head = ''] = found.split('\n')
  if (!head) return new Map()
  const inside = relative(place.top, realpathSync(folder))
  const relativeTo = inside === '' ? [] : [`--relative=${inside}/`]
  const options = ['--reverse', ...relativeTo, '--diff-filter=AR', head]
  // The settings of a repository that is not ours may name programs, to fetch what is missing there
  // or to show what is there. So its objects are read as those of an empty repository of ours.
  const empty = mkdtempSync(join(tmpdir(), 'gap-import-'))
  const borrowed = {
    ...env,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects),
    GIT_SHALLOW_FILE: shallow,
  }
  const git = new Git({ place: { top: null, gitFolder: empty }, cwd: empty, env: borrowed })
  try {
    await git.run(['init', '--quiet', '--bare', `--object-format=${format}`])
    const dates = (renames: string) => datesOf(git, [renames, ...options], existsSync(shallow))
    // Without the text of a file, as in a partial clone, only a rename that changed nothing is known.
    return await dates('-M').catch(() => dates('-M100%'))
  } finally {
    rmSync(empty, { recursive: true, force: true })
  }
}

async function datesOf(git: Git, options: readonly string[], isShallow: boolean) {
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
