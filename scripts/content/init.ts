/**
 * `content init`: the site becomes its owner's, in one commit. The starter pages of a clone of the
 * program are copied out of it first, into their own repository: the program is then updated
 * by `git pull`, and the site's history begins with its owner.
 */

import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isMap, isScalar, parseDocument } from 'yaml'
import type { Site } from '#domain/site.ts'
import type { CheckedContent } from '../../server/content/check-content.ts'
import { copyStarter, isEmptyContent } from '../../server/content/files/starter-content.ts'
import { formatValue, patchYamlMap } from '../../server/content/formats/patch-yaml.ts'
import { defaultSite, parseSiteFile } from '../../server/content/formats/site-file.ts'
import { gitEnvironment } from '../../server/git/objects/git-process.ts'
import { makeRepository } from '../../server/git/open/make-repository.ts'
import { commitFiles, siteAuthor } from '../import/commit-import.ts'
import { git, gitOr } from './git.ts'
import type { InitAnswers, InitDefaults } from './init-answers.ts'
import { PlaceError, REMOTE, setting, siteTimeZone } from './place.ts'
import { dateStarter, isStarterFile, STARTER_ABOUT, STARTER_FILES } from './starter-files.ts'

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

/**
 * Whether the content folder is the starter itself, in a clone of the program: each save is then a
 * commit among the program's, and those are in the way of its updates.
 */
function isInProgram(contentDir: string, starterDir: string): boolean {
  const isSame = existsSync(contentDir) && existsSync(starterDir)
  if (!isSame || realpathSync(contentDir) !== realpathSync(starterDir)) return false
  return !existsSync(join(contentDir, '.git')) && existsSync(join(starterDir, '../.git'))
}

/** What the questions show as the present answers. */
export function initDefaults(place: InitPlace): InitDefaults {
  const { site, starter } = readPresent(place)
  const { author, title, brand, description, language, time_zone } = site
  const words = { name: author.name, title, brand, description, language, time_zone }
  return { ...words, address: setting('siteUrl'), remote: REMOTE, starterFiles: starter.length }
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
    copyStarter(join(place.root, 'content'), contentDir)
    const timeZone = answers.time_zone ?? siteTimeZone(place)
    dateStarter(contentDir, { now: Date.now(), timeZone })
  }
  const { site, siteText, aboutText, starter } = readPresent(place)
  const written = [
    { path: 'site.yaml', before: siteText, text: siteFile(siteText, answers, site) },
    { path: 'about.md', before: aboutText, text: aboutFile(aboutText, answers, site) },
  ].filter(({ before, text }) => text !== before)
  for (const { path, text } of written) writeFileSync(join(contentDir, path), text)
  const removed = answers.clears ? starter : []
  for (const path of removed) rmSync(join(contentDir, path))
  const paths = [...written.map(({ path }) => path), ...removed]
  const words = written.map(({ path }) => path).join(' and ')
  const gone = removed.length > 0 ? `, removed ${removed.length} starter posts and projects` : ''
  print(`In ${contentDir}: ${words === '' ? 'changed no words' : `wrote ${words}`}${gone}.`)
  const commit = await commitContent(place, { isNew, paths, name: answers.name })
  print(commit.text)
  for (const line of keepSettings(place, answers)) print(line)
  return commit.done
}

/** @throws PlaceError for a site.yaml that cannot be read */
function readPresent({ contentDir, root, timeZone }: InitPlace) {
  const folder = isEmptyContent(contentDir) ? join(root, 'content') : contentDir
  const read = (path: string) => {
    const file = join(folder, path)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  const siteText = read('site.yaml')
  const defaults = defaultSite(siteTimeZone({ contentDir: folder, timeZone }))
  const parsed = parseSiteFile({ path: 'site.yaml', bytes: Buffer.from(siteText) }, defaults)
  const [problem] = parsed.problems
  if (parsed.value === null) {
    throw new PlaceError(`${join(folder, 'site.yaml')} cannot be read: ${problem?.reason ?? ''}`)
  }
  const posts = Object.keys(STARTER_FILES).filter((path) => path !== 'site.yaml')
  const starter = posts.filter((path) => isStarterFile(path, read(path)))
  return { site: parsed.value, siteText, aboutText: read('about.md'), starter }
}

/** Only the lines of what differs are written. */
function siteFile(text: string, answers: InitAnswers, site: Site): string {
  const keys = ['brand', 'title', 'description', 'language', 'time_zone'] as const
  const changed = keys.filter((key) => answers[key] !== undefined && answers[key] !== site[key])
  const changes = Object.fromEntries(changed.map((key) => [key, answers[key]]))
  const patched = patchYamlMap(text, changes, { order: [...keys] })
  const { name = site.author.name } = answers
  if (name === site.author.name) return patched
  // The author is a map with a name, or a name alone.
  const author = parseDocument(patched).get('author', true)
  const scalar = isMap(author) ? author.get('name', true) : author
  if (!isScalar(scalar) || !scalar.range) return patchYamlMap(patched, { author: name }, {})
  const [start, end] = scalar.range
  return patched.slice(0, start) + formatValue(name) + patched.slice(end)
}

/** With another first paragraph, where that is the starter's own or was made here before. */
function aboutFile(text: string, answers: InitAnswers, site: Site): string {
  const introduction = ({ name = site.author.name, description = site.description }: InitAnswers) =>
    `This is the site of ${escapeMarkdown(name)}. ${escapeMarkdown(description)}`
  const found = [STARTER_ABOUT, introduction({})].find((words) => text.includes(words))
  const isTold = answers.name !== undefined || answers.description !== undefined
  return found && isTold ? text.replace(found, () => introduction(answers)) : text
}

/** One commit: the first of a new repository, or one in the repository that is there. */
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

/** Words that markdown takes for nothing more, whatever they hold. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')
}

/** Node takes what single quotes hold as it is; without them `#` would begin a comment. */
function envLine(name: string, value: string): string {
  return /[#\s"`]/.test(value) ? `${name}='${value}'` : `${name}=${value}`
}
