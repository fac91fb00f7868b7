import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { Repository } from '../../git/repository.ts'
import { silentLog } from '../../log.ts'
import { fixtureIn, makeFolder, makeRepository } from '../../test/git-fixture.ts'
import { createContentFiles } from './content-files.ts'
import { commitStarterContent, fillStarterContent } from './starter-content.ts'

const commit = (repository: Repository, contentDir: string, paths: string[]) =>
  commitStarterContent({ repository, contentDir, log: silentLog }, paths)

const starterDir = resolve(import.meta.dirname, '../../../content')

it('commits just the filled files in a repository that was there before', async () => {
  const outer = makeRepository({ 'README.md': 'Mine.\n', 'draft.txt': 'one\n' })
  outer.put('draft.txt', 'two\n')
  const folder = join(outer.folder, 'site')
  const paths = fillStarterContent(folder, starterDir)
  await commit(await fixtureIn(outer.folder, folder).open(), folder, paths)
  const committed = outer.git('show', '--format=%s', '--name-only', 'HEAD').trim().split('\n')
  expect(committed[0]).toBe('Start content')
  expect(committed.slice(2)).toHaveLength(paths.length)
  expect(committed.slice(2).every((path) => path.startsWith('site/'))).toBe(true)
  expect(outer.git('status', '--porcelain').trim()).toBe('M draft.txt')
})

it('leaves a folder alone that holds anything', () => {
  const folder = makeFolder()
  fixtureIn(folder).put('notes.txt', 'mine')
  expect(fillStarterContent(folder, starterDir)).toEqual([])
  expect(existsSync(join(folder, 'site.yaml'))).toBe(false)
})

it('the README beside the starter is no content, and no site gets a copy', async () => {
  const { files, problems } = createContentFiles(starterDir).list()
  expect(existsSync(join(starterDir, 'README.md'))).toBe(true)
  expect(files.map(({ path }) => path)).not.toContain('README.md')
  expect([problems, createContentFiles(starterDir).read('README.md')]).toEqual([[], null])
  const folder = join(makeFolder(), 'content')
  const paths = fillStarterContent(folder, starterDir)
  expect(paths).not.toContain('README.md')
  expect(existsSync(join(folder, 'README.md'))).toBe(false)
})
