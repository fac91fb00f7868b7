/** The browser that the browser tests drive: Debian's chromium, or another of the same family. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './prepare.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser's path, or null when none is installed. */
export function findChromium() {
  return findProgram(NAMES)
}

/** Installs Debian's chromium where that can be done. Says what to do, and returns false, where not. */
export async function installChromiumIfNeeded() {
  if (findChromium()) return true
  if (process.getuid?.() === 0 && findProgram(['apt-get'])) {
    console.log('Installing chromium for the browser tests…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = ['install', '-y', '--no-install-recommends', 'chromium']
    await run('apt-get', ['update'], { quiet: true, env })
    const { status, output } = await run('apt-get', install, { quiet: true, env })
    if (status === 0 && findChromium()) return true
    console.error(output.trim())
  }
  console.error('The browser tests need Chromium. Install it, on Debian: apt-get install chromium')
  return false
}

function findProgram(names) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      if (isExecutable(join(folder, name))) return join(folder, name)
    }
  }
  return null
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
