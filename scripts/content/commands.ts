/** The author's commands, `npm run content -- …`: arguments, output and exit statuses. */
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { plural } from '#domain/texts/plural.ts'
import { checkContent } from '../../server/content/check-content.ts'
import { SITE_PATH } from '../../server/content/formats/site-file.ts'
import { lazy } from '../../server/content/lazy.ts'
import { byPlace, type Problem } from '../../server/content/records.ts'
import { cleanLine } from '../../server/domain/texts/control-characters.ts'
import { StartError } from '../../server/errors.ts'
import { GitFailure } from '../../server/git/objects/git-process.ts'
import { runInstallHook } from '../hooks/install-hooks.ts'
import { runHook } from '../hooks/run-hook.ts'
import { importContent } from '../import/import-content.ts'
import { SITE_KINDS } from '../import/read/source-post.ts'
import { breakWarnings } from './break-warnings.ts'
import {
  CommandError,
  type CommandSettings,
  currentFolder,
  insideContent,
  readSiteSettings,
  requireFolder,
  setting,
} from './command-settings.ts'
import { runExport } from './export/export.ts'
import { runInit } from './init.ts'
import { linkWarnings } from './link-warnings.ts'
import { runNew } from './new.ts'
import { projectWarnings } from './project-warnings.ts'
import { textWarnings } from './text-warnings.ts'
import { COMMANDS, parseCall, UsageError, usageOf } from './usage.ts'
import { snapshotOfClone } from './verify/clone-figures.ts'
import { runVerify } from './verify/verify.ts'
import { runWitness } from './witness.ts'

const EXIT_PROBLEMS = 1
const EXIT_USAGE = 2

const RUN = {
  init: runInit,
  new: runNew,
  check: runCheck,
  import: runImport,
  verify: runVerify,
  witness: runWitness,
  export: runExport,
}

/**
 * Runs a command. Results go to stdout, errors to stderr.
 * @param program path of dist/content.mjs, which hooks run and next to which init finds the starter
 * @returns the exit status
 */
export async function runContentCommand(args: string[], program: string): Promise<number> {
  try {
    return await runCommand(args, program)
  } catch (error) {
    const message = isExpected(error) ? cleanLine(error.message) : error
    console.error(error instanceof UsageError ? `${message}\n${usageOf(error.command)}` : message)
    // Even for internal errors not 1, which means problems in the content.
    return EXIT_USAGE
  }
}

/** Whether an error is expected (usage, place, git, system) and printed without a stack. */
function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const kinds = [UsageError, CommandError, GitFailure, StartError]
  const isSystemError = 'code' in error && /^E(?!RR_)/.test(String(error.code))
  return isSystemError || kinds.some((kind) => error instanceof kind)
}

async function runCommand([name, ...rest]: string[], program: string): Promise<number> {
  if (name === 'hook') return runHook(rest)
  const command = COMMANDS.find((known) => known === name) ?? null
  if (name === 'help' || [name, ...rest].some((word) => word === '--help' || word === '-h')) {
    console.log(usageOf(command))
    return 0
  }
  if (command === null) {
    throw new UsageError(name ? `There is no command '${name}'.` : 'A command is missing.')
  }
  const settings = {
    contentDir: setting('contentDir'),
    timeZone: setting('timeZone'),
    siteUrl: setting('siteUrl'),
    program,
  }
  return RUN[command](rest, settings)
}

async function runCheck(args: string[], settings: CommandSettings): Promise<number> {
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
  const isChosen = (file: string) =>
    chosen.length === 0 || chosen.some((path) => path === '' || `${file}/`.startsWith(`${path}/`))
  const { files, problems: found, breaks, ...check } = await checkContent(settings, isChosen)
  const bytesOf = (path: string) => readFileSync(join(settings.contentDir, path))
  const clone = lazy(() => snapshotOfClone({ ...settings, now: Date.now() }))
  const warnings = [...check.warnings, ...(await textWarnings(check, bytesOf))]
  warnings.push(...(await linkWarnings(check, settings, bytesOf, clone)))
  warnings.push(...(await projectWarnings(check.strays, bytesOf, clone)))
  if (breaks.length > 0) {
    const text = bytesOf(SITE_PATH).toString()
    warnings.push(...(await breakWarnings({ breaks, text }, clone)))
  }
  warnings.sort(byPlace)
  if (values.json) console.log(JSON.stringify({ files, problems: found, warnings }, null, 2))
  else {
    const print = (prefix: string, { file, line, reason }: Problem) => {
      const place = relative(currentFolder(), join(settings.contentDir, file))
      console.log(`${place}:${line ?? 1}: ${prefix}${reason}`)
    }
    for (const problem of found) print('', problem)
    for (const warning of warnings) print('warning: ', warning)
    const counts = [plural(found.length, 'problem')]
    if (warnings.length > 0) counts.push(plural(warnings.length, 'warning'))
    console.error(`${counts.join(' and ')} in ${plural(files, 'content file')}.`)
  }
  return found.length === 0 ? 0 : EXIT_PROBLEMS
}

async function runImport(args: string[], { contentDir, timeZone }: CommandSettings) {
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
  const into = values.into === undefined ? contentDir : resolve(currentFolder(), values.into)
  const isDone = await importContent({
    from: resolve(currentFolder(), from),
    kind,
    contentDir: into,
    ...readSiteSettings({ contentDir: into, timeZone }),
    isDryRun: values['dry-run'] === true,
    publishesUndated: undated === 'publish',
    print: (line) => console.log(line),
  })
  return isDone ? 0 : EXIT_PROBLEMS
}
