/** Every problem of a content folder at once: for `content check`, without a server or a store. */
import { type ContentFiles, createContentFiles } from './content-files.ts'
import { type ContentPath, isProblem } from './content-paths.ts'
import { parseAboutFile } from './parse-about-file.ts'
import { parsePostFile } from './parse-post-file.ts'
import { parseProjectFile } from './parse-project-file.ts'
import { parseResourceFile, resourcePageId } from './parse-resource-file.ts'
import { defaultSite, parseSiteFile } from './parse-site-file.ts'
import { parseTagsFile } from './parse-tags-file.ts'
import { NO_PROBLEMS } from './parsed.ts'
import type { Problem } from './records.ts'

/** All problems in the folder, by file and line. A folder that is not there has none. */
export function checkContent(contentDir: string): Problem[] {
  const files = createContentFiles(contentDir)
  const listing = files.list()
  const problems = listing.files.flatMap((file) => problemsIn(file, files))
  return [...listing.problems, ...problems].sort(byPlace)
}

function problemsIn(file: ContentPath, files: ContentFiles): readonly Problem[] {
  const found = files.read(file.path)
  if (found === null) return NO_PROBLEMS
  return isProblem(found) ? [found] : parseProblems(file, found.bytes)
}

function parseProblems({ path, kind, id }: ContentPath, bytes: Buffer): readonly Problem[] {
  // No problem depends on the zone or on the date of a post that names none.
  if (kind === 'post') {
    return parsePostFile({ path, bytes }, { timeZone: 'UTC', fallbackDate: 0 }).problems
  }
  if (kind === 'project') return parseProjectFile({ path, bytes }).problems
  if (kind === 'tags') return parseTagsFile(bytes).problems
  if (kind === 'site') return parseSiteFile(bytes, defaultSite('UTC')).problems
  if (kind === 'about') return parseAboutFile(bytes).problems
  const page = resourcePageId(id)
  return page === null ? NO_PROBLEMS : parseResourceFile({ path, id: page, bytes }).problems
}

function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0)
}
