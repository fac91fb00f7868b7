/** The two folders of the settings, before anything is opened in them. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Settings } from './config.ts'
import { StartError } from './errors.ts'

const STATE_MODE = 0o700

/**
 * Makes the folders that are missing, the state folder for this user's eyes alone and, wherever it
 * stands, ignored by git; one with the content in it is left as it is.
 * @throws StartError naming each that is no folder, or can be neither made nor read
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
 * Makes a folder, and each above it that is missing, unless it is there. Node's own recursive way
 * never ends where a folder takes none in, as /proc says of itself that it is not there.
 * @throws the system's error
 */
export function makeFolder(path: string, mode = 0o777): void {
  const above = dirname(path)
  if (!existsSync(above)) makeFolder(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** It holds the token secret: no other user reads it, and no `git add -A` takes it along. */
function guardState(stateDir: string): void {
  try {
    // One that holds something may serve others too.
    if (readdirSync(stateDir).length === 0) chmodSync(stateDir, STATE_MODE)
    writeFileSync(join(stateDir, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 })
  } catch {
    // There already; or if it cannot be written, the code that uses it reports that.
  }
}

/** Makes the folder where it is missing; what is wrong with it in a line, else null. */
function faultOf(name: string, path: string, mode: number): string | null {
  try {
    makeFolder(path, mode)
    readdirSync(path)
    return null
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    return `${name}: got ${JSON.stringify(path)}, takes a folder that can be made or read${reason}`
  }
}
