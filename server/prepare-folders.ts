/** The two folders of the settings, before anything is opened in them, and how a folder is made. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { SettingsError } from './config.ts'

const STATE_MODE = 0o700

/**
 * Makes the folders that are missing, the state folder for this user's eyes alone and, wherever it
 * stands, ignored by git; one with the content in it is left as it is.
 * @throws SettingsError naming each that is no folder, or can be neither made nor read.
 */
export function prepareFolders({
  contentDir,
  stateDir,
}: {
  contentDir: string
  stateDir: string
}): void {
  const faults = [
    faultOf('CONTENT_DIR', contentDir, 0o777),
    faultOf('STATE_DIR', stateDir, STATE_MODE),
  ].filter((fault) => fault !== null)
  if (faults.length > 0) throw new SettingsError(faults)
  if (!isInside(contentDir, stateDir)) guardState(stateDir)
}

/** The same faults found without making anything: what stands in a folder's place and is none. */
export function foldersInTheWay(folders: { contentDir: string; stateDir: string }): string[] {
  const named = { CONTENT_DIR: folders.contentDir, STATE_DIR: folders.stateDir }
  return Object.entries(named).flatMap(([name, path]) => {
    if (!existsSync(path)) return []
    const fault = readFault(name, path)
    return fault === null ? [] : [fault]
  })
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

/** Whether a folder is another one or stands in it. */
function isInside(folder: string, other: string): boolean {
  return !/^\.\.(?:\/|$)/.test(relative(other, folder))
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

function faultOf(name: string, path: string, mode: number): string | null {
  return readFault(name, path, () => makeFolder(path, mode))
}

function readFault(name: string, path: string, make?: () => void): string | null {
  try {
    make?.()
    readdirSync(path)
    return null
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    return `${name}: got ${JSON.stringify(path)}, takes a folder that can be made or read${reason}`
  }
}
