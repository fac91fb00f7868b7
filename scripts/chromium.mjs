/**
 * The browser that the browser tests drive: Chromium's headless shell, or a whole browser of the same
 * family. The shell has the same engine without the windows and profiles of a desktop browser, so a
 * fresh tab costs it a third of the time.
 */
import { accessSync, constants, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { run } from './prepare.mjs'

const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Without a network, a browser that is there is not waited for. */
const TIMEOUTS = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']

const APPS = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]
const WINDOWS_PROGRAMS = [
  'Google/Chrome/Application/chrome.exe',
  'Chromium/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
]
/** Below a folder of playwright's, by its releases of several years. */
const PLAYWRIGHT_PROGRAMS = [
  ...['chrome-headless-shell-linux64/chrome-headless-shell', 'chrome-linux/headless_shell'],
  ...['chrome-linux64/chrome', 'chrome-linux/chrome'],
  ...['arm64', 'x64'].flatMap((cpu) => [
    `chrome-headless-shell-mac-${cpu}/chrome-headless-shell`,
    `chrome-mac-${cpu}/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing`,
  ]),
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-headless-shell-win64/chrome-headless-shell.exe',
  ...['chrome-win64/chrome.exe', 'chrome-win/chrome.exe'],
]

/** The browser's path, or null when none is installed. */
export function findChromium() {
  return browserPlaces().find(isExecutable) ?? null
}

/** Everywhere that a browser may be: the search path first, then where each system has its programs. */
export function browserPlaces({
  env = process.env,
  platform = process.platform,
  home = homedir(),
} = {}) {
  const onPath = NAMES.flatMap((name) => programPlaces(name, env))
  return [
    ...onPath,
    ...systemPlaces({ env, platform, home }),
    ...playwrightPlaces({ env, platform, home }),
  ]
}

function programPlaces(name, env = process.env) {
  return (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
}

function systemPlaces({ env, platform, home }) {
  if (platform === 'darwin') {
    return ['/Applications', join(home, 'Applications')].flatMap((folder) =>
      APPS.map((app) => join(folder, app)),
    )
  }
  if (platform !== 'win32') return []
  const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
  return folders
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => WINDOWS_PROGRAMS.map((program) => join(folder, program)))
}

/** The newest release first; the headless shell before a whole browser of the same release. */
function playwrightPlaces({ env, platform, home }) {
  const caches = {
    darwin: join(home, 'Library/Caches'),
    win32: env.LOCALAPPDATA ?? join(home, 'AppData/Local'),
  }
  const folder =
    env.PLAYWRIGHT_BROWSERS_PATH || join(caches[platform] ?? join(home, '.cache'), 'ms-playwright')
  const release = (name) => Number(name.split('-').at(-1))
  const releases = namesIn(folder)
    .filter((name) => /^chromium(?:_headless_shell)?-\d+$/.test(name))
    .sort((a, b) => release(b) - release(a) || b.length - a.length)
  return releases.flatMap((name) =>
    PLAYWRIGHT_PROGRAMS.map((program) => join(folder, name, program)),
  )
}

/**
 * Whether there is a browser for the tests. Where there is none, Debian's headless shell is installed
 * by root. The system is changed otherwise only in CI or when `isAsked`: then the shell is also
 * installed beside a whole browser, by apt or in playwright's own folder.
 */
export async function installChromiumIfNeeded({ isAsked = false } = {}) {
  const mayInstall = isAsked || Boolean(process.env.CI)
  const hasShell = programPlaces(SHELL).some(isExecutable)
  if (hasShell || (findChromium() && !mayInstall)) return true
  const hasApt = process.getuid?.() === 0 && programPlaces('apt-get').some(isExecutable)
  if (hasApt) await installByApt()
  else if (mayInstall && !findChromium()) await installByPlaywright()
  if (findChromium()) return true
  console.error(
    `The browser tests need Chrome or Chromium: install one (on Debian: apt-get install ${SHELL}), or run npm test -- --install.`,
  )
  return false
}

async function installByApt() {
  console.log(`Installing ${SHELL} for the browser tests…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = [...TIMEOUTS, 'install', '-y', '--no-install-recommends', SHELL]
  await run('apt-get', [...TIMEOUTS, 'update'], { quiet: true, env })
  const { output } = await run('apt-get', install, { quiet: true, env })
  if (!findChromium()) console.error(output.trim())
}

async function installByPlaywright() {
  console.log('Installing Chromium for the browser tests in playwright’s folder…')
  const command = ['node_modules/playwright-core/cli.js', 'install', '--only-shell', 'chromium']
  const { status, output } = await run(process.execPath, command, { quiet: true })
  if (status !== 0) console.error(output.trim())
}

function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
