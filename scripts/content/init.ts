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
import { defaultSite, parseSiteFile } from '../../server/content/formats/parse-site-file.ts'
import { type Git, gitEnvironment } from '../../server/git/objects/git-process.ts'
import { makeRepository } from '../../server/git/open/make-repository.ts'
import { counted } from '../../server/log-lines.ts'
import { makeFolder } from '../../server/prepare-folders.ts'
import { gitIn } from '../hooks/tree-files.ts'
import { commitFiles, siteAuthor } from '../import/commit-import.ts'
import { siteTimeZone } from './check.ts'
import { setInEnvFile } from './env-file.ts'
import type { InitAnswers, InitDefaults } from './init-answers.ts'
import { carryCommits, commandForUpdates, ownCommits } from './own-commits.ts'
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
  await gitIn(place.root).text(['version'])
  const commits = place.isCopied && isEmptyContent(contentDir) ? await ownCommits(place.root) : []
  if (commits.length > 0) {
    await carryCommits(place.root, contentDir, commits)
    print(`Your ${counted(commits.length, 'commit')} of content/ came along.`)
  }
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
  const done = await commitOwn(place, { isNew, paths, name: answers.words.name })
  print(done.text)
  for (const line of settle(place, answers)) print(line)
  const command = commits.length > 0 ? await commandForUpdates(place.root) : null
  if (command !== null) print(`So that \`git pull\` updates the program again: ${command}`)
  return done.done
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
  const parsed = parseSiteFile(Buffer.from(texts.get('site.yaml') ?? ''), defaultSite(zone))
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
async function commitOwn(
  { contentDir }: InitPlace,
  { isNew, paths, name }: { isNew: boolean; paths: readonly string[]; name: string | undefined },
): Promise<{ done: boolean; text: string }> {
  const git = gitIn(contentDir)
  const top = await git.text(['rev-parse', '--show-toplevel']).catch(() => null)
  if (isNew && (top === null || (await isIgnored(contentDir)))) {
    const author = await siteAuthor(git, name)
    const env = gitEnvironment(process.env, {})
    await makeRepository({ folder: realpathSync(contentDir), author, env })
    await keepAuthor(git, name)
    return { done: true, text: 'It is a git repository of its own, with one commit.' }
  }
  if (!isNew && paths.length === 0) return { done: true, text: 'There is nothing to commit.' }
  await keepAuthor(git, name)
  const all = isNew ? ['.'] : paths
  return commitFiles(contentDir, all, { subject: 'Set up the site' })
}

/**
 * Saves are by the owner's name from now on, where git knows no other. With an address as well,
 * commits by hand in the folder need nothing more.
 */
async function keepAuthor(git: Git, name: string | undefined): Promise<void> {
  if (name === undefined) return
  const { email } = await siteAuthor(git, name)
  for (const [key, value] of Object.entries({ 'user.name': name, 'user.email': email })) {
    const known = await git.text(['config', key]).catch(() => '')
    if (known === '') await git.run(['config', key, value]).catch(() => {})
  }
}

async function isIgnored(folder: string): Promise<boolean> {
  const asked = gitIn(dirname(folder)).run(['check-ignore', '-q', folder], {
    env: { GIT_LITERAL_PATHSPECS: '0' },
  })
  return asked.then(
    () => true,
    () => false,
  )
}

/** Notes the settings for the next start, and says what is left to do. */
function settle({ root, contentDir, isCopied }: InitPlace, answers: InitAnswers): string[] {
  const { address, remote } = answers
  const values = {
    ...(isCopied && { CONTENT_DIR: relative(root, contentDir) }),
    ...(address !== undefined && { SITE_URL: address }),
    ...(remote !== undefined && { GIT_REMOTE: remote }),
  }
  const names = Object.keys(values)
  if (names.length === 0) return []
  try {
    setInEnvFile(join(root, '.env'), values)
    return [`Set in .env, from the next start on: ${names.join(', ')}.`]
  } catch {
    const lines = Object.entries(values).map(([name, value]) => `  ${name}=${value}`)
    return [`${join(root, '.env')} cannot be written; set these in the environment:`, ...lines]
  }
}
