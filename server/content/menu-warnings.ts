/** Finds paths of the menu that lead nowhere, and aliases that never lead anywhere. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decoded, FILE_PATHS, PAGE_PATHS } from '#domain/addresses.ts'
import { tagKey } from '#domain/tag.ts'
import { quoted } from './formats/fields.ts'
import { DEFAULT_PAGES } from './formats/page-file.ts'
import { SITE_PATH } from './formats/site-file.ts'
import type { ContentIndex } from './index/content-index.ts'
import { buildTags } from './index/tag-index.ts'
import type { Problem } from './records.ts'

export function menuWarnings(keeper: ContentIndex, contentDir: string): Problem[] {
  const menu = keeper.records().site[0]?.menu
  if (!menu) return []
  const text = readFileSync(join(contentDir, SITE_PATH), 'utf8')
  const paths = menu.flatMap(({ path, items = [] }) => [path, ...items.map((item) => item.path)])
  const known = addressesOf(keeper)
  const lines = text.split('\n').map((line) => line.split(/[\s"',{}]+/))
  return paths.flatMap((path = '/') => {
    const address = decoded(path.replace(/\/*(?:[?#].*)?$/s, '') || '/').normalize('NFC')
    // Images and answers of the API are not looked for.
    if (/^\/(?:media|og|api)\//.test(address) || known.has(address)) return []
    const line = lines.findIndex((words) => words.includes(path)) + 1 || null
    return { file: SITE_PATH, line, reason: `The path ${quoted(path)} leads nowhere.` }
  })
}

/** @param siteUrl the setting SITE_URL; null without it */
export function aliasWarnings(
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
export function addressesOf(keeper: ContentIndex): ReadonlySet<string> {
  const records = keeper.records()
  const files = [...DEFAULT_PAGES, ...records.page, ...records.list]
  const pages = files.filter(({ draft }) => !draft)
  const posts = records.post.filter(({ draft }) => !draft)
  const { tags } = buildTags({
    listedTags: records.tags[0] ?? [],
    projects: records.project,
    posts,
  })
  const pathOf = (name: string) => (name.startsWith('/') ? name : `/post/${name}`)
  return new Set([
    ...[...Object.values(PAGE_PATHS), ...FILE_PATHS],
    ...records.project.map(({ id }) => `/projects/${id}`),
    ...pages.flatMap(({ address, aliases }) => [decoded(address), ...aliases]),
    ...posts.flatMap(({ id, aliases }) => [id, ...aliases].map(pathOf)),
    ...tags().flatMap(({ id, name }) => [`/tags/${id}`, `?tag=${tagKey(name)}`]),
  ])
}
