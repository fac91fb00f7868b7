/** The image without an engine: what the Dockerfile says works, and names no package by itself. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { testEnv } from '../../server/test/git-fixture.ts'
import { dockerContext, readDockerfile, readPairs } from './dockerfile.mjs'
import { NATIVE_PACKAGES, nativeFolders } from './native-packages.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
/** It lays out an image and starts it, whatever else the machine does meanwhile. */
const TIME_LIMIT_MS = 120_000
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

it('the native packages and all that they ask for are read from the lockfile', () => {
  const folders = nativeFolders()
  for (const name of NATIVE_PACKAGES) expect(folders).toContain(`node_modules/${name}`)
  expect(folders).toContain('node_modules/detect-libc')
  expect(folders).not.toContain('node_modules/react')
  const { packages } = JSON.parse(read('package-lock.json'))
  const missing = folders.flatMap((folder) =>
    Object.keys(packages[folder].dependencies ?? {}).filter(
      (name) => !folders.some((found) => found.endsWith(`node_modules/${name}`)),
    ),
  )
  expect(missing).toEqual([])
  expect(read('Dockerfile')).not.toMatch(/node_modules\/\S/)
})

it('the image, npm start and what is measured run with the same flags of node', () => {
  const flag = '--max-semi-space-size=4'
  expect(JSON.parse(read('package.json')).scripts.start).toContain(` ${flag} `)
  const [, image] = readDockerfile(read('Dockerfile'))
  const command = image?.steps.find(({ instruction }) => instruction === 'CMD')
  expect(JSON.parse(command?.words ?? '')).toEqual(['node', flag, 'dist/server/main.mjs'])
  expect(read('scripts/lab/built-server.ts')).toContain(`['${flag}']`)
  expect(read('server/OPERATING.md')).toContain(`node ${flag} dist/server/main.mjs`)
})

it('.dockerignore lets in what the Dockerfile copies, and no test', () => {
  const isSent = dockerContext(read('.dockerignore'))
  for (const path of ['server/main.ts', 'package.json', 'content/site.yaml', 'scripts/build.mjs']) {
    expect([path, isSent(path)]).toEqual([path, true])
  }
  for (const path of [
    'server/config.test.ts',
    '.env',
    'my-content/site.yaml',
    'dist/server/main.mjs',
  ]) {
    expect([path, isSent(path)]).toEqual([path, false])
  }
})

it('reads stages, joined lines and quoted values', () => {
  const text = '# c\nFROM a AS one\nRUN x \\\n # why\n && y\nFROM b\nENV A=1 B="two words"\n'
  expect(readDockerfile(text)).toEqual([
    { name: 'one', steps: [{ instruction: 'RUN', words: 'x && y' }] },
    { name: '', steps: [{ instruction: 'ENV', words: 'A=1 B="two words"' }] },
  ])
  expect(readPairs('A=1 B="two words"')).toEqual({ A: '1', B: 'two words' })
  expect(() => readDockerfile('FROM a\nONBUILD x\n')).toThrow('ONBUILD x')
})

it(
  'serves, saves and commits as another user, with read-only code',
  () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['scripts/image/try-image.mjs', '--quick'],
      { cwd: ROOT, encoding: 'utf8', env: testEnv },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^Size above the base: \d+\.\d MB/m)
    expect(stdout).toMatch(/^As user [1-9]\d* it served, saved and committed: Publish essay/m)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('The image works.')
  },
  TIME_LIMIT_MS,
)
