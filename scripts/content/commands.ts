/** The author's commands, `npm run content -- …`: arguments, output and exit statuses. */
import { dirname, join, relative, resolve } from 'node:path'
import { type CheckedContent, checkContent } from '../../server/content/check-content.ts'
import { POST_TYPES } from '../../server/domain/post.ts'
import { isWebAddress } from '../../server/domain/web-address.ts'
import { counted } from '../counted.ts'
import { installHooks } from '../hooks/install-hooks.ts'
import { runHook } from '../hooks/run-hook.ts'
import { GIT_MISSING } from '../import/commit-import.ts'
import { ImportError, importContent } from '../import/import-content.ts'
import { SITE_KINDS } from '../import/read/source-post.ts'
import { isGitMissing } from './git.ts'
import { initContent, initDefaults, initPlace } from './init.ts'
import { answersOf, askAnswers, INIT_OPTIONS } from './init-answers.ts'
import { writeNewPost } from './new.ts'
import {
  insideContent,
  PlaceError,
  requireFolder,
  setting,
  siteTimeZone,
  standing,
} from './place.ts'
import { checkTexts } from './text-warnings.ts'
import { asksForHelp, COMMANDS, parseCall, UsageError, usageOf } from './usage.ts'
import { runVerify } from './verify/verify.ts'

const EXIT_PROBLEMS = 1
const EXIT_USAGE = 2

/**
 * Runs one command. What it finds goes to stdout, what is wrong to stderr.
 * @param program the file that was started, dist/content.mjs: hooks run it, init copies from beside it
 * @returns the exit status
 */
export async function runContentCommand(args: string[], program: string): Promise<number> {
  try {
    return await runCommand(args, program)
  } catch (error) {
    const message = sentenceOf(error) ?? error
    console.error(error instanceof UsageError ? `${message}\n${usageOf(error.command)}` : message)
    // Not 1 for a fault of ours either: nothing was found in the content.
    return EXIT_USAGE
  }
}

/** What is told in a sentence; null for a fault of ours. */
function sentenceOf(error: unknown): string | null {
  if (isGitMissing(error)) return GIT_MISSING
  if (isRefusedPath(error)) return `${error.path} cannot be read or written (${error.code}).`
  const kinds = [UsageError, PlaceError, ImportError]
  const isTold = kinds.some((kind) => error instanceof kind)
  return isTold && error instanceof Error ? error.message : null
}

/** Whether the system refused a file or folder, as on a disk that is full or for reading alone. */
function isRefusedPath(error: unknown): error is { path: string; code: string } {
  if (!(error instanceof Error) || !('path' in error) || !('code' in error)) return false
  return typeof error.path === 'string' && typeof error.code === 'string'
}

async function runCommand([name, ...rest]: string[], program: string): Promise<number> {
  if (name === 'hook') return runHook(rest)
  const command = COMMANDS.find((known) => known === name) ?? null
  if (name === 'help' || asksForHelp([name ?? '', ...rest])) {
    console.log(usageOf(command))
    return 0
  }
  if (command === null) {
    throw new UsageError(name ? `There is no command '${name}'.` : 'A command is missing.')
  }
  const settings = {
    contentDir: setting('contentDir'),
    timeZone: setting('timeZone'),
    program,
  }
  const run = {
    new: runNew,
    check: runCheck,
    init: runInit,
    import: runImport,
    verify: runVerify,
  }[command]
  return run(rest, settings)
}

interface Settings extends CheckedContent {
  program: string
}

function runNew(args: string[], settings: Settings): number {
  const { values, positionals } = parseCall('new', args, {
    type: { type: 'string' },
    url: { type: 'string' },
    draft: { type: 'boolean' },
  })
  const title = positionals.join(' ').trim()
  if (title === '') throw new UsageError('The title is missing.', 'new')
  const { url = null, draft = false } = values
  const asked = values.type ?? (url === null ? 'short' : 'link')
  const type = POST_TYPES.find((known) => known === asked)
  if (type === undefined) {
    throw new UsageError(`There is no type '${asked}'; it is ${POST_TYPES.join(', ')}.`, 'new')
  }
  if (type === 'link' && url === null) throw new UsageError('A link post needs --url.', 'new')
  if (url !== null && !isWebAddress(url)) {
    throw new UsageError(`'${url}' is no address that begins with http:// or https://.`, 'new')
  }
  const { contentDir } = settings
  const timeZone = siteTimeZone(settings)
  const path = writeNewPost({ contentDir, title, type, url, draft, now: Date.now(), timeZone })
  console.log(relative(standing(), path))
  return 0
}

