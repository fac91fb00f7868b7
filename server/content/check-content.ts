/** Finds the problems of a content folder without a server, and what leads nowhere. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decoded, FILE_PATHS, PAGE_PATHS } from '#domain/addresses.ts'
import type { Break } from '#domain/days/breaks.ts'
import type { Site } from '#domain/site.ts'
import { tagKey } from '#domain/tag.ts'
import { createContentFiles } from './files/content-files.ts'
import { quoted } from './formats/fields.ts'
import { SITE_PATH } from './formats/site-file.ts'
import { NO_HISTORY, snapshotOf } from './index/build-snapshot.ts'
import { loadContent } from './index/content-index.ts'
import { byLine, type Problem } from './problem.ts'
import type { PostRecord, Snapshot } from './records.ts'

export interface ContentCheck {
  /** Number of content files that were read. */
  files: number
  problems: Problem[]
  /** Of posts, own pages and the about page. */
  texts: Pick<PostRecord, 'path' | 'content'>[]
  /** Of fields, aliases and the menu. */
  warnings: Problem[]
  math: boolean
  /** Of site.yaml, held or not. */
  breaks: readonly Break[]
  addresses: ReturnType<typeof addressesOf>
  /** Posts that name a project without a file, which may be a former id. */
  strays: Pick<PostRecord, 'path' | 'project'>[]
}

export interface ContentSettings {
  contentDir: string
  /** The setting SITE_URL; null without it. */
  siteUrl?: string | null
  /** The setting TIME_ZONE; null leaves it to site.yaml. */
  timeZone: string | null
}

/**
 * Reads the content files as a starting server does.
 * @param isChosen files to report; all are read, since two may claim one id
 */
export async function checkContent(
  { contentDir, timeZone, siteUrl = null }: ContentSettings,
  isChosen: (file: string) => boolean = () => true,
): Promise<ContentCheck> {
  const files = createContentFiles(contentDir)
  const keeper = await loadContent({ files, timeZone, fallbackZone: 'UTC' })
  // Scheduled posts have an address too.
  const source = { version: 1, now: Infinity, history: NO_HISTORY, proof: null, problems: [] }
  const snapshot = snapshotOf(keeper, source)
  const { site, allPosts, projectsById } = snapshot
  const texts = [...allPosts, ...keeper.recordsOf('page')]
  const addresses = addressesOf(snapshot)
  const problems = keeper
    .problems()
    .filter(({ file }) => isChosen(file))
    .sort(byLine)
  return {
    addresses,
    strays: allPosts.filter(
      (one) => one.project !== null && !projectsById.has(one.project) && isChosen(one.path),
    ),
    files: files.list().files.filter(({ path }) => isChosen(path)).length,
    problems: problems.filter(({ warning }) => !warning),
    breaks: (isChosen(SITE_PATH) && site.breaks) || [],
    warnings: [
      ...problems.filter(({ warning }) => warning),
      ...(isChosen(SITE_PATH) ? menuWarnings(site, addresses, contentDir) : []),
      ...aliasWarnings(texts, siteUrl).filter(({ file }) => isChosen(file)),
    ],
    math: site.math,
    texts: texts.filter(({ path }) => isChosen(path)),
  }
}

/** Paths of the menu that lead nowhere. */
function menuWarnings({ menu }: Site, known: ReadonlySet<string>, contentDir: string): Problem[] {
  if (!menu) return []
  const text = readFileSync(join(contentDir, SITE_PATH), 'utf8')
  const paths = menu.flatMap(({ path, items = [] }) => [path, ...items.map((item) => item.path)])
  const lines = text.split('\n').map((line) => line.split(/[\s"',{}]+/))
  return paths.flatMap((path = '/') => {
    const address = decoded(path.replace(/\/*(?:[?#].*)?$/s, '') || '/').normalize('NFC')
    // Images and answers of the API are not looked for.
    if (/^\/(?:media|og|api)\//.test(address) || known.has(address)) return []
    const line = lines.findIndex((words) => words.includes(path)) + 1 || null
    return { file: SITE_PATH, line, reason: `The path ${quoted(path)} leads nowhere.` }
  })
}

/** Aliases that never lead anywhere. @param siteUrl the setting SITE_URL; null without it */
function aliasWarnings(
  records: readonly { path: string; aliases: readonly string[] }[],
  siteUrl: string | null,
): Problem[] {
  const origin = siteUrl === null ? null : new URL(siteUrl).origin
  const taken = new Set(['/', ...Object.values(PAGE_PATHS), ...FILE_PATHS])
  return records.flatMap(({ path: file, aliases }) =>
    aliases.flatMap((alias) => {
      const isElsewhere = alias.includes('://') && new URL(alias).origin !== origin
      if (!isElsewhere && !taken.has(alias)) return []
      const reason = isElsewhere ? 'of another host than SITE_URL' : 'an address of the site itself'
      return [{ file, line: null, reason: `The alias ${quoted(alias)} is ${reason}.` }]
    }),
  )
}

/** Every address of the site, decoded; of tags as `?tag=` with the key. */
function addressesOf({ pages, publicPosts, projects, tags }: Snapshot): ReadonlySet<string> {
  const pathOf = (name: string) => (name.startsWith('/') ? name : `/post/${name}`)
  return new Set([
    ...[...Object.values(PAGE_PATHS), ...FILE_PATHS],
    ...projects.map(({ id }) => `/projects/${id}`),
    ...[...pages.values()].flatMap(({ address, aliases }) => [decoded(address), ...aliases]),
    ...publicPosts.flatMap(({ id, aliases }) => [id, ...aliases].map(pathOf)),
    ...tags().flatMap(({ id, name }) => [`/tags/${id}`, `?tag=${tagKey(name)}`]),
  ])
}
