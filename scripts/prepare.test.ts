import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { makeFolder } from '../server/test/git-fixture.ts'
import { checkNode, isInstalled, PrepareError } from './prepare.mjs'

let root: string
beforeEach(() => {
  root = makeFolder()
  mkdirSync(join(root, 'node_modules'))
})

it.each<[string, answer: boolean, wanted: object, there?: object]>([
  ['no on a fresh clone', false, { a: '1.0.0' }],
  ['yes after npm ci, other platforms left out', true, { a: '1.0.0', b: null }, { a: '1.0.0' }],
  ['no once another version is asked for', false, { a: '1.0.1' }, { a: '1.0.0' }],
  ['no once one package more is', false, { a: '1.0.0', b: '1.0.0' }, { a: '1.0.0' }],
])('whether the dependencies are installed is %s', (_, answer, wanted, there) => {
  const lock = (packages: object) => {
    const entries = Object.entries(packages).map(([name, version]) => [
      `node_modules/${name}`,
      version === null ? { version: '1.0.0', optional: true } : { version },
    ])
    return JSON.stringify({ packages: Object.fromEntries([['', {}], ...entries]) })
  }
  writeFileSync(join(root, 'package-lock.json'), lock(wanted))
  if (there) writeFileSync(join(root, 'node_modules/.package-lock.json'), lock(there))
  expect(isInstalled(root)).toBe(answer)
})

it('Node is refused in one sentence before 20.19', () => {
  for (const version of ['20.19.0', '20.20.2', '22.1.0', '24.0.0']) checkNode(version)
  for (const version of ['18.20.0', '20.18.3']) {
    const refusal = new PrepareError(`G.A.P. needs Node 20.19 or newer; this is Node ${version}.`)
    expect(() => checkNode(version)).toThrow(refusal)
  }
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
