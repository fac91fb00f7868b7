/** The browser of the browser tests: a Chromium in `PATH`. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './prepare.mjs'

/** The headless shell comes first: it opens a tab in a third of the time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** @param {string} name */
const findProgram = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/** The browser's path, or null when none is installed. */
export const findChromium = () => NAMES.map(findProgram).find(Boolean) ?? null

/** Run by vitest before browser tests: where there is no browser, root installs Debian's. */
export async function setup() {
  if (findChromium()) return
  if (process.getuid?.() === 0 && findProgram('apt-get')) {
    console.log('Installing chromium for the browser tests…')
    await run('apt-get', ['update', '-q'])
    const packages = ['chromium', 'chromium-headless-shell']
    await run('apt-get', ['install', '-qy', '--no-install-recommends', ...packages])
    if (findChromium()) return
  }
  console.error('The browser tests need Chromium: install it (Debian: apt-get install chromium).')
}
