/**
 * What `npm start`, `npm test` and `npm run dev` need before they begin: the dependencies and the
 * bundles. Plain JavaScript without packages, since nothing is installed yet on a fresh clone.
 * Progress goes to stderr, so that stdout has the output of the command alone.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt, stampedBuild } from './build-stamp.mjs'

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

const NODE_MAJOR_MIN = 20
const NODE_MINOR_MIN = 19

/** A failure told in one sentence; printed without a stack. */
export class PrepareError extends Error {}

/**
 * Runs a command's main function: a PrepareError is printed as its sentence, status 1. SIGTERM and
 * SIGINT before `main` has settled end the process and its child processes, with the signal's status
 * (143, 130): a cancelled test run has not passed. `endStatus` replaces it.
 */
export async function runCommand(main, { endStatus } = {}) {
  const stop = (_, number) => {
    for (const [child, signal] of children) child.kill(signal)
    process.exit(endStatus ?? 128 + number)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  const release = () => process.off('SIGTERM', stop).off('SIGINT', stop)
  try {
    await main({ release })
  } catch (error) {
    console.error(error instanceof PrepareError ? error.message : error)
    process.exit(1)
  }
  release()
}

/** Running programs, each with the signal that ends it. */
const children = new Map()

/**
 * Runs a program and waits for its end.
 * @returns {Promise<{status: number, output: string}>} `output` is empty unless `quiet`.
 */
export function run(program, args, { quiet = false, env = process.env, endBy = 'SIGTERM' } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']
    const child = spawn(program, args, { cwd: ROOT, env, stdio })
    children.set(child, endBy)
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => {
      children.delete(child)
      resolve({ status: code ?? 1, output })
    })
  })
}

/** @throws PrepareError when this Node is too old to run the product. */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > NODE_MAJOR_MIN || (major === NODE_MAJOR_MIN && minor >= NODE_MINOR_MIN)) return
  throw new PrepareError(
    `G.A.P. needs Node ${NODE_MAJOR_MIN}.${NODE_MINOR_MIN} or newer; this is Node ${version}.`,
  )
}

/** Takes over the settings in the project's `.env`; one that the environment has itself counts more. */
export function readEnvFile() {
  const path = join(ROOT, '.env')
  if (!existsSync(path)) return
  try {
    process.loadEnvFile(path)
  } catch {
    // Node says that there is none, whatever it is.
    throw new PrepareError(
      `The settings in ${path} cannot be read: it must be a file of the user who starts the site.`,
    )
  }
}

/** Whether git can be called. */
export function hasGit() {
  return spawnSync('git', ['--version'], { stdio: 'ignore' }).status === 0
}

/**
 * `npm ci` unless node_modules holds what package-lock.json asks for. npm notes what it installed
 * in node_modules/.package-lock.json, last of all, so an interrupted run is seen as well.
 */
export async function installIfNeeded() {
  if (isInstalled(ROOT)) return
  console.error('Installing dependencies…')
  // Bundling needs the development dependencies, which NODE_ENV=production would leave out.
  const { status, output } = await run('npm', ['ci', '--include=dev', '--loglevel=error'], {
    quiet: true,
    // Told politely it would go on tidying up, in the way of the next start.
    endBy: 'SIGKILL',
  }).catch(() => {
    throw new PrepareError('npm was not found; it comes with Node.')
  })
  if (status === 0) return
  throw new PrepareError(
    `${output.trim()}\nThe dependencies could not be installed (npm ci ended with status ${status}).`,
  )
}

/** Whether the packages installed in `root` are those that its package-lock.json names. */
export function isInstalled(root) {
  const installed = readPackages(join(root, 'node_modules/.package-lock.json'))
  const wanted = readPackages(join(root, 'package-lock.json'))
  if (!installed || !wanted) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const found = installed[path]
    // Packages for other platforms are in the lock alone.
    return found ? found.version === entry.version : entry.optional === true
  })
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return null
  }
}

/** Builds the bundles into dist/ unless they were made from the sources as they are now. */
export async function buildIfStale() {
  if (isBuilt(ROOT)) return
  console.error('Building…')
  // Imported late: it needs the installed packages.
  const { build } = await import('./build.mjs')
  try {
    await stampedBuild(build, ROOT)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    throw new PrepareError('The build failed.')
  }
}
