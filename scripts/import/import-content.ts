/**
 * `content import`: reads another program's folder or export, writes what is not here yet and makes
 * one commit of exactly those files, as the author would. Nothing is ever written over.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createContentFiles } from '../../server/content/files/content-files.ts'
import { clashKey } from '../../server/content/files/content-paths.ts'
import { makeFolder } from '../../server/prepare-folders.ts'
import { textWarnings } from '../content/text-warnings.ts'
import { counted } from '../counted.ts'
import { addressBefore } from './address-before.ts'
import { commitFiles } from './commit-import.ts'
import { withImages } from './copy-images.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import { withKnownDates } from './read/known-date.ts'
import { readFolder } from './read/read-folder.ts'
import { isGhostExport, readGhostExport } from './read/read-ghost-export.ts'
import type { SiteKind, SkippedSource, SourcePost } from './read/source-post.ts'
import { reportLines, summaryLines } from './report.ts'
import { kindOfSite, SITE_NAMES } from './site/site-kinds.ts'
import { readSiteRules, type SiteRules } from './site/site-rules.ts'

/** Why nothing can be imported, in one sentence. */
export class ImportError extends Error {}

interface ImportOptions {
  /** A folder, or the JSON file of a Ghost export. */
  from: string
  /** The program it is of; null to find out. */
  kind: SiteKind | null
  contentDir: string
  timeZone: string
  isDryRun: boolean
  /** Posts whose date nobody knows are drafts unless this is set. */
  publishesUndated?: boolean
  print(line: string): void
}

interface Source {
  kind: SiteKind
  rules: SiteRules
  posts: SourcePost[]
  skipped: SkippedSource[]
}

/**
 * Imports and reports, a summary first and a line for each file.
 * @returns whether something came or was here already, and is committed
 */
export async function importContent(options: ImportOptions): Promise<boolean> {
  const { contentDir, isDryRun, print } = options
  const source = readSource(options)
  const name = SITE_NAMES[source.kind]
  const plan = await planOf(source, options)
  const isUsable = plan.files.length + plan.existing.length > 0
  const warnings = await textWarnings(plan.files)
  for (const line of summaryLines(plan, warnings)) print(line)
  for (const line of reportLines(plan, warnings)) print(line)
  const images = plan.images.filter(({ path }) => !existsSync(join(contentDir, path)))
  const withCount = images.length > 0 ? ` and ${counted(images.length, 'image')}` : ''
  const count = counted(plan.files.length, 'post') + withCount
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
  const subject = `Import ${count} from ${name}`
  const { done, text } = commitFiles(contentDir, paths, {
    subject,
    trailer: `Imported-from: ${name}`,
  })
  print(`Imported ${count} from ${name}. ${text}`)
  return done
}

async function planOf(source: Source, options: ImportOptions): Promise<ImportPlan> {
  const { contentDir, timeZone, publishesUndated = false } = options
  const folder = folderOf(options.from)
  const holders = contentHolders(contentDir)
  const dated = withKnownDates(source.posts, folder)
  const withAddresses = dated.map((post) => withOldAddress(post, source.kind, source.rules))
  const complete = await withImages(withAddresses, { folder, base: source.rules.base })
  const holderOf = (key: string) => holders.get(key) ?? null
  const plan = planImport(complete, { timeZone, publishesUndated, holderOf })
  return { ...plan, skipped: [...plan.skipped, ...source.skipped] }
}

/** A draft never had an address, unless it says one itself. */
function withOldAddress(post: SourcePost, kind: SiteKind, rules: SiteRules): SourcePost {
  if (post.draft && post.permalink === null) return post
  const { address, left } = addressBefore(post, kind, rules)
  // Aliases are written without the path that the whole site had.
  const aliases = post.aliases.map((alias) => (alias.startsWith('/') ? rules.base + alias : alias))
  return {
    ...post,
    aliases: address === null ? aliases : [...aliases, address],
    left: [...post.left, ...left],
  }
}

function readSource({ from, kind }: ImportOptions): Source {
  const stats = statSync(from, { throwIfNoEntry: false })
  if (stats === undefined) throw new ImportError(`There is no ${from}.`)
  const exports = stats.isFile() ? [from] : readdirSync(from).map((name) => join(from, name))
  const found = kind === null || kind === 'ghost' ? exports.map(readGhost).find(Boolean) : null
  if (found) return { kind: 'ghost', rules: readSiteRules('', 'ghost'), ...found }
  if (stats.isFile() || kind === 'ghost') throw new ImportError(`${from} is no export of Ghost.`)
  const known = kind ?? kindOfSite(from)
  const rules = readSiteRules(from, known)
  return { kind: known, rules, ...readFolder(from, known, rules) }
}

/** Null for a file that is no export of Ghost. */
function readGhost(path: string) {
  if (!/\.json$/i.test(path)) return null
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isGhostExport(value) ? readGhostExport(value) : null
  } catch {
    return null
  }
}

function contentHolders(contentDir: string): Map<string, string> {
  const { files } = createContentFiles(contentDir).list()
  return new Map(files.map((file) => [clashKey(file), file.path]))
}

/** Where the pictures are looked for: an export has them beside it, if at all. */
function folderOf(from: string): string {
  return statSync(from).isFile() ? dirname(from) : from
}
