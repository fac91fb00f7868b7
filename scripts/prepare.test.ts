import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkNode, isInstalled, PrepareError } from './prepare.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gap-prepare-'))
  mkdirSync(join(root, 'node_modules'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const lock = (packages: object) =>
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
const installed = (packages: object) =>
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))

describe('whether the dependencies are installed', () => {
  it('is no on a fresh clone', () => {
    lock({ '': {}, 'node_modules/a': { version: '1.0.0' } })
    expect(isInstalled(root)).toBe(false)
  })

  it('is yes when npm ci was run by hand, other platforms left out', () => {
    lock({
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a-windows': { version: '1.0.0', optional: true },
    })
    installed({ 'node_modules/a': { version: '1.0.0' } })
    expect(isInstalled(root)).toBe(true)
  })

  it('is no once the lock file asks for another version', () => {
    lock({ '': {}, 'node_modules/a': { version: '1.0.1' } })
    installed({ 'node_modules/a': { version: '1.0.0' } })
    expect(isInstalled(root)).toBe(false)
  })

  it('is no once the lock file asks for one package more', () => {
    lock({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } })
    installed({ 'node_modules/a': { version: '1.0.0' } })
    expect(isInstalled(root)).toBe(false)
  })
})

describe('the version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.1.0', '24.0.0'])('%s is enough', (version) => {
    expect(() => checkNode(version)).not.toThrow()
  })

  it.each(['18.20.0', '20.18.3'])('%s is refused in one sentence', (version) => {
    expect(() => checkNode(version)).toThrow(PrepareError)
    expect(() => checkNode(version)).toThrow(`this is Node ${version}.`)
  })
})

it('settings of .env are taken over, but not over those of the environment', () => {
  mkdirSync(join(root, 'scripts'))
  for (const name of ['prepare.mjs', 'build-stamp.mjs']) {
    copyFileSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  }
  const read = `const { readEnvFile } = await import('./scripts/prepare.mjs')
    readEnvFile()
    console.log(process.env.PORT, process.env.HOST)`
  const said = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', read], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, PORT: '1' },
    }).trim()
  expect(said()).toBe('1 undefined')
  writeFileSync(join(root, '.env'), 'PORT=2\nHOST=0.0.0.0\n')
  expect(said()).toBe('1 0.0.0.0')
  rmSync(join(root, '.env'))
  mkdirSync(join(root, '.env'))
  expect(said).toThrow(/The settings in .*\.env cannot be read: it must be a file of the user who/)
})

it.each([
  ['SIGTERM', '', 143],
  ['SIGINT', '', 130],
  ['SIGTERM', ', { endStatus: 0 }', 0],
] as const)('%s ends a command%s with status %i', async (signal, options, status) => {
  const module = JSON.stringify(join(import.meta.dirname, 'prepare.mjs'))
  const script = `const { run, runCommand } = await import(${module})
    await runCommand(async () => {
      setTimeout(() => console.log('begun'))
      await run('sleep', ['60'])
    }${options})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  await once(child.stdout, 'data')
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([status, null])
})
