/** Where the browser of the tests is looked for, and that a missing one changes nothing unasked. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { browserPlaces } from './chromium.mjs'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gap-browsers-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const put = (path: string) => {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), '#!/bin/sh\n', { mode: 0o755 })
  return join(home, path)
}

it.each([
  ['linux', {}, '.cache/ms-playwright/chromium-1194/chrome-linux/chrome'],
  ['linux', {}, '.cache/ms-playwright/chromium_headless_shell-1200/chrome-linux/headless_shell'],
  ['linux', { PATH: 'bin' }, 'bin/google-chrome-stable'],
  ['darwin', {}, 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  [
    'darwin',
    {},
    'Library/Caches/ms-playwright/chromium-1194/chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ],
  ['win32', { 'PROGRAMFILES(X86)': 'x86' }, 'x86/Google/Chrome/Application/chrome.exe'],
  ['win32', { LOCALAPPDATA: 'local' }, 'local/Chromium/Application/chrome.exe'],
  ['win32', { LOCALAPPDATA: 'local' }, 'local/ms-playwright/chromium-1194/chrome-win64/chrome.exe'],
] as const)('on %s, with %j, %s is found', (platform, given, path) => {
  const env = Object.fromEntries(
    Object.entries(given).map(([name, folder]) => [name, join(home, folder)]),
  )
  const place = put(path)
  expect(browserPlaces({ env, platform, home })).toContain(place)
})

it('of playwright’s releases the newest comes first, its headless shell before the whole browser', () => {
  const folder = '.cache/ms-playwright'
  const old = put(`${folder}/chromium-999/chrome-linux/chrome`)
  const shell = put(`${folder}/chromium_headless_shell-1194/chrome-linux/headless_shell`)
  const whole = put(`${folder}/chromium-1194/chrome-linux/chrome`)
  const places = browserPlaces({ env: {}, platform: 'linux', home })
  expect(places.filter((path) => [old, shell, whole].includes(path))).toEqual([shell, whole, old])
})

it('without a browser, and nobody to install one, one line says what to do', () => {
  const module = JSON.stringify(join(import.meta.dirname, 'chromium.mjs'))
  const script = `
    process.getuid = () => 1000
    const { installChromiumIfNeeded } = await import(${module})
    console.log(await installChromiumIfNeeded({ isAsked: false }))`
  const env = { PATH: home, HOME: home, PLAYWRIGHT_BROWSERS_PATH: home }
  const args = ['--input-type=module', '-e', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  // A Mac may have a browser among its applications, wherever the search path leads.
  const isFound = browserPlaces({ env, home }).some((path) => existsSync(path))
  const line =
    'The browser tests need Chrome or Chromium: install one (on Debian: apt-get install chromium-headless-shell), or run npm test -- --install.\n'
  expect([stdout, stderr]).toEqual(isFound ? ['true\n', ''] : ['false\n', line])
})
