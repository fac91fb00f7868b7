/** One way to make a folder that may have to be made with those above it. */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

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
