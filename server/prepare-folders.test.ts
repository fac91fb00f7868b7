import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartError } from './errors.ts'
import { prepareFolders } from './prepare-folders.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gap-folders-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const prepare = (stateDir: string) =>
  prepareFolders({ contentDir: join(root, 'content'), stateDir })

describe('the state folder', () => {
  it('is this user’s alone, also when it was there, empty', () => {
    const [made, found] = [join(root, 'made'), join(root, 'found')]
    mkdirSync(found)
    chmodSync(found, 0o755)
    prepare(made)
    prepare(found)
    expect([modeOf(made), modeOf(found)]).toEqual(['700', '700'])
  })

  it('keeps the mode it has when it holds something of others', () => {
    writeFileSync(join(root, 'of-others'), '')
    chmodSync(root, 0o755)
    prepare(root)
    expect(modeOf(root)).toBe('755')
  })

  it.each([
    ['that is a file', '/dev/null'],
    ['above it that is a file', '/dev/null/x/y'],
  ])('is refused in one sentence with a folder %s', (_, stateDir) => {
    const made = () => prepareFolders({ contentDir: join(root, 'content'), stateDir })
    expect(made).toThrow(StartError)
    expect(made).toThrow(`STATE_DIR: got "${stateDir}", takes a folder that can be made or read (E`)
  })

  it('is ignored by git wherever it stands', () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    git('init', '-q')
    const stateDir = join(root, 'content', '.gap')
    prepare(stateDir)
    prepare(stateDir)
    writeFileSync(join(stateDir, 'secret'), 'x')
    expect(git('status', '--porcelain', '--untracked-files=all')).toBe('')
  })

  it('does not hide from git the content that stands in it', () => {
    prepare(root)
    expect(existsSync(join(root, '.gitignore'))).toBe(false)
  })
})
