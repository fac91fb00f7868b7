/**
 * `content init`: the site becomes its owner's, in one commit. The starter pages of a clone of the
 * program are copied out of it first, into a repository of their own: the program is then updated
 * by `git pull`, and the site's history begins with its owner.
 */
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { CheckedContent } from '../../server/content/check-content.ts'
import {
  copyStarter,
  isEmptyContent,
  isInProgram,
} from '../../server/content/files/starter-content.ts'
import { defaultSite, parseSiteFile } from '../../server/content/formats/site-file.ts'
import { gitEnvironment } from '../../server/git/objects/git-process.ts'
import { makeRepository } from '../../server/git/open/make-repository.ts'
import { makeFolder } from '../../server/prepare-folders.ts'
import { commitFiles, siteAuthor } from '../import/commit-import.ts'
import { siteTimeZone } from './check.ts'
import { git, gitOr } from './git.ts'
import type { InitAnswers, InitDefaults } from './init-answers.ts'
import { countStarter, ownerChanges, ownerPaths, ownerWordsOf } from './owner-words.ts'
import { PlaceError, REMOTE, setting } from './place.ts'
import { dateStarter } from './starter-files.ts'

/** Where a clone's own content goes; the program's repository ignores it. */
const OWN_FOLDER = 'my-content'

interface InitPlace extends CheckedContent {
  /** The project's folder. */
  root: string
  /** Whether the content is to be copied out of the clone. */
  isCopied: boolean
}

/** The folder that becomes the owner's: the content folder, unless it is the starter itself. */
export function initPlace({ contentDir, timeZone }: CheckedContent, root: string): InitPlace {
  const isCopied = isInProgram(contentDir, join(root, 'content'))
  return { contentDir: isCopied ? join(root, OWN_FOLDER) : contentDir, timeZone, root, isCopied }
}

/** What the questions show as the present answers. */
export function initDefaults(place: InitPlace): InitDefaults {
  const { site, texts } = readPresent(place)
  return {
    words: ownerWordsOf(site),
    address: setting('siteUrl'),
    remote: REMOTE,
    starterFiles: countStarter(texts),
  }
}

/** Writes and commits the answers, and says what was done. @returns whether all of it was */
export async function initContent(
  place: InitPlace,
  answers: InitAnswers,
  print: (line: string) => void,
): Promise<boolean> {
  const { contentDir } = place
  // Before anything is written: without git it could not be committed.
  git(place.root, ['version'])
  const isNew = isEmptyContent(contentDir)
  if (isNew) {
    const timeZone = answers.words.time_zone ?? siteTimeZone(place)
    copyStarter(join(place.root, 'content'), contentDir)
    dateStarter(contentDir, { now: Date.now(), timeZone })
  }
  const { site, texts } = readPresent(place)
  const changes = ownerChanges(texts, { ...answers, site })
  for (const { path, text } of changes) writeChange(join(contentDir, path), text)
  const paths = changes.map(({ path }) => path)
  print(summaryOf(changes, contentDir))
  const commit = await commitContent(place, { isNew, paths, name: answers.words.name })
  print(commit.text)
  for (const line of keepSettings(place, answers)) print(line)
  return commit.done
}

function readPresent({ contentDir, root, timeZone }: InitPlace) {
  const source = isEmptyContent(contentDir) ? join(root, 'content') : contentDir
  const zone = siteTimeZone({ contentDir: source, timeZone })
  const texts = new Map(
    ownerPaths().flatMap((path) => {
      const file = join(source, path)
      return existsSync(file) ? [[path, readFileSync(file, 'utf8')] as const] : []
    }),
  )
  const parsed = parseSiteFile(
    { path: 'site.yaml', bytes: Buffer.from(texts.get('site.yaml') ?? '') },
    defaultSite(zone),
  )
  const [problem] = parsed.problems
  if (parsed.value === null) {
    throw new PlaceError(`${join(source, 'site.yaml')} cannot be read: ${problem?.reason ?? ''}`)
  }
  return { texts, site: parsed.value }
}

