/**
 * `content import`: reads the folder or export of another program, writes the new files and commits
 * exactly those as the author. Never overwrites a file.
 */
import { existsSync, lstatSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { plural } from '#domain/texts/plural.ts'
import { createContentFiles } from '../../server/content/files/content-files.ts'
import { idKey } from '../../server/content/files/content-paths.ts'
import type { Problem } from '../../server/content/problem.ts'
import { makeFolder } from '../../server/prepare-folders.ts'
import { CommandError } from '../content/command-settings.ts'
import { commitFiles } from '../content/git.ts'
import { textWarnings } from '../content/text-warnings.ts'
import { type ImportPlan, type PlannedFile, planImport } from './plan-import.ts'
import { withKnownDates } from './read/known-date.ts'
import { readFolder } from './read/read-folder.ts'
import { readGhostExport } from './read/read-ghost-export.ts'
import { kindOfSite, listFiles } from './read/source-files.ts'
import { SITE_NAMES, type SiteKind, type SourceSite } from './read/source-post.ts'
import { SiteImages } from './site-images.ts'

interface ImportOptions {
  /** A folder, or the JSON file of a Ghost export. */
  from: string
  /** Null to detect it. */
  kind: SiteKind | null
  contentDir: string
  timeZone: string
  /** Whether the site's texts have formulas. */
  math?: boolean
  isDryRun: boolean
  /** Whether posts without a known date are published; default: they become drafts. */
  publishesUndated?: boolean
  print(line: string): void
}

const HIDDEN = 'A post whose date is not known comes as a draft; --undated publish publishes it.'

interface Source extends SourceSite {
  kind: SiteKind
  images: SiteImages
}

/**
 * Imports and prints a report: a summary, then a line for each file.
 * @returns whether at least one post was imported or existed already
 */
export async function importContent(options: ImportOptions): Promise<boolean> {
  const { contentDir, isDryRun, print } = options
  const source = readSource(options)
  const name = SITE_NAMES[source.kind]
  const plan = await planOf(source, options)
  const isUsable = plan.files.length + plan.existing > 0
  const bytes = new Map(plan.files.map((file) => [file.path, file.bytes]))
  const texts = { texts: plan.files, math: options.math === true }
  const warnings = await textWarnings(texts, (path) => bytes.get(path) ?? Buffer.of())
  for (const line of reportLines(plan, warnings)) print(line)
  const shown = new Map(plan.files.flatMap(({ images }) => images.map((one) => [one.path, one])))
  const images = [...shown.values()].filter(({ path }) => !existsSync(join(contentDir, path)))
  const withCount = images.length > 0 ? ` and ${plural(images.length, 'image')}` : ''
  const count = plural(plan.files.length, 'post') + withCount
  if (isDryRun || plan.files.length === 0) {
    print(`${isDryRun ? 'Would import' : 'Imported'} ${count} from ${name}.`)
    return isUsable
  }
  const files = [...plan.files, ...images]
  for (const { path, bytes } of files) {
    makeFolder(dirname(join(contentDir, path)))
    writeFileSync(join(contentDir, path), bytes, { flag: 'wx' })
  }
  const paths = files.map(({ path }) => path)
  const message = [`Import ${count} from ${name}`, `Imported-from: ${name}`] as const
  const { text } = await commitFiles(contentDir, paths, message)
  print(`Imported ${count} from ${name}. ${text}`)
  return true
}

async function planOf(source: Source, options: ImportOptions): Promise<ImportPlan> {
  const { contentDir, timeZone, publishesUndated = false } = options
  const { files } = createContentFiles(contentDir).list()
  const existing = new Map(files.map((file) => [idKey(file), file.path]))
  const target = { timeZone, publishesUndated, images: source.images, existing }
  const plan = await planImport(await withKnownDates(source.posts, folderOf(options.from)), target)
  return { ...plan, skipped: [...plan.skipped, ...source.skipped] }
}

function readSource({ from, kind, timeZone }: ImportOptions): Source {
  const stats = statSync(from, { throwIfNoEntry: false })
  if (stats === undefined) throw new CommandError(`There is no ${from}.`)
  const folder = folderOf(from)
  if (kind === null || kind === 'ghost') {
    const files = stats.isFile() ? [from] : readdirSync(from).map((name) => join(from, name))
    for (const file of files.filter((path) => lstatSync(path).isFile())) {
      const site = readGhostExport(file, timeZone)
      if (site === null) continue
      // The images of an export, if any, are in the same folder.
      return { kind: 'ghost', images: new SiteImages(folder, listFiles(folder, 'ghost')), ...site }
    }
  }
  if (stats.isFile() || kind === 'ghost') throw new CommandError(`${from} is no export of Ghost.`)
  const known = kind ?? kindOfSite(from)
  const paths = listFiles(folder, known)
  const site = readFolder({ folder, kind: known, timeZone }, paths)
  return { kind: known, images: new SiteImages(folder, paths), ...site }
}

function folderOf(from: string): string {
  return statSync(from).isFile() ? dirname(from) : from
}

/** Lines of the report: counts and reasons, then the result of each file, sorted by source. */
function reportLines(plan: ImportPlan, warnings: readonly Problem[]): string[] {
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
    ...(hasHidden ? [HIDDEN] : []),
  ]
}

function describe({ type, isDraft, tags, images, notes }: PlannedFile): string {
  const facts = [type, ...(isDraft ? ['draft'] : []), plural(tags, 'tag')]
  const copied = images.length > 0 ? `; images: ${images.map(({ path }) => path).join(', ')}` : ''
  return `(${facts.join(', ')})${copied}${notes.length > 0 ? `; left: ${notes.join('; ')}` : ''}`
}

/** Without its subject, to group equal reasons. */
const reasonOf = (words: string): string => words.split(': ')[0] ?? words

function byReason(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([reason, count]) => `  ${String(count).padStart(4)} ${reason}`)
}