async function runCheck(args: string[], settings: Settings): Promise<number> {
  const { values, positionals } = parseCall('check', args, {
    json: { type: 'boolean' },
    'install-hook': { type: 'boolean' },
    prefix: { type: 'string' },
  })
  if (values['install-hook']) {
    return runInstallHook(positionals, settings, values.prefix ?? '')
  }
  if (values.prefix !== undefined) {
    throw new UsageError('--prefix goes with --install-hook.', 'check')
  }
  requireFolder(settings.contentDir)
  const chosen = positionals.map((path) => insideContent(path, settings.contentDir))
  const isChosen = (file: string) => chosen.length === 0 || chosen.some(holds(file))
  const { files, problems: found } = checkContent(settings, isChosen)
  const warnings = await checkTexts(settings, isChosen)
  if (values.json) {
    console.log(JSON.stringify({ files, problems: found, warnings }, null, 2))
    return found.length === 0 ? 0 : EXIT_PROBLEMS
  }
  const place = (file: string, line: number | null) =>
    `${relative(standing(), join(settings.contentDir, file))}:${line ?? 1}`
  for (const { file, line, reason } of found) console.log(`${place(file, line)}: ${reason}`)
  for (const { file, line, reason } of warnings) {
    console.log(`${place(file, line)}: warning: ${reason}`)
  }
  const counts = [counted(found.length, 'problem')]
  if (warnings.length > 0) counts.push(counted(warnings.length, 'warning'))
  console.error(`${counts.join(' and ')} in ${counted(files, 'content file')}.`)
  return found.length === 0 ? 0 : EXIT_PROBLEMS
}

function holds(file: string): (path: string) => boolean {
  return (path) => path === '' || file === path || file.startsWith(`${path}/`)
}

async function runInit(args: string[], settings: Settings): Promise<number> {
  const { values, positionals } = parseCall('init', args, INIT_OPTIONS)
  if (positionals.length > 0) throw new UsageError('init takes options alone.', 'init')
  const place = initPlace(settings, dirname(dirname(settings.program)))
  const isAsked = args.length === 0
  if (isAsked && !(process.stdin.isTTY && process.stdout.isTTY)) {
    throw new UsageError('Without options, `init` needs a terminal.', 'init')
  }
  const answers = isAsked ? await askAnswers(initDefaults(place)) : answersOf(values)
  const isDone = await initContent(place, answers, (line) => console.log(line))
  return isDone ? 0 : EXIT_PROBLEMS
}

async function runImport(args: string[], { contentDir, timeZone }: Settings) {
  const { values, positionals } = parseCall('import', args, {
    into: { type: 'string' },
    from: { type: 'string' },
    'dry-run': { type: 'boolean' },
    undated: { type: 'string' },
  })
  const [from, ...more] = positionals
  if (from === undefined || more.length > 0) {
    throw new UsageError('Name one folder to import.', 'import')
  }
  const kind = SITE_KINDS.find((known) => known === values.from) ?? null
  if (values.from !== undefined && kind === null) {
    throw new UsageError(`There is no kind '${values.from}'.`, 'import')
  }
  const { undated = 'draft' } = values
  if (undated !== 'draft' && undated !== 'publish') {
    throw new UsageError(`--undated takes draft or publish, not '${undated}'.`, 'import')
  }
  const into = values.into === undefined ? contentDir : resolve(standing(), values.into)
  const isDone = await importContent({
    from: resolve(standing(), from),
    kind,
    contentDir: into,
    timeZone: siteTimeZone({ contentDir: into, timeZone }),
    isDryRun: values['dry-run'] === true,
    publishesUndated: undated === 'publish',
    print: (line) => console.log(line),
  })
  return isDone ? 0 : EXIT_PROBLEMS
}

function runInstallHook(
  [repository, ...more]: string[],
  { contentDir, timeZone, program }: Settings,
  bareFolder: string,
): number {
  if (more.length > 0) {
    throw new UsageError('Hooks are installed in one repository at a time.', 'check')
  }
  const lines = installHooks({
    folder: repository === undefined ? contentDir : resolve(standing(), repository),
    bareFolder,
    node: process.execPath,
    command: program,
    timeZone,
  })
  for (const line of lines) console.log(line)
  return 0
}
