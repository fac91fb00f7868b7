/**
 * `content import`: reads another program's folder or export, writes what is not here yet and makes
 * one commit of exactly those files, as the author would. Nothing is ever written over.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createContentFiles } from '../../server/content/files/content-files.ts'
import { clashKey } from '../../server/content/files/content-paths.ts'
import { GitFailure } from '../../server/git/objects/git-process.ts'
import { textWarnings, type Warning } from '../content/text-warnings.ts'
import { gitIn } from '../hooks/tree-files.ts'
import { addressBefore } from './address-before.ts'
import { withImages } from './copy-images.ts'
import { type ImportPlan, type PlannedFile, planImport } from './plan-import.ts'
import { readFolder } from './read/read-folder.ts'
import { isGhostExport, readGhostExport } from './read/read-ghost-export.ts'
import { readSiteRules, type SiteRules } from './read/site-rules.ts'
import { kindOfSite } from './read/source-files.ts'
import type { SiteKind, SkippedSource, SourcePost } from './read/source-post.ts'

const NAMES: Readonly<Record<SiteKind, string>> = {
  jekyll: 'Jekyll',
  hugo: 'Hugo',
  eleventy: 'Eleventy',
  astro: 'Astro',
  obsidian: 'Obsidian',
  ghost: 'Ghost',
  markdown: 'markdown files',
}

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
  print(line: string): void
}

/** Imports, reports a line for each file, and returns whether all that was planned is committed. */
export async function importContent(options: ImportOptions): Promise<boolean> {
  const { contentDir, timeZone, isDryRun, print } = options
  const source = readSource(options)
  const holders = contentHolders(contentDir)
  const rules = readSiteRules(folderOf(options.from), source.kind)
  const withAddresses = source.posts.map((post) => withOldAddress(post, source.kind, rules))
  const complete = await withImages(withAddresses, folderOf(options.from))
  const plan = planImport(complete, { timeZone, holderOf: (key) => holders.get(key) ?? null })
  plan.skipped.push(...source.skipped)
  for (const line of reportLines(plan, await textWarnings(plan.files))) print(line)
  const images = plan.images.filter(({ path }) => !existsSync(join(contentDir, path)))
  const count = counted(plan.files.length, images.length)
  if (isDryRun || plan.files.length === 0) {
    print(`${isDryRun ? 'Would import' : 'Imported'} ${count} from ${NAMES[source.kind]}.`)
    return true
  }
  const files = [...plan.files, ...images]
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(contentDir, path)), { recursive: true })
    writeFileSync(join(contentDir, path), bytes, { flag: 'wx' })
  }
  const subject = `Import ${count} from ${NAMES[source.kind]}`
  const { done, text } = await commitFiles(contentDir, files, subject)
  print(`Imported ${count} from ${NAMES[source.kind]}. ${text}`)
  return done
}

/** A draft never had an address, unless it says one itself. */
function withOldAddress(post: SourcePost, kind: SiteKind, rules: SiteRules): SourcePost {
  if (post.draft && post.permalink === null) return post
  const { addresses, left } = addressBefore(post, kind, rules)
  // Aliases are written without the path that the whole site had.
  const aliases = post.aliases.map((alias) => (alias.startsWith('/') ? rules.base + alias : alias))
  return { ...post, aliases: [...aliases, ...addresses], left: [...post.left, ...left] }
}

/** Lines for each file, by source: what became of it, what did not come along or is not shown. */
function reportLines({ files, skipped }: ImportPlan, warnings: readonly Warning[]): string[] {
  const sources = new Map(files.map(({ path, source }) => [path, source]))
  const lines = [
    ...files.map((file) => [file.source, `imported as ${file.path} ${describe(file)}`] as const),
    ...warnings.map(({ file, line, reason }) => {
      return [sources.get(file) ?? file, `not shown, ${file}:${line}: ${reason}`] as const
    }),
    ...skipped.map(({ source, reason }) => [source, `skipped: ${reason}`] as const),
  ]
  return lines
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([source, text]) => `${source}: ${text}`)
}

function describe({ type, isDraft, tags, images, left }: PlannedFile): string {
  const facts = [type, ...(isDraft ? ['draft'] : []), tags === 1 ? '1 tag' : `${tags} tags`]
  const copied = images.length > 0 ? `; images: ${images.join(', ')}` : ''
  return `(${facts.join(', ')})${copied}${left.length > 0 ? `; left: ${left.join('; ')}` : ''}`
}

function readSource({ from, kind }: ImportOptions): {
  kind: SiteKind
  posts: SourcePost[]
  skipped: SkippedSource[]
} {
  const stats = statSync(from, { throwIfNoEntry: false })
  if (stats === undefined) throw new ImportError(`There is no ${from}.`)
  const files = stats.isFile() ? [from] : jsonFiles(from)
  if (kind === null || kind === 'ghost') {
    for (const file of files) {
      const value = readJson(file)
      if (isGhostExport(value)) return { kind: 'ghost', ...readGhostExport(value) }
    }
  }
  if (stats.isFile() || kind === 'ghost') throw new ImportError(`${from} is no export of Ghost.`)
  const found = kind ?? kindOfSite(from)
  return { kind: found, ...readFolder(from, found) }
}

function jsonFiles(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /ghost.*\.json$/i.test(name))
  return names.map((name) => join(folder, name))
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function contentHolders(contentDir: string): Map<string, string> {
  const { files } = createContentFiles(contentDir).list()
  return new Map(files.map((file) => [clashKey(file), file.path]))
}

/** One commit of these files alone, whatever else is staged or changed. */
async function commitFiles(
  contentDir: string,
  files: readonly Pick<PlannedFile, 'path'>[],
  subject: string,
): Promise<{ done: boolean; text: string }> {
  const git = gitIn(contentDir)
  const isInside = await git.text(['rev-parse', '--is-inside-work-tree']).catch(() => 'false')
  if (isInside !== 'true') {
    return {
      done: true,
      text: 'The content folder is in no git repository, so nothing is committed.',
    }
  }
  const input = files.map(({ path }) => `${path}\0`).join('')
  const paths = ['--pathspec-from-file=-', '--pathspec-file-nul']
  try {
    await git.run(['add', ...paths], { input })
    await git.run(['commit', '-q', '-m', subject, ...paths], { input })
    return { done: true, text: `Committed as '${subject}'.` }
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const reason = error.stderr.trim().split('\n')[0] ?? ''
    return { done: false, text: `The files are there, but not committed: ${reason}` }
  }
}

function counted(posts: number, images: number): string {
  const words = posts === 1 ? '1 post' : `${posts} posts`
  if (images === 0) return words
  return `${words} and ${images === 1 ? '1 image' : `${images} images`}`
}

/** Where the pictures are looked for: an export has them beside it, if at all. */
function folderOf(from: string): string {
  return statSync(from).isFile() ? dirname(from) : from
}
