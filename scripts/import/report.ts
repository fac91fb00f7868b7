/** The report of an import: a summary, then a line for each file. Pure. */

import { plural } from '#domain/texts/plural.ts'
import type { Problem } from '../../server/content/records.ts'
import type { ImportPlan, PlannedFile } from './plan-import.ts'

/** Lines of the report: counts and reasons, then the result of each file, sorted by source. */
export function reportLines(plan: ImportPlan, warnings: readonly Problem[]): string[] {
  const { files, skipped } = plan
  const sources = new Map(files.map(({ path, source }) => [path, source]))
  const lines = [
    ...files.map((file) => [file.source, `imported as ${file.path} ${describe(file)}`] as const),
    ...warnings.map(({ file, line, reason }) => {
      return [sources.get(file) ?? file, `not shown, ${file}:${line}: ${reason}`] as const
    }),
    ...skipped.map(({ source, reason }) => [source, `skipped: ${reason}`] as const),
  ]
  lines.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return [...summaryLines(plan, warnings), ...lines.map((line) => line.join(': '))]
}

function summaryLines({ files, skipped }: ImportPlan, warnings: readonly Problem[]): string[] {
  const drafts = files.filter(({ isDraft }) => isDraft).length
  const among = drafts > 0 ? ` (${plural(drafts, 'draft')} among them)` : ''
  const without = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
  const read = plural(files.length + skipped.length, 'file')
  const hasHidden = files.some(({ isUndated, isDraft }) => isUndated && isDraft)
  const reasons = [
    skipped.map(({ reason }) => `skipped: ${reasonOf(reason)}`),
    files.flatMap(({ notes }) => [...new Set(notes.map((each) => `with ${reasonOf(each)}`))]),
    [...new Set(warnings.map(({ file }) => file))].map(() => 'with a part that is not shown'),
  ]
  return [
    `${read} read: ${plural(files.length, 'post')}${among}${without}.`,
    ...reasons.flatMap(byReason),
    ...(hasHidden
      ? ['A post whose date is not known comes as a draft; --undated publish publishes it.']
      : []),
  ]
}

function describe({ type, isDraft, tags, images, notes }: PlannedFile): string {
  const facts = [type, ...(isDraft ? ['draft'] : []), plural(tags, 'tag')]
  const copied = images.length > 0 ? `; images: ${images.map(({ path }) => path).join(', ')}` : ''
  return `(${facts.join(', ')})${copied}${notes.length > 0 ? `; left: ${notes.join('; ')}` : ''}`
}

/** The reason without its subject, to group equal reasons. */
const reasonOf = (words: string): string => words.split(': ')[0] ?? words

function byReason(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([reason, count]) => `  ${String(count).padStart(4)} ${reason}`)
}
