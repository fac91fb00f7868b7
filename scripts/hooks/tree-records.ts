/** The posts and projects of a commit, parsed as the server does, for what is told after a push. */
import { classifyPath, isProblem } from '../../server/content/files/content-paths.ts'
import { type ParsingContext, parseContentFile } from '../../server/content/formats/file-entry.ts'
import { defaultSite, parseSiteFile } from '../../server/content/formats/parse-site-file.ts'
import type { PostRecord, ProjectRecord } from '../../server/content/records.ts'
import { EVERY_SIDE, LOG_OPTIONS, parseLog } from '../../server/git/history/log-records.ts'
import type { Git } from '../../server/git/objects/git-process.ts'
import { readBlobs, type TreeFile } from './tree-files.ts'

export interface TreeRecords {
  posts: PostRecord[]
  projects: ProjectRecord[]
}

/** Time of a file's first commit in milliseconds; undefined when the history does not know it. */
type FirstCommits = ReadonlyMap<string, number>

/** How the files are to be read: with the zone of the setting, else that of site.yaml. */
export async function contextOf(
  git: Git,
  files: readonly TreeFile[],
  { timeZone, now }: { timeZone: string | null; now: number },
): Promise<ParsingContext> {
  const site = defaultSite(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const file = files.find(({ path }) => path === 'site.yaml')
  const bytes = file && (await readBlobs(git, [file.blob])).get(file.blob)
  const written = bytes && parseSiteFile(bytes, site).value?.time_zone
  return { timeZone: timeZone ?? written ?? site.time_zone, fallbackDate: now, defaultSite: site }
}

/** Every post and project that can be used, the first by path of each id. */
export async function readRecords(
  git: Git,
  files: readonly TreeFile[],
  { context, prefix, commit }: { context: ParsingContext; prefix: string; commit: string },
): Promise<TreeRecords> {
  const blobs = await readBlobs(
    git,
    files.filter(({ path }) => /^(?:posts|projects)\//.test(path)).map(({ blob }) => blob),
  )
  const posts = new Map<string, PostRecord>()
  const projects = new Map<string, ProjectRecord>()
  const dateless: TreeFile[] = []
  const add = (file: TreeFile, fallbackDate: number) => {
    const found = classifyPath(file.path)
    const bytes = blobs.get(file.blob)
    if (found === null || isProblem(found) || !bytes || !file.mode.startsWith('100')) return
    const { kind } = found
    if (kind !== 'post' && kind !== 'project') return
    const read = parseContentFile(found, bytes, { ...context, fallbackDate })
    if (read.value === null) return
    if (read.isDateless && fallbackDate === context.fallbackDate) dateless.push(file)
    const records: Map<string, unknown> = kind === 'post' ? posts : projects
    // A record of a post's path is a post, one of a project's path a project.
    records.set(found.id, records.get(found.id) ?? read.value)
  }
  for (const file of files) add(file, context.fallbackDate)
  if (dateless.length > 0) {
    const dates = await firstCommits(git, prefix, commit)
    for (const file of dateless) {
      const date = dates.get(file.path)
      const found = classifyPath(file.path)
      if (date === undefined || found === null || isProblem(found)) continue
      posts.delete(found.id)
      add(file, date)
    }
  }
  return { posts: [...posts.values()], projects: [...projects.values()] }
}

async function firstCommits(git: Git, prefix: string, commit: string): Promise<FirstCommits> {
  const args = ['log', ...LOG_OPTIONS, EVERY_SIDE, '--diff-filter=A', '--no-renames', commit]
  const text = await git.text([...args, '--', `${prefix}posts`])
  const dates = new Map<string, number>()
  // Newest first: the last one to be set is the first commit.
  for (const { authoredAt, files } of parseLog(text)) {
    for (const { path } of files) dates.set(path.slice(prefix.length), authoredAt)
  }
  return dates
}
