/** Where the author stands and what the environment says, for the author's commands. */
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { dropSecrets, readSetting, SETTINGS } from '../../server/config.ts'
import type { CheckedContent } from '../../server/content/check-content.ts'
import { createContentFiles } from '../../server/content/files/content-files.ts'
import { RecordKeeper } from '../../server/content/index/record-keeper.ts'

/** Where the author stands: npm itself goes to the project's folder. */
export const standing = () => process.env.INIT_CWD || process.cwd()

export interface CommandSettings extends CheckedContent {
  /** The file that was started, dist/content.mjs: hooks run it, `init` copies from beside it. */
  program: string
}

/** The setting GIT_REMOTE, which may hold a token; null without. */
export const REMOTE = process.env.GIT_REMOTE || null
// Git, and the author's hooks that it runs, get none of what .env has for the server.
dropSecrets(process.env)

/** What the call needs and is not there, in one sentence. */
export class PlaceError extends Error {}

/** A setting of the environment. @throws StartError that names it and says what it takes */
export function setting<Key extends 'contentDir' | 'timeZone' | 'siteUrl'>(key: Key) {
  return readSetting(SETTINGS[key], process.env[SETTINGS[key].name] || undefined)
}

/** The zone in which the site counts days. */
export function siteTimeZone({ contentDir, timeZone }: CheckedContent): string {
  const fallbackZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const files = createContentFiles(contentDir)
  const keeper = new RecordKeeper({ files, timeZone, fallbackZone })
  keeper.read('site.yaml')
  return keeper.zone()
}

/** A path as the author gives it, from where they stand or from the content folder. @throws PlaceError */
export function insideContent(path: string, contentDir: string): string {
  const found = [resolve(standing(), path), resolve(contentDir, path)].find(exists)
  if (found === undefined) throw new PlaceError(`There is no ${path}.`)
  const folder = realpathSync(contentDir)
  if (existsSync(found) && realpathSync(found) === folder) return ''
  // The folders may be reached through links; a file that is one is judged itself.
  const inside = relative(folder, join(realpathSync(dirname(found)), basename(found)))
  if (/^\.\.(?:\/|$)/.test(inside)) {
    throw new PlaceError(`${path} is not in the content folder, ${contentDir}.`)
  }
  return inside
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** The content folder must be there to be checked. @throws PlaceError */
export function requireFolder(path: string): void {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder) throw new PlaceError(`There is no content folder at ${path}.`)
}
