/** The two folders of the settings, before anything is opened in them. */
import { mkdirSync, readdirSync } from 'node:fs'
import { SettingsError } from './config.ts'

/**
 * Makes the folders that are missing, the state folder for this user's eyes alone.
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
    faultOf('STATE_DIR', stateDir, 0o700),
  ].filter((fault) => fault !== null)
  if (faults.length > 0) throw new SettingsError(faults)
}

function faultOf(name: string, path: string, mode: number): string | null {
  try {
    mkdirSync(path, { recursive: true, mode })
    readdirSync(path)
    return null
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    return `${name}: got ${JSON.stringify(path)}, takes a folder that can be made or read${reason}`
  }
}
