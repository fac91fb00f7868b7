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

/** Every file of a folder with its bytes. */
const filesOf = ({ folder }: Fixture) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => [path, readFileSync(join(folder, path), 'latin1')])

/** A site, a folder to import, and a repository that the environment of each command names. */
function surroundings() {
  const site = makeRepository({ 'site.yaml': 'title: Old\n', 'posts/good.md': GOOD })
  const source = makeRepository({ 'posts/dated.md': '---\ntitle: Dated\n---\n\nBy its commit.\n' })
  const decoy = makeRepository({ 'decoy.txt': 'Decoy\n' })
  const settings = { CONTENT_DIR: site.folder, SITE_URL: 'https://ada.example' }
  const run = (...args: string[]) => content(args, { ...variablesOf(decoy), ...settings }, PROGRAM)
  return { site, source, decoy, run, before: filesOf(decoy) }
}

it('commands write to their folder, whatever repository the environment names', async () => {
  const { site, source, decoy, run, before } = surroundings()
  expect(await run('init', '--title', 'New')).toMatchObject({ status: 0, err: '' })
  expect(site.subjects()[0]).toBe('Set up the site')
  expect(await run('import', source.folder)).toMatchObject({ status: 0, err: '' })
  expect(site.subjects()[0]).toBe('Import 1 post from markdown files')
  expect(site.git('status', '--porcelain')).toBe('')
  expect(await run('new', 'A title')).toMatchObject({ status: 0, err: '' })
  expect(await run('check')).toMatchObject({ status: 0 })
  expect(await run('check', '--install-hook')).toMatchObject({ status: 0, err: '' })
  expect(existsSync(join(site.folder, '.git/hooks/pre-commit'))).toBe(true)
  expect(filesOf(decoy)).toEqual(before)
})

it('commands read their folder, whatever repository the environment names', async () => {
  const { decoy, run, before } = surroundings()
  const { out } = await run('verify', '--json')
  expect(JSON.parse(out).record).toMatchObject([{ id: 'good' }])
  const folder = join(makeFolder(), 'out')
  expect(await run('export', folder)).toMatchObject({ status: 0, err: '' })
  expect(existsSync(join(folder, 'post/good/index.html'))).toBe(true)
  expect(filesOf(decoy)).toEqual(before)
})