function writeChange(path: string, text: string | null): void {
  if (text === null) rmSync(path)
  else {
    makeFolder(dirname(path))
    writeFileSync(path, text)
  }
}

function summaryOf(changes: readonly { path: string; text: string | null }[], contentDir: string) {
  const written = changes.flatMap(({ path, text }) => (text === null ? [] : [path]))
  const removed = changes.length - written.length
  const what = [
    written.length > 0 ? `wrote ${written.join(' and ')}` : 'changed no words',
    ...(removed > 0 ? [`removed ${removed} starter posts and projects`] : []),
  ]
  return `In ${contentDir}: ${what.join(', ')}.`
}

/** One commit: the first of a repository of its own, or one in the repository that is there. */
async function commitContent(
  { contentDir }: InitPlace,
  { isNew, paths, name }: { isNew: boolean; paths: readonly string[]; name: string | undefined },
): Promise<{ done: boolean; text: string }> {
  if (isNew && !isTracked(contentDir)) {
    const author = siteAuthor(contentDir, name)
    const env = gitEnvironment(process.env, {})
    await makeRepository({ folder: realpathSync(contentDir), author, env })
    keepAuthor(contentDir, name)
    return { done: true, text: 'It is a git repository of its own, with one commit.' }
  }
  if (!isNew && paths.length === 0) return { done: true, text: 'There is nothing to commit.' }
  keepAuthor(contentDir, name)
  return commitFiles(contentDir, isNew ? ['.'] : paths, { subject: 'Set up the site' })
}

/** Whether a repository around the folder takes its files. */
function isTracked(folder: string): boolean {
  // `check-ignore` takes no literal pathspecs.
  const env = { GIT_LITERAL_PATHSPECS: '0' }
  if (gitOr(null, folder, ['rev-parse', '--show-toplevel']) === null) return false
  return gitOr(null, dirname(folder), ['check-ignore', '-q', folder], { env }) === null
}

/**
 * Saves are by the owner's name from now on, where git knows no other. With an address as well,
 * commits by hand in the folder need nothing more.
 */
function keepAuthor(folder: string, name: string | undefined): void {
  if (name === undefined) return
  const { email } = siteAuthor(folder, name)
  for (const [key, value] of Object.entries({ 'user.name': name, 'user.email': email })) {
    if (gitOr('', folder, ['config', key]) === '') gitOr('', folder, ['config', key, value])
  }
}

/** Keeps the settings in `.env` for the next start. @returns what is left to do, in words */
function keepSettings({ root, contentDir, isCopied }: InitPlace, answers: InitAnswers): string[] {
  const settings = Object.entries({
    CONTENT_DIR: isCopied ? relative(root, contentDir) : undefined,
    SITE_URL: answers.address,
    GIT_REMOTE: answers.remote,
  }).flatMap(([name, value]) => (value === undefined ? [] : [{ name, line: envLine(name, value) }]))
  if (settings.length === 0) return []
  const path = join(root, '.env')
  try {
    const present = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const isSet = (line: string) => settings.some(({ name }) => line.startsWith(`${name}=`))
    const others = present
      .trimEnd()
      .split('\n')
      .filter((line) => !isSet(line))
    const text = [...others, ...settings.map(({ line }) => line), ''].join('\n').trimStart()
    // A remote may hold a token.
    writeFileSync(path, text, { mode: 0o600 })
    return [`Set in .env, from the next start on: ${settings.map(({ name }) => name).join(', ')}.`]
  } catch {
    const lines = settings.map(({ line }) => `  ${line}`)
    return [`${path} cannot be written; set these in the environment:`, ...lines]
  }
}

/** Node takes what single quotes hold as it is; without them `#` would begin a comment. */
function envLine(name: string, value: string): string {
  return /[#\s"`]/.test(value) ? `${name}='${value}'` : `${name}=${value}`
}
