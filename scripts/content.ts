/** The author's commands, `npm run content -- …`, bundled into dist/content.mjs. */
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SETTINGS } from '../server/config.ts'
import { POST_TYPES, type PostType } from '../server/domain/post.ts'
import { type CheckedContent, checkContent, siteTimeZone } from './content-check.ts'
import { writeNewPost } from './content-new.ts'

const USAGE = `Usage: npm run content -- COMMAND
  new "Title" [--type ${POST_TYPES.join('|')}]   writes a dated post file and prints its path
  check [PATH…]   lists the files that cannot be used, or not as they are`

const EXIT_PROBLEMS = 1
const EXIT_USAGE = 2

/** A call that cannot be understood, in one sentence. */
class UsageError extends Error {}

try {
  process.exitCode = runContentCommand(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n${USAGE}`)
  process.exitCode = EXIT_USAGE
}

/** Runs one command and returns the exit status. */
function runContentCommand([command, ...rest]: string[]): number {
  const contentDir = SETTINGS.contentDir.read(process.env.CONTENT_DIR || undefined)
  const timeZone = SETTINGS.timeZone.read(process.env.TIME_ZONE || undefined)
  if (command === 'new') return runNew(rest, { contentDir, timeZone })
  if (command === 'check') return runCheck(rest, { contentDir, timeZone })
  throw new UsageError(command ? `There is no command '${command}'.` : 'A command is missing.')
}

function runNew(args: string[], settings: CheckedContent): number {
  const { title, type } = readNewArguments(args)
  const { contentDir } = settings
  const timeZone = siteTimeZone(settings)
  const path = writeNewPost({ contentDir, title, type, now: Date.now(), timeZone })
  console.log(relative(process.cwd(), path))
  return 0
}

function readNewArguments(args: string[]): { title: string; type: PostType } {
  const { values, positionals } = parse(args)
  const title = positionals.join(' ').trim()
  if (title === '') throw new UsageError('The title is missing.')
  const type = POST_TYPES.find((known) => known === (values.type ?? 'short'))
  if (type === undefined) throw new UsageError(`There is no type '${values.type}'.`)
  return { title, type }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { type: { type: 'string' } }, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function runCheck(paths: string[], settings: CheckedContent): number {
  const { files, problems } = checkContent(settings)
  const chosen = paths.map((path) => insideContent(path, settings.contentDir))
  const found = problems.filter(({ file }) => chosen.length === 0 || chosen.some(holds(file)))
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
  if (!inside.startsWith('..')) return inside
  throw new UsageError(`${path} is not in the content folder.`)
}

function holds(file: string): (path: string) => boolean {
  return (path) => path === '' || file === path || file.startsWith(`${path}/`)
}
