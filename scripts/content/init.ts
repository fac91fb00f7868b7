/**
 * `content init`: the site becomes its owner's, in one commit. The starter pages of a clone of the
 * program are copied out of it first, into a repository of their own: the program is then updated
 * by `git pull`, and the site's history begins with its owner.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { CheckedContent } from '../../server/content/check-content.ts'
import { copyStarter, isEmptyContent } from '../../server/content/files/starter-content.ts'
import { defaultSite, parseSiteFile } from '../../server/content/formats/parse-site-file.ts'
import {
  countStarter,
  ownerChanges,
  ownerPaths,
  ownerWordsOf,
} from '../../server/content/writes/owner-words.ts'
import { gitEnvironment } from '../../server/git/objects/git-process.ts'
import { makeRepository } from '../../server/git/open/make-repository.ts'
import { gitIn } from '../hooks/tree-files.ts'
import { commitFiles } from '../import/commit-import.ts'
import { siteTimeZone } from './check.ts'
import { setInEnvFile } from './env-file.ts'
import type { InitAnswers, InitDefaults } from './init-answers.ts'
import { PlaceError, REMOTE, setting } from './place.ts'

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
  const isStarter = realOf(contentDir) === realOf(join(root, 'content'))
  const isOwn = existsSync(join(contentDir, '.git')) || !existsSync(join(root, '.git'))
  if (!isStarter || isOwn) return { contentDir, timeZone, root, isCopied: false }
  return { contentDir: join(root, OWN_FOLDER), timeZone, root, isCopied: true }
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
  const isNew = isEmptyContent(contentDir)
  const begins = { now: Date.now(), timeZone: answers.words.time_zone ?? siteTimeZone(place) }
  if (isNew) copyStarter(join(place.root, 'content'), contentDir, begins)
  const { site, texts } = readPresent(place)
  const changes = ownerChanges(texts, { ...answers, site })
  for (const { path, text } of changes) writeChange(join(contentDir, path), text)
  const paths = changes.map(({ path }) => path)
  print(summaryOf(changes, contentDir))
  const done = await commitOwn(place, {
    isNew,
    paths,
    name: answers.words.name ?? site.author.name,
  })
  print(done.text)
  for (const line of settle(place, answers)) print(line)
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
    mkdirSync(dirname(path), { recursive: true })
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
  { isNew, paths, name }: { isNew: boolean; paths: readonly string[]; name: string },
): Promise<{ done: boolean; text: string }> {
  const git = gitIn(contentDir)
  const top = await git.text(['rev-parse', '--show-toplevel']).catch(() => null)
  if (isNew && (top === null || (await isIgnored(contentDir)))) {
    const known = async (key: string) => (await git.text(['config', key]).catch(() => '')).trim()
    const author = {
      name: process.env.GIT_AUTHOR_NAME || (await known('user.name')) || name,
      email: process.env.GIT_AUTHOR_EMAIL || (await known('user.email')) || 'admin@localhost',
    }
    const env = gitEnvironment(process.env, {})
    await makeRepository({ folder: realpathSync(contentDir), author, env })
    // Saves are by this name from now on, where git knows no other.
    if ((await known('user.name')) === '') await git.run(['config', 'user.name', name])
    return { done: true, text: 'It is a git repository of its own, with one commit.' }
  }
  if (!isNew && paths.length === 0) return { done: true, text: 'There is nothing to commit.' }
  const all = isNew ? ['.'] : paths
  return commitFiles(contentDir, all, { subject: 'Set up the site' })
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

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}
