/** The files of another program's folder, without what programs wrote or brought along. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteKind } from '../read/source-post.ts'

/** What programs write or bring along, wherever it stands. */
const NEVER = new Set(['node_modules', '_site', '_includes', '_layouts', '_data', '_vendor'])
/** The same at the top of a site; deeper down these may be names of sections. */
const NEVER_AT_TOP = new Set(['dist', 'themes', 'archetypes', 'vendor'])
/** Their `public/` is what they write; others keep pictures and posts there. */
const WRITES_PUBLIC: ReadonlySet<SiteKind> = new Set(['hugo', 'zola'])

/** Every file and link below the folder, by path; hidden and generated folders are left out. */
export function listFiles(folder: string, under = '', kind: SiteKind = 'markdown'): string[] {
  const isLeftOut = (name: string) =>
    name.startsWith('.') ||
    NEVER.has(name) ||
    (under === '' && (NEVER_AT_TOP.has(name) || (name === 'public' && WRITES_PUBLIC.has(kind))))
  return readdirSync(join(folder, under), { withFileTypes: true })
    .filter(({ name }) => !isLeftOut(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = under === '' ? entry.name : `${under}/${entry.name}`
      if (entry.isDirectory()) return listFiles(folder, path, kind)
      return entry.isFile() || entry.isSymbolicLink() ? [path] : []
    })
}
