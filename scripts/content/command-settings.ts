/** Current folder and settings of the author's commands. */
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { dropSecrets } from '../../server/config.ts'
import type { ContentSettings } from '../../server/content/check-content.ts'
import { createContentFiles } from '../../server/content/files/content-files.ts'
import { ContentIndex } from '../../server/content/index/content-index.ts'

/** The author's current folder; npm itself changes to the project's folder. */
export const currentFolder = () => process.env.INIT_CWD || process.cwd()

export interface CommandSettings extends ContentSettings {
  /** Path of dist/content.mjs, which hooks run and next to which `init` finds the starter. */
  program: string
}

/** The setting GIT_REMOTE, which may contain a token; null if unset. */
export const REMOTE = process.env.GIT_REMOTE || null
// Git and the author's hooks must not inherit the server's secrets from .env.
dropSecrets(process.env)

/** A command cannot run: what is missing or fails, in one sentence. */
export class CommandError extends Error {}

/** From site.yaml: the zone in which days are counted, and whether texts have formulas. */
export function readSiteSettings({ contentDir, timeZone }: ContentSettings) {
  const fallbackZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const files = createContentFiles(contentDir)
  const keeper = new ContentIndex({ files, timeZone, fallbackZone })
  keeper.read('site.yaml')
  return { timeZone: keeper.zone(), math: keeper.recordsOf('site')[0]?.math === true }
}

/** Resolves a path from the current or the content folder into the content. @throws CommandError */
export function insideContent(path: string, contentDir: string): string {
  const absolute = [resolve(currentFolder(), path), resolve(contentDir, path)].find(exists)
  if (absolute === undefined) throw new CommandError(`There is no ${path}.`)
  const folder = realpathSync(contentDir)
  if (existsSync(absolute) && realpathSync(absolute) === folder) return ''
  // Symlinks of parent folders are resolved; a file that is a symlink is not.
  const inside = relative(folder, join(realpathSync(dirname(absolute)), basename(absolute)))
  if (/^\.\.(?:\/|$)/.test(inside)) {
    throw new CommandError(`${path} is not in the content folder, ${contentDir}.`)
  }
  return inside
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** @throws CommandError without the content folder */
export function requireFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  throw new CommandError(`There is no content folder at ${path}.`)
}
