/** `content init` in a clone of the program, in a folder of one's own, and at a terminal. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import {
  type Fixture,
  fixtureIn,
  makeFolder,
  makeRepository,
  testEnv,
  until,
} from '../../server/test/git-fixture.ts'
import { COMMAND, content } from '../test/hook-fixture.ts'

const STARTER = resolve(import.meta.dirname, '../../content')

function makeClone(): Fixture {
  const clone = makeRepository({ '.gitignore': 'dist\n.env\nmy-content\n' })
  cpSync(STARTER, join(clone.folder, 'content'), { recursive: true })
  clone.git('add', '.')
  clone.git('commit', '-qm', 'The program')
  return clone
}

const ownOf = ({ folder }: Fixture) => fixtureIn(join(folder, 'my-content'))

function init({ folder }: Fixture, args: string[], env: object = {}) {
  const settings = { CONTENT_DIR: join(folder, 'content'), ...env }
  return content(['init', ...args], settings, join(folder, 'dist/content.mjs'))
}

const WORDS = ['--name', 'Ada *L*', '--title', 'Notes: one', '--description', 'What I learn.']

it('in a clone the content becomes a repository of its own, and the program stays as it was', async () => {
  const clone = makeClone()
  const more = ['--language', 'de-AT', '--time-zone', 'Europe/Vienna', '--clear-starter']
  const places = ['--address', 'https://ada.example', '--remote', "https://git.example/a#b\\c'"]
  const { status, out, err } = await init(clone, [...WORDS, ...more, ...places])
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toContain('removed 27 starter posts and projects')
  const own = ownOf(clone)
  expect(own.git('log', '--format=%s').trim()).toBe('Start content')
  expect(own.git('status', '--porcelain')).toBe('')
  expect(own.git('config', 'user.name')).toBe('Ada *L*\n')
  expect(own.git('config', 'user.email')).toBe('author@example.org\n')
  expect(own.git('ls-files', 'posts', 'projects')).toBe('')
  const starter = readFileSync(join(STARTER, 'site.yaml'), 'utf8')
  const expected = starter
    .replace('title: Growth & Accountability Project', "title: 'Notes: one'")
    .replace(/^description: .*$/m, 'description: What I learn.')
    .replace('name: The author #', 'name: Ada *L* #')
    .replace('language: en\n', 'language: de-AT\n')
  expect(own.text('site.yaml').replaceAll('"', "'")).toBe(`${expected}time_zone: Europe/Vienna\n`)
  expect(clone.git('status', '--porcelain')).toBe('')
  // Docker takes quotes for a part of a value.
  expect(clone.text('.env')).toContain('CONTENT_DIR=my-content\nSITE_URL=https://ada.example\n')
  expect(parseEnv(clone.text('.env')).GIT_REMOTE).toBe("https://git.example/a#b\\c'")
  expect(statSync(join(clone.folder, '.env')).mode & 0o777).toBe(0o600)
})

it('commits where git knows no identity, by the name that was told', async () => {
  const clone = makeClone()
  const unknown = Object.keys(testEnv).filter((name) => /^GIT_(?:AUTHOR|COMMITTER)/.test(name))
  const env = Object.fromEntries(unknown.map((name) => [name, '']))
  expect(await init(clone, ['--title', 'Notes'], env)).toMatchObject({ status: 0, err: '' })
  const own = ownOf(clone)
  const again = await init(clone, ['--name', 'Ada'], { ...env, CONTENT_DIR: own.folder })
  expect(again).toMatchObject({ status: 0, err: '' })
  expect(own.git('log', '--format=%an')).toBe('Ada\nG.A.P. admin\n')
  expect(own.git('log', '--format=%ae')).toBe('admin@localhost\nadmin@localhost\n')
})

it('without git it says so in a sentence, and nothing is made', async () => {
  const clone = makeClone()
  const { status, err } = await init(clone, WORDS, { PATH: makeFolder() })
  expect([status, err]).toEqual([2, 'Git cannot be started; is it installed?\n'])
  expect(existsSync(join(clone.folder, 'my-content'))).toBe(false)
})

it('run again it changes only what it is told, in one commit of those files', async () => {
  const clone = makeClone()
  await init(clone, WORDS)
  const own = ownOf(clone)
  own.put('posts/2026/pro-git.md', `${own.text('posts/2026/pro-git.md')}Mine.\n`)
  const env = { CONTENT_DIR: own.folder }
  const again = await init(clone, ['--description', 'Bread, mostly.', '--clear-starter'], env)
  expect(again).toMatchObject({ status: 0, err: '' })
  expect(again.out.split('\n').slice(1)).toEqual(["Committed as 'Set up the site'.", ''])
  const changed = own.git('show', '--format=', '--name-status', 'HEAD').trim().split('\n')
  expect(changed.filter((line) => line.startsWith('M'))).toEqual(['M\tsite.yaml'])
  expect(changed.filter((line) => line.startsWith('D'))).toHaveLength(26)
  expect(own.git('status', '--porcelain')).toBe(' M posts/2026/pro-git.md\n')
  const last = await init(clone, ['--description', 'Bread, mostly.'], env)
  expect(last.out).toContain('Everything is committed.')
})

it('an author who is a name alone stays one', async () => {
  const site = makeRepository({ 'posts/a.md': 'A\n', 'site.yaml': 'author: Me\n' })
  const { status } = await init(makeClone(), ['--name', 'Ada'], { CONTENT_DIR: site.folder })
  expect(status).toBe(0)
  expect(site.text('site.yaml')).toBe('author: Ada\n')
})

it('at a terminal it asks again where an answer cannot be used, and shows what is there', async () => {
  const clone = makeClone()
  const { child, said } = initAtTerminal(clone)
  const answers: [string, string][] = [
    ['Your name [The author]: ', 'Ada'],
    ['Title of the site [Growth & Accountability Project]: ', ''],
    ['Brand, in the top bar and after page titles [G.A.P.]: ', ''],
    ['Description, in a sentence [Essays', ''],
    ['de-AT [en]: ', 'x'],
    ["'x' is not a language code", 'fr'],
    ['Time zone', ''],
    ['Public address', ''],
    ['Git remote', ''],
    ['Remove the 27 starter posts and projects?', 'y'],
  ]
  for (const [question, answer] of answers) {
    await until(() => said.text.includes(question) && said.text.includes(']: '))
    said.text = ''
    child.stdin.write(`${answer}\n`)
  }
  await once(child, 'close')
  const own = ownOf(clone)
  expect(own.text('site.yaml')).toMatch(/^ {2}name: Ada #[\s\S]*^language: fr$/m)
  expect(own.git('ls-files', 'posts')).toBe('')
  expect(parseEnv(clone.text('.env'))).toEqual({ CONTENT_DIR: 'my-content' })
})

it('at a terminal Ctrl+D ends it with a sentence, and nothing is written', async () => {
  const clone = makeClone()
  const { child, said } = initAtTerminal(clone)
  await until(() => said.text.includes('Your name'))
  child.stdin.write('\u0004')
  expect(await once(child, 'close')).toEqual([130, null])
  expect(said.text.split('\n').slice(1).join('').trim()).toBe('Nothing was written.')
  expect(clone.git('status', '--porcelain', '--ignored')).toBe('!! dist/\n')
})

/** The program at a terminal, and what it has said so far or since it was cleared. */
function initAtTerminal(clone: Fixture) {
  cpSync(dirname(COMMAND), join(clone.folder, 'dist'), { recursive: true })
  const command = `'${process.execPath}' dist/content.mjs init`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: clone.folder,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...testEnv, NO_COLOR: '1', TERM: 'dumb' },
  })
  const said = { text: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    said.text += chunk.toString()
  })
  return { child, said }
}

it('makes nothing outside of the content folder where that is one’s own', async () => {
  const clone = makeClone()
  const folder = join(makeFolder(), 'content')
  const { status } = await init(clone, WORDS, { CONTENT_DIR: folder })
  expect(status).toBe(0)
  expect(fixtureIn(folder).git('log', '--format=%s').trim()).toBe('Start content')
  expect(clone.git('status', '--porcelain', '--ignored')).toBe('')
})
