/** The author's commands, `npm run content -- …`, bundled into dist/content.mjs. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SETTINGS } from '../server/config.ts'
import { POST_TYPES } from '../server/domain/post.ts'
import { type CheckedContent, checkContent, siteTimeZone } from './content-check.ts'
import { InstallError, installHooks } from './content-hooks/install-hooks.ts'
import { HOOKS, runHook } from './content-hooks/run-hook.ts'
import { gitIn } from './content-hooks/tree-files.ts'
import { writeNewPost } from './content-new.ts'
import { ReviewError, writeReview } from './content-review.ts'
import { ImportError, importContent } from './import/import-content.ts'
import { SITE_KINDS } from './import/source-post.ts'

const USAGE = `Usage: npm run content -- COMMAND
  new "Title" [--type ${POST_TYPES.join('|')}]   writes a dated post file and prints its path
  check [PATH…] [--json]   lists the files that cannot be used, or not as they are
  check --install-hook [REPOSITORY] [--prefix FOLDER]
                           lets git refuse commits and pushes with such files; a bare repository
                           may have its content in FOLDER
  import FOLDER [--into CONTENT_DIR] [--dry-run] [--from KIND]
                           copies the posts of another site and says what it did with each file;
                           KIND is ${SITE_KINDS.join(', ')}
  review [--week 2026-W47] writes the review of a week as a draft and prints its path`

const EXIT_PROBLEMS = 1
const EXIT_USAGE = 2

/** A call that cannot be understood, in one sentence. */
class UsageError extends Error {}

try {
  process.exitCode = await runContentCommand(process.argv.slice(2))
} catch (error) {
  const isTold = [UsageError, InstallError, ImportError, ReviewError].some(
    (kind) => error instanceof kind,
  )
  if (!isTold || !(error instanceof Error)) throw error
  console.error(error instanceof UsageError ? `${error.message}\n${USAGE}` : error.message)
  process.exitCode = EXIT_USAGE
}

/** Runs one command and returns the exit status. */
async function runContentCommand([command, ...rest]: string[]): Promise<number> {
  if (command === 'hook') return runInstalledHook(rest)
  const contentDir = SETTINGS.contentDir.read(process.env.CONTENT_DIR || undefined)
  const timeZone = SETTINGS.timeZone.read(process.env.TIME_ZONE || undefined)
  const settings = { contentDir, timeZone }
  if (command === 'new') return runNew(rest, settings)
  if (command === 'check') return runCheck(rest, settings)
  if (command === 'import') return runImport(rest, settings)
  if (command === 'review') return runReview(rest, settings)
  throw new UsageError(command ? `There is no command '${command}'.` : 'A command is missing.')
}

function runNew(args: string[], settings: CheckedContent): number {
  const { values, positionals } = parse(args, { type: { type: 'string' } })
  const title = positionals.join(' ').trim()
  if (title === '') throw new UsageError('The title is missing.')
  const type = POST_TYPES.find((known) => known === (values.type ?? 'short'))
  if (type === undefined) throw new UsageError(`There is no type '${values.type}'.`)
  const { contentDir } = settings
  const timeZone = siteTimeZone(settings)
  const path = writeNewPost({ contentDir, title, type, now: Date.now(), timeZone })
  console.log(relative(process.cwd(), path))
  return 0
}

