/**
 * The browser that the browser tests drive: Chromium's headless shell, or a whole browser of the same
 * family. The shell has the same engine without the windows and profiles of a desktop browser, so a
 * fresh tab costs it a third of the time.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './prepare.mjs'

const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Without a network, a browser that is there is not waited for. */
const TIMEOUTS = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']

/** The browser's path, or null when none is installed. */
export function findChromium() {
  return findProgram(NAMES)
}

/**
 * Installs Debian's headless shell where that can be done, also beside a whole Chromium.
 * Says what to do, and returns false, where there is no browser in the end.
 */
export async function installChromiumIfNeeded() {
  if (findProgram([SHELL])) return true
  if (process.getuid?.() === 0 && findProgram(['apt-get'])) {
    console.log(`Installing ${SHELL} for the browser tests…`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = [...TIMEOUTS, 'install', '-y', '--no-install-recommends', SHELL]
    await run('apt-get', [...TIMEOUTS, 'update'], { quiet: true, env })
    const { output } = await run('apt-get', install, { quiet: true, env })
    if (!findChromium()) console.error(output.trim())
  }
  if (findChromium()) return true
  console.error(`The browser tests need Chromium. Install it, on Debian: apt-get install ${SHELL}`)
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
