import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { prepareFolders } from './prepare-folders.ts'
import { fixtureIn, makeFolder } from './test/git-fixture.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const prepare = (stateDir: string) =>
  prepareFolders({ contentDir: join(makeFolder(), 'content'), stateDir })

it('the state folder is this user’s alone, also when it was there, empty', () => {
  const root = makeFolder()
  const folders = [join(root, 'made'), join(root, 'found')]
  mkdirSync(join(root, 'found'), { mode: 0o755 })
  folders.forEach(prepare)
  expect(folders.map(modeOf)).toEqual(['700', '700'])
})

it('the state folder keeps its mode where it holds something of others, and hides no content from git', () => {
  const root = makeFolder()
  fixtureIn(root).put('of-others', '')
  chmodSync(root, 0o755)
  prepare(root)
  expect(modeOf(root)).toBe('755')
  const around = makeFolder()
  prepareFolders({ contentDir: join(around, 'content'), stateDir: around })
  expect(existsSync(join(around, '.gitignore'))).toBe(false)
})

it('the state folder is ignored by git wherever it stands', () => {
  const { folder, git, put } = fixtureIn(makeFolder())
  git('init', '-q')
  const stateDir = join(folder, 'content', '.gap')
  for (const _ of ['first', 'again'])
    prepareFolders({ contentDir: join(folder, 'content'), stateDir })
  put('content/.gap/secret', 'x')
  expect(git('status', '--porcelain', '--untracked-files=all')).toBe('')
})