function parse<const Options extends Parameters<typeof parseArgs>[0] & object>(
  args: string[],
  options: NonNullable<Options['options']>,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

async function runCheck(args: string[], settings: CheckedContent): Promise<number> {
  const { values, positionals } = parse(args, {
    json: { type: 'boolean' },
    'install-hook': { type: 'boolean' },
    prefix: { type: 'string' },
  })
  if (values['install-hook']) {
    return runInstallHook(positionals, settings, String(values.prefix ?? ''))
  }
  if (values.prefix !== undefined) throw new UsageError('--prefix goes with --install-hook.')
  const chosen = positionals.map((path) => insideContent(path, settings.contentDir))
  const { files, problems } = checkContent(settings)
  const found = problems.filter(({ file }) => chosen.length === 0 || chosen.some(holds(file)))
  if (values.json) {
    console.log(JSON.stringify({ files, problems: found }, null, 2))
    return found.length === 0 ? 0 : EXIT_PROBLEMS
  }
  for (const { file, line, reason } of found) {
    const path = relative(process.cwd(), join(settings.contentDir, file))
    console.log(`${path}:${line ?? 1}: ${reason}`)
  }
  const count = found.length === 1 ? '1 problem' : `${found.length} problems`
  console.error(`${count} in ${files} content files.`)
  return found.length === 0 ? 0 : EXIT_PROBLEMS
}

/** A path as the author gives it, relative to the content folder. */
function insideContent(path: string, contentDir: string): string {
  const inside = relative(contentDir, resolve(path))
  if (inside.startsWith('..')) throw new UsageError(`${path} is not in the content folder.`)
  if (!existsSync(resolve(path))) throw new UsageError(`There is no ${path}.`)
  return inside
}

function holds(file: string): (path: string) => boolean {
  return (path) => path === '' || file === path || file.startsWith(`${path}/`)
}

async function runImport(args: string[], { contentDir, timeZone }: CheckedContent) {
  const { values, positionals } = parse(args, {
    into: { type: 'string' },
    from: { type: 'string' },
    'dry-run': { type: 'boolean' },
  })
  const [from, ...more] = positionals
  if (from === undefined || more.length > 0) throw new UsageError('Name one folder to import.')
  const kind = SITE_KINDS.find((known) => known === values.from) ?? null
  if (values.from !== undefined && kind === null) {
    throw new UsageError(`There is no kind '${values.from}'.`)
  }
  const into = values.into === undefined ? contentDir : resolve(String(values.into))
  const isDone = await importContent({
    from: resolve(from),
    kind,
    contentDir: into,
    timeZone: siteTimeZone({ contentDir: into, timeZone }),
    isDryRun: values['dry-run'] === true,
    print: (line) => console.log(line),
  })
  return isDone ? 0 : EXIT_PROBLEMS
}

async function runReview(args: string[], settings: CheckedContent): Promise<number> {
  const { values, positionals } = parse(args, { week: { type: 'string' } })
  if (positionals.length > 0) throw new UsageError('A week is given as --week 2026-W47.')
  const week = values.week === undefined ? null : String(values.week)
  const path = await writeReview(settings, { week, now: Date.now() })
  console.log(relative(process.cwd(), path))
  return 0
}

async function runInstallHook(
  [repository, ...more]: string[],
  { contentDir, timeZone }: CheckedContent,
  bareFolder: string,
): Promise<number> {
  if (more.length > 0) throw new UsageError('Hooks are installed in one repository at a time.')
  const lines = await installHooks({
    folder: repository === undefined ? contentDir : resolve(repository),
    bareFolder,
    node: process.execPath,
    command: fileURLToPath(import.meta.url),
    siteUrl: SETTINGS.siteUrl.read(process.env.SITE_URL || undefined),
    timeZone,
  })
  for (const line of lines) console.log(line)
  return 0
}

/** `hook NAME PREFIX`, called by git in the repository: see `installHooks`. */
async function runInstalledHook([name, prefix = '']: string[]): Promise<number> {
  const hook = HOOKS.find((known) => known === name)
  if (hook === undefined) throw new UsageError(`There is no hook '${name ?? ''}'.`)
  try {
    const git = gitIn(process.cwd())
    const setting = (key: string) => git.text(['config', `gap.${key}`]).catch(() => '')
    const input = hook === 'pre-commit' ? '' : readFileSync(0, 'utf8')
    const timeZone = process.env.TIME_ZONE || (await setting('timeZone')) || undefined
    const siteUrl = process.env.SITE_URL || (await setting('siteUrl')) || undefined
    return await runHook(hook, input, {
      git,
      prefix,
      timeZone: SETTINGS.timeZone.read(timeZone),
      siteUrl: SETTINGS.siteUrl.read(siteUrl),
      now: Date.now(),
      // What a hook says goes to the author through stderr.
      print: (line) => console.error(line),
    })
  } catch (error) {
    // A fault of the check must not keep anybody from committing.
    console.error(
      `G.A.P. could not check the content: ${error instanceof Error ? error.message : error}`,
    )
    return 0
  }
}
