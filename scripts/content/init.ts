/**
 * `content init`: writes the owner's answers to the site, in one commit. In a clone of the program
 * it first copies the starter pages into a new repository, so the program can be updated by
 * `git pull`, and the site's history begins with its owner.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { isMap, parseDocument } from 'yaml'
import type { Site } from '#domain/site.ts'
import { readSetting } from '../../server/config.ts'
import type { ContentSettings } from '../../server/content/check-content.ts'
import {
  copyStarter,
  isEmptyContent,
  starterFilesIn,
} from '../../server/content/files/starter-content.ts'
import { patchYamlMap } from '../../server/content/formats/patch-yaml.ts'
import { parseSiteFile } from '../../server/content/formats/site-file.ts'
import type { CommitAuthor } from '../../server/git/objects/commit-object.ts'
import { findRepository } from '../../server/git/open/find-repository.ts'
import { silentLog } from '../../server/log.ts'
import { CommandError, type CommandSettings, REMOTE, readSiteSettings } from './command-settings.ts'
import { commitFiles, git, gitOr, siteAuthor } from './git.ts'
import { parseCall, UsageError } from './usage.ts'

/** Questions by the keys of site.yaml; `name` is the author's, the last two are settings. */
const QUESTIONS = {
  name: 'Your name',
  title: 'Title of the site',
  brand: 'Brand, in the top bar and after page titles',
  description: 'Description, in a sentence',
  language: 'Language, such as en or de-AT',
  time_zone: 'Time zone, such as Europe/Berlin',
  address: 'Public address, such as https://example.org',
  remote: 'Git remote to share with (name or URL)',
} as const

type Field = keyof typeof QUESTIONS
const FIELDS = Object.keys(QUESTIONS) as Field[] // its own keys

/** Answers; absent: unchanged. */
type InitAnswers = Partial<Record<Field, string>> & { removesStarter?: boolean }

const optionOf = (field: Field) => field.replace('_', '-')

const INIT_OPTIONS = {
  ...Object.fromEntries(FIELDS.map((field) => [optionOf(field), { type: 'string' as const }])),
  'clear-starter': { type: 'boolean' as const },
}

/** Folder of the content in a clone of the program, which ignores it. */
const OWN_FOLDER = 'my-content'

/** @throws CommandError for a site.yaml that cannot be read */
function readSite(content: ContentSettings) {
  const path = join(content.contentDir, 'site.yaml')
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.from('')
  const { timeZone } = readSiteSettings(content)
  const { value, problems } = parseSiteFile({ path: 'site.yaml', bytes }, timeZone)
  if (value === null) throw new CommandError(`${path} cannot be read: ${problems[0]?.reason ?? ''}`)
  return value
}

/** Asks (without options), writes and commits the answers. @returns the exit status */
export async function runInit(args: string[], settings: CommandSettings): Promise<number> {
  const { values, positionals } = parseCall('init', args, INIT_OPTIONS)
  if (positionals.length > 0) throw new UsageError('init takes only options.')
  const isInteractive = args.length === 0
  if (isInteractive && !(process.stdin.isTTY && process.stdout.isTTY)) {
    throw new UsageError('Without options, `init` needs a terminal.')
  }
  const root = dirname(dirname(settings.program))
  const starter = join(root, 'content')
  // Otherwise each save would be a commit of the program's clone and conflict with updates.
  const isCopied = settings.contentDir === starter && !existsSync(join(starter, '.git'))
  const contentDir = isCopied ? join(root, OWN_FOLDER) : settings.contentDir
  const place = { ...settings, contentDir }
  const isNew = isEmptyContent(contentDir)
  const shown = isNew ? { ...settings, contentDir: starter } : place
  // In the starter's own folder its files cannot be told from others.
  const starterFiles = contentDir === starter ? [] : starterFilesIn(shown.contentDir, starter)
  const answers = isInteractive
    ? await askAnswers(readSite(shown), settings.siteUrl ?? null, starterFiles.length)
    : answersOf(values)
  // Checked before anything is written, since a commit follows.
  await git(root, ['version']).catch(() => {
    throw new CommandError('Git cannot be started; is it installed?')
  })
  if (isNew) {
    const timeZone = answers.time_zone ?? readSiteSettings(place).timeZone
    copyStarter(starter, contentDir, { now: Date.now(), timeZone })
  }
  readSite(place)
  const site = join(contentDir, 'site.yaml')
  const before = existsSync(site) ? readFileSync(site, 'utf8') : ''
  const after = siteText(before, answers)
  if (after !== before) writeFileSync(site, after)
  const removed = answers.removesStarter ? starterFiles : []
  for (const path of removed) rmSync(join(contentDir, path))
  const change = after === before ? 'changed nothing' : 'wrote site.yaml'
  const removal = removed.length > 0 ? `, removed ${removed.length} starter posts and projects` : ''
  console.log(`In ${contentDir}: ${change}${removal}.`)
  // Creates the repository, with a commit of all files, if there is none.
  const identity = await siteAuthor(contentDir, answers.name)
  const found = await findRepository({ contentDir, identity, env: process.env, log: silentLog })
  if (found.git === null) throw new CommandError(found.refusal.message)
  if (answers.name !== undefined)
    await configureAuthor(contentDir, { ...identity, name: answers.name })
  const paths = isNew ? ['.'] : ['site.yaml', ...removed]
  const changed = await gitOr('', contentDir, ['status', '--porcelain', '--', ...paths])
  const { done, text } = changed
    ? await commitFiles(contentDir, paths, ['Set up the site'])
    : { done: true, text: 'Everything is committed.' }
  console.log(text)
  writeEnvFile(join(root, '.env'), {
    CONTENT_DIR: isCopied ? OWN_FOLDER : undefined,
    SITE_URL: answers.address,
    GIT_REMOTE: answers.remote,
  })
  return done ? 0 : 1
}

