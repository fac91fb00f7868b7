/** The posts and projects of a commit, parsed as the server does, for what is told after a push. */
import type { Site } from '#domain/site.ts'
import { classifyPath, isProblem } from '../../server/content/files/content-paths.ts'
import { type ParsingContext, parseContentFile } from '../../server/content/formats/file-entry.ts'
import { defaultSite, parseSiteFile } from '../../server/content/formats/parse-site-file.ts'
import type { PostRecord, ProjectRecord } from '../../server/content/records.ts'
import type { Git } from '../../server/git/objects/git-process.ts'
import { EVERY_SIDE, readLog } from '../../server/git/objects/log-records.ts'
import { readFiles, type TreeFile } from './tree-files.ts'

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
): Promise<ParsingContext & { site: Site }> {
  const defaults = defaultSite(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const file = files.find(({ path }) => path === 'site.yaml')
  let bytes: Buffer | null | undefined
  for await (const { blobs } of readFiles(git, file ? [file] : []))
    bytes = blobs.get(file?.blob ?? '')
  const site = (bytes && parseSiteFile(bytes, defaults).value) || defaults
  return { timeZone: timeZone ?? site.time_zone, fallbackDate: now, defaultSite: defaults, site }
}

/** Every post and project that can be used, the first by path of each id. */
export async function readRecords(
  git: Git,
  files: readonly TreeFile[],
  { context, prefix, commit }: { context: ParsingContext; prefix: string; commit: string },
): Promise<TreeRecords> {
  const posts = new Map<string, PostRecord>()
  const projects = new Map<string, ProjectRecord>()
  const dateless: TreeFile[] = []
  const add = (file: TreeFile, bytes: Buffer | null | undefined, fallbackDate: number) => {
    const found = classifyPath(file.path)
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
  const wanted = files.filter(({ path }) => /^(?:posts|projects)\//.test(path))
  for await (const { files: group, blobs } of readFiles(git, wanted)) {
    for (const file of group) add(file, blobs.get(file.blob), context.fallbackDate)
  }
  const dates = await firstCommits(git, dateless, { prefix, commit })
  for await (const { files: group, blobs } of readFiles(git, dateless)) {
    for (const file of group) {
      const date = dates.get(file.path)
      const found = classifyPath(file.path)
      if (date === undefined || found === null || isProblem(found)) continue
      posts.delete(found.id)
      add(file, blobs.get(file.blob), date)
    }
  }
  return { posts: [...posts.values()], projects: [...projects.values()] }
}

/**
 * When these files were first committed. The log is read as it comes and only what it says of these
 * files is kept: a history of any length costs no more memory.
 */
async function firstCommits(
  git: Git,
  files: readonly TreeFile[],
  { prefix, commit }: { prefix: string; commit: string },
): Promise<FirstCommits> {
  const dates = new Map<string, number>()
  if (files.length === 0) return dates
  const wanted = new Set(files.map(({ path }) => path))
  const options = [EVERY_SIDE, '--diff-filter=A', '--no-renames', commit, '--', `${prefix}posts`]
  await readLog(git, options, ({ authoredAt, files: added }) => {
    for (const { path } of added) {
      const name = path.slice(prefix.length)
      // Newest first: the last one to be set is the first commit.
      if (wanted.has(name)) dates.set(name, authoredAt)
    }
  })
  return dates
}
