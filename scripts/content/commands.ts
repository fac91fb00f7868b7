/** The author's commands, `npm run content -- …`: arguments, output and exit statuses. */
import { resolve } from 'node:path'
import { readSetting } from '../../server/config.ts'
import { cleanLine } from '../../server/domain/texts/control-characters.ts'
import { StartError } from '../../server/errors.ts'
import { GitFailure } from '../../server/git/objects/git-process.ts'
import { runHook } from '../hooks/hooks.ts'
import { importContent } from '../import/import-content.ts'
import { SITE_KINDS } from '../import/read/source-post.ts'
import { runCheck } from './check.ts'
import {
  CommandError,
  type CommandSettings,
  currentFolder,
  readSiteSettings,
} from './command-settings.ts'
import { runExport } from './export/export.ts'
import { runInit } from './init.ts'
import { runNew } from './new.ts'
import { commandOf, parseCall, UsageError, usageOf } from './usage.ts'
import { runVerify } from './verify/verify.ts'
import { runWitness } from './witness.ts'

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
    console.error(error instanceof UsageError ? `${message}\n${usageOf(commandOf(args))}` : message)
    // Even for internal errors not 1, which means problems in the content.
    return 2
  }
}

/** Whether an error is expected (usage, place, git, system) and printed without a stack. */
function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const kinds = [UsageError, CommandError, GitFailure, StartError]
  const isSystemError = 'code' in error && /^E(?!RR_)/.test(String(error.code))
  return isSystemError || kinds.some((kind) => error instanceof kind)
}

async function runCommand(args: string[], program: string): Promise<number> {
  const [name, ...rest] = args
  if (name === 'hook') return runHook(rest)
  const command = commandOf(args)
  if (name === 'help' || args.some((word) => word === '--help' || word === '-h')) {
    console.log(usageOf(command))
    return 0
  }
  if (command === null) {
    throw new UsageError(name ? `There is no command '${name}'.` : 'A command is missing.')
  }
  const { CONTENT_DIR, TIME_ZONE, SITE_URL } = process.env
  return RUN[command](rest, {
    contentDir: readSetting('contentDir', CONTENT_DIR || undefined),
    timeZone: readSetting('timeZone', TIME_ZONE || undefined),
    siteUrl: readSetting('siteUrl', SITE_URL || undefined),
    program,
  })
}

async function runImport(args: string[], { contentDir, timeZone }: CommandSettings) {
  const { values, positionals } = parseCall('import', args, {
    into: { type: 'string' },
    from: { type: 'string' },
    'dry-run': { type: 'boolean' },
    undated: { type: 'string' },
  })
  const [from, ...others] = positionals
  if (from === undefined || others.length > 0) throw new UsageError('Name one folder to import.')
  const kind = SITE_KINDS.find((known) => known === values.from) ?? null
  if (values.from !== undefined && kind === null) {
    throw new UsageError(`There is no kind '${values.from}'.`)
  }
  const { undated = 'draft' } = values
  if (undated !== 'draft' && undated !== 'publish') {
    throw new UsageError(`--undated takes draft or publish, not '${undated}'.`)
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
  return isDone ? 0 : 1
}