/** The text of site.yaml with the answers; other lines stay unchanged. */
function siteText(text: string, { name, ...answers }: InitAnswers): string {
  const keys = ['brand', 'title', 'description', 'language', 'time_zone'] as const
  const given = keys.filter((key) => answers[key] !== undefined)
  const patched = patchYamlMap(text, Object.fromEntries(given.map((key) => [key, answers[key]])))
  if (name === undefined) return patched
  const document = parseDocument(patched)
  // `author` is a map with a name, or just a name.
  const path = isMap(document.get('author')) ? ['author', 'name'] : ['author']
  if (document.getIn(path) === name) return patched
  document.setIn(path, name)
  return document.toString({ lineWidth: 0 })
}

/**
 * Configures the owner's name in the repository if git has none, for saves; with an email address
 * also for commits by hand.
 */
async function configureAuthor(folder: string, { name, email }: CommitAuthor): Promise<void> {
  for (const [key, value] of Object.entries({ 'user.name': name, 'user.email': email })) {
    if (!(await gitOr('', folder, ['config', key]))) await gitOr('', folder, ['config', key, value])
  }
}

function writeEnvFile(path: string, settings: Readonly<Record<string, string | undefined>>): void {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  if (given.length === 0) return
  const current = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
  const others = current.filter((line) => !given.some(([name]) => line.startsWith(`${name}=`)))
  const lines = given.map(([name, value = '']) => `${name}=${envValue(value)}`)
  // A remote may contain a token.
  writeFileSync(path, `${[...others, ...lines].join('\n')}\n`, { mode: 0o600 })
  console.log(`Set in .env, from the next start on: ${given.map(([name]) => name).join(', ')}.`)
}

/** Quotes a value only if it contains `#`: Docker takes quotes as part of the value. */
function envValue(value: string): string {
  const quote = value.includes('#') ? (value.includes("'") ? '"' : "'") : ''
  return quote + value + quote
}

/** Why a value is invalid, as a sentence; null if valid. */
function faultOf(field: Field, value: string): string | null {
  if (value === '') return `The ${field.replace('_', ' ')} is missing.`
  try {
    if (field === 'address') readSetting('siteUrl', value)
    if (field === 'remote') readSetting('gitRemote', value)
  } catch (error) {
    return `It takes ${String(error).replace(/^.*, takes /, '')}.`
  }
  const bytes = Buffer.from(patchYamlMap('', { [field]: value }))
  const { problems } = parseSiteFile({ path: 'site.yaml', bytes }, 'UTC')
  return problems[0]?.reason ?? null
}

/** Answers from the options. @throws UsageError with the option and its fault */
function answersOf(values: Record<string, string | boolean | undefined>): InitAnswers {
  const answers: InitAnswers = { removesStarter: values['clear-starter'] === true }
  for (const field of FIELDS) {
    const value = values[optionOf(field)]
    if (typeof value !== 'string') continue
    const fault = faultOf(field, value.trim())
    if (fault !== null) throw new UsageError(`--${optionOf(field)}: ${fault}`)
    answers[field] = value.trim()
  }
  return answers
}

/**
 * Asks for each answer; an empty line keeps the current value.
 * @param address the setting SITE_URL @param starterFiles number of unedited files of the starter
 */
async function askAnswers(site: Site, address: string | null, starterFiles: number) {
  const current = { ...site, name: site.author.name, address, remote: REMOTE }
  const answers: InitAnswers = {}
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl+C, Ctrl+D, or the end of stdin.
  const giveUp = () => {
    console.log('\nNothing was written.')
    process.exit(130)
  }
  terminal.on('SIGINT', giveUp).on('close', giveUp)
  const ask = async (question: string) => (await terminal.question(question)).trim()
  for (const field of FIELDS) {
    for (let fault: string | null = ''; fault !== null; ) {
      const answer = await ask(`${QUESTIONS[field]} [${current[field] ?? 'none'}]: `)
      fault = answer === '' ? null : faultOf(field, answer)
      if (fault !== null) console.log(fault)
      else if (answer !== '') answers[field] = answer
    }
  }
  if (starterFiles > 0) {
    const count = `${starterFiles} starter posts and projects`
    const typed = await ask(`Remove the ${count}? They will disappear from all lists. [y/N]: `)
    answers.removesStarter = /^y(es)?$/i.test(typed)
  }
  terminal.off('close', giveUp).close()
  return answers
}
