/**
 * Prepares `npm start`, `npm test` and `npm run dev`: installs dependencies and builds bundles.
 * Plain JavaScript without packages, since a fresh clone has none. Progress goes to stderr, so
 * stdout has only the output of the command.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { isBuilt } from './build-stamp.mjs'

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

const NODE_MAJOR_MIN = 20
const NODE_MINOR_MIN = 19

/** A failure that is printed as one sentence, without a stack. */
export class PrepareError extends Error {}

/**
 * Runs a command's main function, with the dependencies installed. A PrepareError is printed, with
 * exit status 1. SIGTERM and SIGINT before `main` has settled end the process and its child
 * processes, with status 143 or 130, since a cancelled test run has not passed. `endStatus` replaces
 * this status.
 * @param {(parts: { release: () => void }) => Promise<void>} main `release` ends that
 * @param {{ endStatus?: number }} options
 */
export async function runCommand(main, { endStatus } = {}) {
  /** @param {NodeJS.Signals} _ @param {number} number */
  const stop = (_, number) => {
    ending.abort()
    process.exit(endStatus ?? 128 + number)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  const release = () => process.off('SIGTERM', stop).off('SIGINT', stop)
  try {
    checkNode()
    await installIfNeeded()
    await main({ release })
  } catch (error) {
    console.error(error instanceof PrepareError ? error.message : error)
    process.exit(1)
  }
  release()
}

/** Ends the child processes. */
const ending = new AbortController()

/**
 * Runs a program and waits for its exit.
 * @param {string} program
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv, endBy?: NodeJS.Signals }} options
 * @returns {Promise<{status: number, output: string}>} `output` is empty unless `quiet`.
 */
export async function run(
  program,
  args,
  { quiet = false, env = process.env, endBy: killSignal = 'SIGTERM' } = {},
) {
  const stdio = quiet ? 'pipe' : 'inherit'
  const { signal } = ending
  const child = spawn(program, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', stdio, stdio],
    signal,
    killSignal,
  })
  const [[code], ...output] = await Promise.all([
    once(child, 'close'),
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ])
  return { status: code ?? 1, output: output.join('') }
}

/** @throws PrepareError if this Node is too old */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > NODE_MAJOR_MIN || (major === NODE_MAJOR_MIN && minor >= NODE_MINOR_MIN)) return
  throw new PrepareError(
    `G.A.P. needs Node ${NODE_MAJOR_MIN}.${NODE_MINOR_MIN} or newer; this is Node ${version}.`,
  )
}

/** Reads the project's `.env`; variables of the environment win. */
export function readEnvFile() {
  const path = join(ROOT, '.env')
  if (!existsSync(path)) return
  try {
    process.loadEnvFile(path)
  } catch {
    // Node reports a missing file for every error.
    throw new PrepareError(
      `The settings in ${path} cannot be read: it must be a file of the user who starts the site.`,
    )
  }
}

/**
 * Runs `npm ci` unless node_modules matches package-lock.json. npm writes
 * node_modules/.package-lock.json at the end, so interrupted installs are detected, too.
 */
async function installIfNeeded() {
  if (isInstalled(ROOT)) return
  const report = startStep('Installing dependencies…')
  // The build needs development dependencies, which NODE_ENV=production would omit.
  const { status, output } = await run('npm', ['ci', '--include=dev', '--loglevel=error'], {
    quiet: true,
    // After SIGTERM npm would continue its cleanup and disturb the next start.
    endBy: 'SIGKILL',
  }).catch(() => {
    throw new PrepareError('npm was not found; it comes with Node.')
  })
  if (status === 0) return report('Installed.')
  throw new PrepareError(
    `${output.trim()}\nThe dependencies could not be installed (npm ci ended with status ${status}).`,
  )
}

/** Whether the packages installed in `root` match its package-lock.json. @param {string} root */
export function isInstalled(root) {
  const installed = readPackages(join(root, 'node_modules/.package-lock.json'))
  const wanted = readPackages(join(root, 'package-lock.json'))
  if (!installed || !wanted) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const installedEntry = installed[path]
    // Packages for other platforms are only in the lock file.
    return installedEntry ? installedEntry.version === entry.version : entry.optional === true
  })
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean }> | null}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return null
  }
}

/**
 * Builds dist/ unless it was built from the current sources. In a process of its own, since esbuild
 * and its 470 MiB would stay beside the server.
 */
export async function buildIfStale() {
  if (isBuilt(ROOT)) return
  const report = startStep('Building…')
  const { status, output } = await run(process.execPath, ['scripts/build.mjs'], { quiet: true })
  if (status !== 0) throw new PrepareError(`${output.trim()}\nThe build failed.`)
  report('Built.')
}

/**
 * Prints what begins.
 * @param {string} text
 * @returns {(end: string) => void} prints the end of it, with its seconds
 */
function startStep(text) {
  const start = performance.now()
  console.error(text)
  return (end) => console.error(`${end} ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
