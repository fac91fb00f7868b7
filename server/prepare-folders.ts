/** Creates and checks the content folder and the state folder. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Settings } from './config.ts'
import { StartError } from './errors.ts'

const STATE_MODE = 0o700

/**
 * Creates missing folders. The state folder is readable by this user only and ignored by git,
 * unless the content is inside it.
 * @throws StartError with each path that is no folder or can be neither created nor read
 */
export function prepareFolders({
  contentDir,
  stateDir,
}: Pick<Settings, 'contentDir' | 'stateDir'>): void {
  const faults = [
    faultOf('CONTENT_DIR', contentDir, 0o777),
    faultOf('STATE_DIR', stateDir, STATE_MODE),
  ].filter((fault) => fault !== null)
  if (faults.length > 0) throw new StartError(faults.join('\n'))
  const isInside = !/^\.\.(?:\/|$)/.test(relative(stateDir, contentDir))
  if (!isInside) guardState(stateDir)
}

/**
 * Creates a folder and its missing parents. Node's recursive `mkdir` loops forever in /proc, which
 * answers ENOENT for a new folder.
 * @throws the system's error
 */
export function makeFolder(path: string, mode = 0o777): void {
  const parent = dirname(path)
  if (!existsSync(parent)) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** Protects the token secret from other users and from `git add -A`. */
function guardState(stateDir: string): void {
  try {
    // A folder with files in it may be shared with others.
    if (readdirSync(stateDir).length === 0) chmodSync(stateDir, STATE_MODE)
    writeFileSync(join(stateDir, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 })
  } catch {
    // It exists; or it is not writable, which the code that uses it reports.
  }
}

/** Creates the folder if missing; returns its fault as one line, else null. */
function faultOf(name: string, path: string, mode: number): string | null {
  try {
    makeFolder(path, mode)
    readdirSync(path)
    return null
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    return `${name}: got ${JSON.stringify(path)}, takes a folder that can be created or read${reason}`
  }
}
