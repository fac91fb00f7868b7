/** The author's commands work on the content folder, whatever repository the environment names. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { type Fixture, makeFolder, makeRepository } from '../../server/test/git-fixture.ts'
import { content, GOOD } from '../test/hook-fixture.ts'

/** Beside it is the app that the build wrote. */
const PROGRAM = resolve(import.meta.dirname, '../../dist/content.mjs')

/** Git's variables for a repository, as git sets them for a hook. */
function variablesOf({ folder }: Fixture): Record<string, string> {
  const gitFolder = join(folder, '.git')
  const known: Record<string, string> = {
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: join(gitFolder, 'index'),
    GIT_OBJECT_DIRECTORY: join(gitFolder, 'objects'),
    GIT_CONFIG: join(gitFolder, 'config'),
    GIT_CONFIG_COUNT: '0',
    GIT_CONFIG_PARAMETERS: "'core.bare=true'",
    GIT_PREFIX: '',
  }
  const names = execFileSync('git', ['rev-parse', '--local-env-vars'], { encoding: 'utf8' }).trim()
  return Object.fromEntries(names.split('\n').map((name) => [name, known[name] ?? gitFolder]))
}

const filesOf = ({ folder }: Fixture) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => [path, readFileSync(join(folder, path), 'latin1')])

it('commands read and write their folder, whatever repository the environment names', async () => {
  const site = makeRepository({ 'site.yaml': 'title: Old\n', 'posts/good.md': GOOD })
  const source = makeRepository({ 'posts/dated.md': '---\ntitle: Dated\n---\n\nBy its commit.\n' })
  const decoy = makeRepository({ 'decoy.txt': 'Decoy\n' })
  const before = filesOf(decoy)
  const settings = { CONTENT_DIR: site.folder, SITE_URL: 'https://ada.example' }
  const run = async (...args: string[]) => {
    const { status, out, err } = await content(
      args,
      { ...variablesOf(decoy), ...settings },
      PROGRAM,
    )
    expect([args[0], status, err]).toEqual([args[0], 0, args[0] === 'check' ? err : ''])
    return out
  }
  const { record } = JSON.parse(await run('verify', '--json'))
  expect(record).toMatchObject([{ id: 'good' }])
  const folder = join(makeFolder(), 'out')
  await run('export', folder)
  expect(existsSync(join(folder, 'post/good/index.html'))).toBe(true)
  await run('init', '--title', 'New')
  expect(site.subjects()[0]).toBe('Set up the site')
  await run('import', source.folder)
  expect(site.subjects()[0]).toBe('Import 1 post from markdown files')
  expect(site.git('status', '--porcelain')).toBe('')
  await run('new', 'A title')
  await run('check')
  await run('check', '--install-hook')
  expect(existsSync(join(site.folder, '.git/hooks/pre-commit'))).toBe(true)
  expect(filesOf(decoy)).toEqual(before)
})
